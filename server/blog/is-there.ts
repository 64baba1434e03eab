import type { ChangePlan } from '#server/content/content.ts'
import { ContentGone } from '#server/content/errors.ts'
import { BadFile } from '#server/content/file-error.ts'

/** Whether there is anything of this name, readable as content or not: a broken file is not in the snapshot, and must not be overwritten. */
export async function isThere(readBytes: Parameters<ChangePlan>[2], file: string): Promise<boolean> {
  try {
    await readBytes(file)
    return true
  } catch (error) {
    if (error instanceof ContentGone) return false
    if (error instanceof BadFile) return true
    throw error
  }
}
