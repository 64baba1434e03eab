const MAX_EDITS = 2

/** Returns ` (did you mean x?)` for the candidate nearest to `word`, or an empty text where none is near. */
export function didYouMean(word: string, candidates: Iterable<string>, maxEdits = MAX_EDITS): string {
  let best: string | undefined
  let fewest = Math.min(maxEdits, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), fewest)
    if (distance < fewest) [best, fewest] = [candidate, distance]
  }
  return best === undefined ? '' : ` (did you mean ${best}?)`
}

/**
 * Counts letters that are wrong, missing, extra, or swapped with their neighbor (optimal string alignment). Returns a number
 * above `most` where there are more than that. Each additional edit takes four times as long.
 */
export function editDistance(one: string, other: string, most: number): number {
  // Equal letters are never better counted as an edit.
  let equal = 0
  while (equal < one.length && one[equal] === other[equal]) equal++
  const [left, right] = [one.slice(equal), other.slice(equal)]
  if (left === '' || right === '') return left.length + right.length
  if (most < 1 || Math.abs(left.length - right.length) > most) return most + 1
  const isSwapped = left[0] === right[1] && left[1] === right[0]
  let fewest = most + 1
  if (isSwapped) fewest = Math.min(fewest, 1 + editDistance(left.slice(2), right.slice(2), most - 1))
  fewest = Math.min(fewest, 1 + editDistance(left.slice(1), right.slice(1), fewest - 2))
  fewest = Math.min(fewest, 1 + editDistance(left.slice(1), right, fewest - 2))
  return Math.min(fewest, 1 + editDistance(left, right.slice(1), fewest - 2))
}
