import type { Snapshot } from './snapshot.ts'

type Posts = Snapshot['posts']

const lastDiff = new WeakMap<Posts, { before: WeakRef<Posts>; ids: readonly string[] }>()

/** The ids of the posts that were added, removed or changed. Computed once for all listeners of the same change. */
export function changedPosts(before: Posts, after: Posts): readonly string[] {
  const known = lastDiff.get(after)
  if (known?.before.deref() === before) return known.ids
  const ids: string[] = []
  for (const [id, post] of after) if (before.get(id) !== post) ids.push(id)
  for (const id of before.keys()) if (!after.has(id)) ids.push(id)
  lastDiff.set(after, { before: new WeakRef(before), ids })
  return ids
}
