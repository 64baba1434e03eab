import { bodyOf } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/** The old id of a post, and its id now. */
export type Rename = { from: string; to: string }
/** Returns the text that a post was read from, if it is still known. */
export type TextOf = (post: PostEntry) => Promise<string | undefined>

/** The share of equal lines that makes a rename; git's default is 50 %. */
const MIN_SHARE = 0.6
/** Shorter texts are similar by chance. */
const MIN_LINES = 3
/** With more pairs, as after a checkout of a different site, only equal texts count as renames. */
const MAX_PAIRS = 400

/** Pairs removed with added posts that have the same text, the same title and date, or a similar text. Each post is used once. */
export async function detectRenames(
  removed: readonly PostEntry[],
  added: readonly PostEntry[],
  textOf: TextOf,
): Promise<Rename[]> {
  const free = new Map(added.map((post) => [post.id, post]))
  const renames: Rename[] = []
  const pair = (from: PostEntry, to: PostEntry | undefined) => {
    if (!to) return false
    free.delete(to.id)
    renames.push({ from: from.id, to: to.id })
    return true
  }
  const find = (matches: (post: PostEntry) => boolean) => [...free.values()].find(matches)
  const changed = removed.filter((from) => {
    const equal = find(({ revision }) => revision === from.revision)
    return !pair(from, equal)
  })
  if (changed.length * free.size > MAX_PAIRS) return renames
  for (const from of changed) {
    const sameHead = find(({ title, date }) => title === from.title && date === from.date)
    if (!pair(from, sameHead)) pair(from, await mostSimilar(from, [...free.values()], textOf))
  }
  return renames
}

async function mostSimilar(from: PostEntry, posts: readonly PostEntry[], textOf: TextOf) {
  const lines = linesOf(await textOf(from))
  let best: { post: PostEntry; share: number } | undefined
  for (const post of posts) {
    const share = commonShare(lines, linesOf(await textOf(post)))
    if (share >= MIN_SHARE && share > (best?.share ?? 0)) best = { post, share }
  }
  return best?.post
}

const linesOf = (text: string | undefined) =>
  new Set((text === undefined ? '' : bodyOf(text)).split('\n').filter((line) => line.trim() !== ''))

function commonShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const count = Math.max(one.size, other.size)
  return count < MIN_LINES ? 0 : one.intersection(other).size / count
}
