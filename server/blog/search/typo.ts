import { slipsBetween } from '#server/content/nearest.ts'

/** Shorter words have too many neighbours. */
const SHORTEST = 4
/** A word this long may have two slips. */
const LONG = 8

/** The words nearest to this one, if they are a slip away, or two. The first letter must be right: so most words are told off at a glance. */
export function nearestWords(word: string, words: Iterable<string>): string[] {
  if (word.length < SHORTEST) return []
  const found = new Map<string, number>()
  let fewest = word.length < LONG ? 1 : 2
  for (const one of words) {
    if (one[0] !== word[0] || Math.abs(one.length - word.length) > fewest || found.has(one)) continue
    const slips = slipsBetween(word, one, fewest)
    if (slips <= fewest) found.set(one, slips)
    fewest = Math.min(fewest, slips)
  }
  return [...found].filter(([, slips]) => slips === fewest).map(([one]) => one)
}
