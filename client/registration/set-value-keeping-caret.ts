/**
 * Puts the allowed text in place of what a field holds, with the caret behind the same typed character as before.
 * `counts` says which characters are the typist's own. Does nothing, and so keeps undo, where all is as it should be.
 */
export function setValueKeepingCaret(
  input: HTMLInputElement,
  allowed: string,
  counts: (character: string) => boolean,
): void {
  if (input.value === allowed) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const before = [...input.value.slice(0, caret)].filter(counts).length
  input.value = allowed
  const place = atEnd ? allowed.length : placeAfter(allowed, before, counts)
  if (input.ownerDocument.activeElement === input) input.setSelectionRange(place, place)
}

function placeAfter(text: string, count: number, counts: (character: string) => boolean): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place
    if (counts(text.charAt(place))) seen++
  }
  return text.length
}
