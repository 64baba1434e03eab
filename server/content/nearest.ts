/** Slips of the finger that we still see through. */
const SLIPS_MAX = 2

/** ` (did you mean x?)` for the candidate that is a slip or two away from `word`; nothing where there is none. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word.toLowerCase(), candidates)
  return found === undefined ? '' : ` (did you mean ${found}?)`
}

function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Math.min(SLIPS_MAX, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue
    const slips = slipsBetween(word, candidate.toLowerCase(), fewest)
    if (slips < fewest) [best, fewest] = [candidate, slips]
  }
  return best
}

/**
 * Letters that are wrong, missing, too many, or swapped with their neighbour (optimal string alignment). Once there are more
 * than `most`, what is given is only known to be more.
 */
export function slipsBetween(one: string, other: string, most = Infinity): number {
  // Of the table of all beginnings, the last rows are enough: a swap looks two back.
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  let fewest = 0
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    const fewestInLast = fewest
    fewest = i
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (swapped) slips = Math.min(slips, (before[j - 2] ?? 0) + 1)
      row[j] = slips
      fewest = Math.min(fewest, slips)
    }
    if (fewest > most && fewestInLast + 1 > most) return fewest
    before = last
    last = row
  }
  return last[other.length] ?? 0
}
