import { type Day, day, ink, paper, paperLine, week } from '#client/artwork/illustrations/colors.ts'
import { PALLET_HEIGHT, pallet } from '#client/artwork/illustrations/pallet.ts'
import { at, circle, each, line, rect, type Svg } from '#client/artwork/illustrations/shapes.ts'
import type { Term } from '#contract/posts.ts'
import type { Glyphs } from './glyphs.ts'

/** The size of share images. */
export const CARD_SIZE = { width: 1200, height: 630 }

export const GROUND = '#0d1312'
const SECONDARY = '#57503f'
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const STRIP = 14
const FLOOR = CARD_SIZE.height - STRIP - 10
const LABEL = { x: 64, y: 44, width: CARD_SIZE.width - 128, bottom: FLOOR - PALLET_HEIGHT }
const EDGE = 26
const LEFT = LABEL.x + EDGE + 44
const WIDTH = LABEL.x + LABEL.width - 56 - LEFT

/** Draws a shipping label in the day's color, on its pallet. Returns `undefined` if the font lacks a letter. `mark`: the logo, as SVG. */
export function cardSvg(card: CardText, glyphs: Glyphs, mark: string): Svg | undefined {
  const title = glyphs.normalize(card.title)
  if (!title) return undefined
  const { width, height } = CARD_SIZE
  const drawing = [
    rect(0, 0, width, height, GROUND),
    pallet(width / 2, FLOOR, width - 80),
    label(card.day),
    topLine(card, glyphs),
    titleLines(title, glyphs),
    bottomLine(glyphs.normalize(card.name) ?? '', glyphs, mark),
    weekStrip(card.day),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`
}

/** Paper with an edge in the day's color and a punched hole. */
function label(one: Day): Svg {
  const { x, y, width, bottom } = LABEL
  const height = bottom - y
  return (
    rect(x, y, width, height, day[one], { radius: 20 }) +
    rect(x + EDGE, y, width - EDGE, height, paper, { radius: 20 }) +
    rect(x + EDGE, y, 40, height, paper) +
    circle(x + width - 62, y + 62, 30, day[one]) +
    circle(x + width - 62, y + 62, 15, GROUND)
  )
}

function topLine({ category, day: one }: CardText, glyphs: Glyphs): Svg {
  const size = 30
  const base = LABEL.y + 72
  const name = DAY_NAMES[week.indexOf(one)] ?? ''
  const pill = glyphs.width(name, size) + 44
  const free = WIDTH - pill - 130
  const rest = truncate(glyphs.normalize(category) ?? '', (text) => glyphs.width(text, size) <= free)
  return (
    rect(LEFT, base - 38, pill, 54, day[one], { radius: 27 }) +
    glyphs.write(name, LEFT + 22, base, size, ink) +
    glyphs.write(rest, LEFT + pill + 22, base, size, SECONDARY)
  )
}

/** Centered between the two other lines. */
function titleLines(title: string, glyphs: Glyphs): Svg {
  const { size, lines } = fitTitle(title, WIDTH, glyphs.width)
  const height = size * 1.14
  const first = MIDDLE - (height * lines.length) / 2 + size * 0.86
  return each(lines, (text, index) => glyphs.write(text, LEFT, first + index * height, size, ink))
}

/** The middle between the two other lines. */
const MIDDLE = (LABEL.y + 98 + LABEL.bottom - 86) / 2
const MARK_SIZE = 54

/** The logo on its ground. The file has no size of its own. */
const markOf = (size: number, mark: string): Svg =>
  rect(0, 0, size, size, GROUND, { radius: size / 5 }) +
  at(size * 0.1, size * 0.1, mark.replace('<svg', `<svg width="${size * 0.8}" height="${size * 0.8}"`))

function bottomLine(name: string, glyphs: Glyphs, mark: string): Svg {
  const base = LABEL.bottom - 32
  return (
    line(`M${LEFT} ${base - 54}H${LEFT + WIDTH}`, paperLine, 3, { dash: '2 12' }) +
    at(LEFT - 5, base - 40, markOf(MARK_SIZE, mark)) +
    glyphs.write(name, LEFT + 66, base, 34, ink)
  )
}

export const weekStrip = (today: Day, width = CARD_SIZE.width): Svg =>
  each(week, (one, index) =>
    rect((index * width) / 7, CARD_SIZE.height - STRIP, width / 7 + 1, STRIP, day[one], {
      opacity: one === today ? 1 : 0.28,
    }),
  )

/** The texts of a share card, and the weekday of its color. */
export type CardText = {
  title: string
  category: string
  /** The product's name. */
  name: string
  day: Day
}

/** The fields of a post that its share card shows. `date` is ISO 8601, and its weekday that of UTC. */
export type CardPost = { id: string; title: string; category: Pick<Term, 'name'> | null; date: string }

/** `name`: the product's. */
export const cardText = ({ title, category, date }: CardPost, name: string): CardText => ({
  title,
  category: category?.name ?? '',
  name,
  day: dayOf(date),
})

export const dayOf = (date: string): Day => week[(new Date(date).getUTCDay() + 6) % 7] ?? 'mon'

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
export function fitTitle(title: string, width: number, measure: (text: string, size: number) => number) {
  const linesAt = ({ size, maxLines }: (typeof SIZES)[number], text: string) => {
    const widthOf: WidthOf = (part) => measure(part, size)
    const lines = wrap(text, width, widthOf)
    return lines && lines.length <= maxLines ? balance(text, width, lines, widthOf) : undefined
  }
  for (const one of SIZES) {
    const lines = linesAt(one, title)
    if (lines) return { size: one.size, lines }
  }
  const short = truncate(title, (text) => linesAt(SMALLEST, text) !== undefined)
  return { size: SMALLEST.size, lines: linesAt(SMALLEST, short) ?? [] }
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
function balance(text: string, width: number, lines: string[], widthOf: WidthOf): string[] {
  const narrower = wrap(text, width - 20, widthOf)
  return narrower?.length === lines.length ? balance(text, width - 20, narrower, widthOf) : lines
}

const LETTERS = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Cuts a text until it fits. */
export function truncate(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const letters = Array.from(LETTERS.segment(text), ({ segment }) => segment)
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
