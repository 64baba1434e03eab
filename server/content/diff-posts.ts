import type { Snapshot } from './snapshot.ts'

type Posts = Snapshot['posts']

const found = new WeakMap<Posts, { before: WeakRef<Posts>; ids: readonly string[] }>()

/** Whoever makes new posts of those before says which are others, and nobody needs to look. */
export function noteChanged(before: Posts, after: Posts, ids: readonly string[]): void {
  found.set(after, { before: new WeakRef(before), ids })
}

/** The ids of the posts that came, went or are others by now. Looked for once, for all who follow the same change. */
export function changedPosts(before: Posts, after: Posts): readonly string[] {
  const known = found.get(after)
  if (known?.before.deref() === before) return known.ids
  const ids: string[] = []
  let came = 0
  for (const [id, post] of after) {
    const was = before.get(id)
    if (was === post) continue
    ids.push(id)
    if (!was) came++
  }
  if (before.size + came > after.size) for (const id of before.keys()) if (!after.has(id)) ids.push(id)
  noteChanged(before, after, ids)
  return ids
}
