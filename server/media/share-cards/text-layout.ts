type Measure = (text: string, size: number) => number
type WidthOf = (text: string) => number

/** Font sizes in pixels with the lines that fit, largest first. */
const SIZES = [
  { size: 80, maxLines: 3 },
  { size: 68, maxLines: 4 },
  { size: 58, maxLines: 4 },
  { size: 50, maxLines: 5 },
  { size: 42, maxLines: 6 },
] as const
const SMALLEST = SIZES[SIZES.length - 1] ?? SIZES[0]

/** Breaks a title into balanced lines at the largest font size that fits. A title that does not fit ends with `…`. */
export function fitTitle(title: string, width: number, measure: Measure): { size: number; lines: string[] } {
  for (const { size, maxLines } of SIZES) {
    const widthOf: WidthOf = (text) => measure(text, size)
    const lines = wrap(title, width, widthOf)
    if (lines && lines.length <= maxLines) return { size, lines: balance(title, width, lines.length, widthOf) }
  }
  const { size, maxLines } = SMALLEST
  return { size, lines: wrapAnywhere(title, width, maxLines, (text) => measure(text, size)) }
}

/** Breaks a text between words; `undefined` if a word is wider than the line. */
function wrap(text: string, width: number, widthOf: WidthOf): string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (widthOf(word) > width) return undefined
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  return [...lines, line]
}

/** The narrowest layout with the same number of lines, so that no word is alone on the last line. */
function balance(text: string, width: number, count: number, widthOf: WidthOf): string[] {
  let best = wrap(text, width, widthOf) ?? [text]
  for (let narrower = width - 20; narrower > width / 3; narrower -= 20) {
    const lines = wrap(text, narrower, widthOf)
    if (!lines || lines.length > count) break
    best = lines
  }
  return best
}

/** Breaks a text anywhere, because a word may be wider than the line. */
function wrapAnywhere(text: string, width: number, maxLines: number, widthOf: WidthOf): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text) {
    if (widthOf(`${line}${letter}…`) <= width) {
      line += letter
      continue
    }
    if (lines.length === maxLines - 1) return [...lines, `${line.trimEnd()}…`]
    const end = line.lastIndexOf(' ') > line.length / 2 ? line.lastIndexOf(' ') : line.length
    lines.push(line.slice(0, end).trim())
    line = `${line.slice(end)}${letter}`.trimStart()
  }
  return [...lines, line]
}

/** Truncates a text to one line. */
export function truncate(text: string, width: number, widthOf: WidthOf): string {
  if (widthOf(text) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
