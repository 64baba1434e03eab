import { problem } from '#server/content/loaded-files.ts'
import type { Problem } from '#server/content/problem.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/**
 * Takes away the files that a crash left behind in the middle of a rename: both were there then, and the one that has
 * the other's id among its aliases is the post.
 */
export function dropLeftOver(dir: string, posts: Map<string, PostEntry>, problems: Problem[]): void {
  for (const moved of posts.values()) {
    for (const alias of moved.aliases) {
      const old = posts.get(alias)
      if (!old || !posts.has(moved.id) || !isLeftOver(old, moved)) continue
      posts.delete(old.id)
      const reason = `this post has moved to ${moved.file}, which leads from here to there: delete this file`
      problems.push(problem(dir, old.file, reason, 'error'))
    }
  }
}

/** A rename keeps all old addresses and says when it was; an alias of another post's id, written by hand, does neither. */
const isLeftOver = (old: PostEntry, moved: PostEntry) =>
  old !== moved &&
  old.aliases.every((alias) => alias === moved.id || moved.aliases.includes(alias)) &&
  (old.date === moved.date || old.title === moved.title) &&
  (old.updated ?? '') < (moved.updated ?? '')
