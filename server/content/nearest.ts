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
    const slips = slipsBetween(word, candidate.toLowerCase())
    if (slips < fewest) [best, fewest] = [candidate, slips]
  }
  return best
}

/** Letters that are wrong, missing, too many, or swapped with their neighbour (optimal string alignment). */
export function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      if (swapped) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1)
    }
  }
  return at(one.length, other.length)
}
