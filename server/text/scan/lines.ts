/** The index of the first character of a line. */
export const lineStart = (text: string, index: number) => text.lastIndexOf('\n', index - 1) + 1

/** The index of the line break, or the end of the text. */
export function lineEnd(text: string, index: number): number {
  const found = text.indexOf('\n', index)
  return found === -1 ? text.length : found
}

/** The index after the line break. */
export const afterLine = (text: string, index: number) => Math.min(lineEnd(text, index) + 1, text.length)

/** The words of a text, with one space between two. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
