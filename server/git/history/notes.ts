import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'

/** What a version names and is not there today. `isStored` looks for a picture under /storage/. */
export async function notesOn(
  { category, tags, image, beside = [] }: PostEntry,
  snapshot: Snapshot,
  isStored: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const notes: string[] = []
  if (category !== null && !snapshot.categories.has(category))
    notes.push(`The category "${category}" does not exist any more.`)
  for (const tag of tags) if (!snapshot.tags.has(tag)) notes.push(`The tag "${tag}" does not exist any more.`)
  if (image !== null && !beside.includes(image) && !(await isStored(image)))
    notes.push('The picture of this version is no longer stored.')
  return notes
}
