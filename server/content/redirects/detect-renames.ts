import { bodyOf } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/** A post's id that is gone, and the one under which the post stands now. */
export type Rename = { from: string; to: string }
/** The text that a post was read from; `undefined` where it is not known any more. */
export type TextOf = (post: PostEntry) => Promise<string | undefined>

/** So many of the lines must be the same; git says 50 %. */
const ALIKE = 0.6
/** Fewer lines are alike by chance. */
const LINES_MIN = 3
/** A checkout of another world is no rename: then only what is exactly the same is one. */
const COMPARED_MAX = 400

/** Which of the posts that are gone have only got another name: the same text, or nearly. Each new post is taken once. */
export async function detectRenames(gone: readonly PostEntry[], came: readonly PostEntry[], textOf: TextOf) {
  const free = new Map(came.map((post) => [post.id, post]))
  const moves: Rename[] = []
  const take = (from: PostEntry, to: PostEntry | undefined) => {
    if (!to) return false
    free.delete(to.id)
    moves.push({ from: from.id, to: to.id })
    return true
  }
  const find = (isSo: (post: PostEntry) => boolean) => [...free.values()].find(isSo)
  const changed = gone.filter(
    (from) =>
      !take(
        from,
        find(({ revision }) => revision === from.revision),
      ),
  )
  if (changed.length * free.size > COMPARED_MAX) return moves
  for (const from of changed) {
    const sameHead = find(({ title, date }) => title === from.title && date === from.date)
    if (!take(from, sameHead)) take(from, await mostSimilar(from, [...free.values()], textOf))
  }
  return moves
}

async function mostSimilar(
  from: PostEntry,
  came: readonly PostEntry[],
  textOf: TextOf,
): Promise<PostEntry | undefined> {
  const lines = linesOf(await textOf(from))
  let best: { post: PostEntry; share: number } | undefined
  for (const post of came) {
    const share = shareOf(lines, linesOf(await textOf(post)))
    if (share >= ALIKE && share > (best?.share ?? 0)) best = { post, share }
  }
  return best?.post
}

const linesOf = (text: string | undefined) =>
  new Set((text === undefined ? '' : bodyOf(text)).split('\n').filter((line) => line.trim() !== ''))

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const count = Math.max(one.size, other.size)
  return count < LINES_MIN ? 0 : one.intersection(other).size / count
}
