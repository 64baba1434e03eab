import type { ChangePlan } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/errors.ts'
import { ContentFileError } from '#server/content/file-error.ts'

/** Whether there is anything of this name, readable as content or not: a broken file is not in the snapshot, and must not be overwritten. */
export async function isThere(readBytes: Parameters<ChangePlan>[2], file: string): Promise<boolean> {
  try {
    await readBytes(file)
    return true
  } catch (error) {
    if (error instanceof ContentNotFoundError) return false
    if (error instanceof ContentFileError) return true
    throw error
  }
}
