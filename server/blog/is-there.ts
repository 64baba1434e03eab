import type { ChangePlan } from '#server/content/content.ts'

/** Whether there is such a file, readable as content or not: a broken one is not in the snapshot, and must not be overwritten. */
export const isThere = (read: Parameters<ChangePlan>[1], file: string): Promise<boolean> =>
  read(file).then(
    () => true,
    () => false,
  )
