type Measure = (text: string, size: number) => number
type WidthOf = (text: string) => number

/** From large to small, in pixels, and how many lines of each the card has room for. */
const SIZES = [
  { size: 80, most: 3 },
  { size: 68, most: 4 },
  { size: 58, most: 4 },
  { size: 50, most: 5 },
  { size: 42, most: 6 },
] as const
const SMALLEST = SIZES[SIZES.length - 1] ?? SIZES[0]

/** A title in as few and large lines as there is room for, of much the same width. What is too long ends with `…`. */
export function setTitle(title: string, room: number, measure: Measure): { size: number; lines: string[] } {
  for (const { size, most } of SIZES) {
    const widthOf: WidthOf = (text) => measure(text, size)
    const lines = broken(title, room, widthOf)
    if (lines && lines.length <= most) return { size, lines: balanced(title, room, lines.length, widthOf) }
  }
  const { size, most } = SMALLEST
  return { size, lines: cut(title, room, most, (text) => measure(text, size)) }
}

/** The lines of a text between its words; `undefined` where one word is wider than the room. */
function broken(text: string, room: number, widthOf: WidthOf): string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (widthOf(word) > room) return undefined
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= room) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  return [...lines, line]
}

/** The same number of lines in the least room: a last line of one word looks like a mistake. */
function balanced(text: string, room: number, count: number, widthOf: WidthOf): string[] {
  let best = broken(text, room, widthOf) ?? [text]
  for (let less = room - 20; less > room / 3; less -= 20) {
    const lines = broken(text, less, widthOf)
    if (!lines || lines.length > count) break
    best = lines
  }
  return best
}

/** Letter by letter: whatever the words are, they end inside the card. */
function cut(text: string, room: number, most: number, widthOf: WidthOf): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text) {
    if (widthOf(`${line}${letter}…`) <= room) {
      line += letter
      continue
    }
    if (lines.length === most - 1) return [...lines, `${line.trimEnd()}…`]
    const end = line.lastIndexOf(' ') > line.length / 2 ? line.lastIndexOf(' ') : line.length
    lines.push(line.slice(0, end).trim())
    line = `${line.slice(end)}${letter}`.trimStart()
  }
  return [...lines, line]
}

/** A text in one line of so much room, its end left out where need be. */
export function shortened(text: string, room: number, widthOf: WidthOf): string {
  if (widthOf(text) <= room) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
