/** Replaces the characters from `start` to `end`. */
export type TextEdit = { start: number; end: number; text: string }

export const inOrder = (edits: readonly TextEdit[]): TextEdit[] =>
  edits.toSorted((a, b) => a.start - b.start || a.end - b.end)

/** Applies edits, which are places of the text before. Of two that overlap, what both replace is gone, and both texts stay. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text: put } of inOrder(edits)) {
    result += text.slice(done, Math.max(start, done)) + put
    done = Math.max(done, end)
  }
  return result + text.slice(done)
}
