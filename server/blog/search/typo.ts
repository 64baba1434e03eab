import { editDistance } from '#server/content/nearest.ts'

/** Shorter words have too many neighbours. */
const SHORTEST = 4
/** A word this long may have two slips. */
const LONG = 8

/**
 * The usable words nearest to this one, at an edit distance of one or two. The first letter must be right: so most words are
 * skipped without comparing them. `isUsable` is costly, so only near words are passed to it.
 */
export function nearestWords(word: string, words: Iterable<string>, isUsable: (word: string) => boolean): string[] {
  if (word.length < SHORTEST) return []
  const found = new Map<string, number>()
  let fewest = word.length < LONG ? 1 : 2
  for (const one of words) {
    if (one[0] !== word[0] || Math.abs(one.length - word.length) > fewest || found.has(one)) continue
    const distance = editDistance(word, one, fewest)
    if (distance > fewest || !isUsable(one)) continue
    found.set(one, distance)
    fewest = distance
  }
  return [...found].filter(([, distance]) => distance === fewest).map(([one]) => one)
}
