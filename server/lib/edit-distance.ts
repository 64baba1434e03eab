const MAX_EDITS = 2

/** Returns ` (did you mean x?)` for the candidate nearest to `word`, or an empty text where none is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word.toLowerCase(), candidates)
  return found === undefined ? '' : ` (did you mean ${found}?)`
}

function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Math.min(MAX_EDITS, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue
    const distance = editDistance(word, candidate.toLowerCase(), fewest)
    if (distance < fewest) [best, fewest] = [candidate, distance]
  }
  return best
}

/**
 * Counts letters that are wrong, missing, extra, or swapped with their neighbor (optimal string alignment). Returns a number
 * above `most` where there are more than that. Each additional edit takes four times as long.
 */
export const editDistance = (one: string, other: string, most: number): number => distanceFrom(one, 0, other, 0, most)

/** The same from these indexes on. Equal letters are never better counted as an edit. */
function distanceFrom(one: string, from: number, other: string, otherFrom: number, most: number): number {
  let [i, j] = [from, otherFrom]
  while (i < one.length && one.charCodeAt(i) === other.charCodeAt(j)) [i, j] = [i + 1, j + 1]
  const [left, otherLeft] = [one.length - i, other.length - j]
  if (left === 0 || otherLeft === 0) return left + otherLeft
  if (most < 1 || Math.abs(left - otherLeft) > most) return most + 1
  const isSwapped = one.charCodeAt(i) === other.charCodeAt(j + 1) && one.charCodeAt(i + 1) === other.charCodeAt(j)
  let fewest = most + 1
  if (isSwapped) fewest = Math.min(fewest, 1 + distanceFrom(one, i + 2, other, j + 2, most - 1))
  fewest = Math.min(fewest, 1 + distanceFrom(one, i + 1, other, j + 1, fewest - 2))
  fewest = Math.min(fewest, 1 + distanceFrom(one, i + 1, other, j, fewest - 2))
  return Math.min(fewest, 1 + distanceFrom(one, i, other, j + 1, fewest - 2))
}
