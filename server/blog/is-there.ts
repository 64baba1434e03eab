import type { ChangePlan } from '#server/content/content.ts'
import { ContentGone } from '#server/content/refusals.ts'

/** Whether there is such a file, readable as content or not: a broken one is not in the snapshot, and must not be overwritten. */
export async function isThere(read: Parameters<ChangePlan>[1], file: string): Promise<boolean> {
  try {
    await read(file)
    return true
  } catch (error) {
    if (error instanceof ContentGone) return false
    throw error
  }
}
