import type { Next } from './apply-changes.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { noteChanged } from './diff-posts.ts'
import type { Filed, Files } from './loaded-files.ts'
import type { PostEntry, Snapshot } from './snapshot.ts'

/**
 * The snapshot of these files, of which all but `changed` are those of `before`: what `buildSnapshot` would make. Where nothing
 * but what posts say of themselves is new, the rest is taken over, for ten thousand posts are looked through only with time.
 */
export function nextSnapshot(dir: string, { files: known, snapshot }: Next, files: Files, changed: string[]): Snapshot {
  const posts = changed.map((file) => samePost(known.get(file), files.get(file), snapshot))
  if (snapshot.problems.length > 0 || !posts.every((post) => post !== undefined)) return buildSnapshot(dir, files)
  const next = new Map(snapshot.posts)
  for (const post of posts) next.set(post.id, post)
  noteChanged(
    snapshot.posts,
    next,
    posts.map(({ id }) => id),
  )
  return { ...snapshot, posts: next }
}

/** The post as the file has it now, if it leaves everything else as it is; where there are no problems, no other file is the same post. */
function samePost(before: Filed | undefined, after: Filed | undefined, snapshot: Snapshot): PostEntry | undefined {
  const post = quietPost(after)
  if (!quietPost(before) || !post) return undefined
  const hasCategory = post.category === null || snapshot.categories.has(post.category)
  return hasCategory && post.tags.every((tag) => snapshot.tags.has(tag)) ? post : undefined
}

/** A post that says nothing of other posts or files, and of which there is nothing to say. */
function quietPost(filed: Filed | undefined): PostEntry | undefined {
  if (filed?.holds?.kind !== 'posts' || filed.problems.length > 0) return undefined
  const { post, warnings, references: beside } = filed.holds
  return warnings.length + beside.length + post.aliases.length === 0 ? post : undefined
}
