/** Formatting and URLs between two characters of a text are not longer. */
const GAP_MAX = 2_000
/** Without further equal characters, a character is looked for only here. */
const NEAR = 8
const CONTEXT = 3

/** Returns where each character of a text is in its source; characters that are spelled otherwise are where the one before ends. */
function placesIn(text: string, source: string): number[] {
  const [words, code] = [withBlanks(text), withBlanks(source)]
  const places: number[] = []
  let at = 0
  for (let i = 0; i < words.length; i++) {
    const found = findNext(code, words.slice(i, i + CONTEXT), at)
    places.push(found === -1 ? at : found)
    if (found !== -1) at = found + 1
  }
  return places
}

const withBlanks = (text: string) => text.replace(/\s/g, ' ')

function findNext(source: string, next: string, from: number): number {
  if (source[from] === next[0]) return from
  const far = source.slice(from, from + GAP_MAX).indexOf(next)
  if (far !== -1) return from + far
  const near = source.slice(from, from + NEAR).indexOf(next[0] ?? '')
  return near === -1 ? -1 : from + near
}

/** The offset in the source of an offset in the text: behind the same character. */
export function offsetInSource(text: string, offset: number, source: string): number {
  const places = placesIn(text, source)
  return offset === 0 ? (places[0] ?? 0) : (places[offset - 1] ?? source.length - 1) + 1
}

/** The offset in the text of an offset in the source. */
export function offsetInText(source: string, offset: number, text: string): number {
  const index = placesIn(text, source).findIndex((place) => place >= offset)
  return index === -1 ? text.length : index
}
