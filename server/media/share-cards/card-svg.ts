import { type Day, day, ink, paper, paperLine, week } from '#client/artwork/illustrations/colors.ts'
import { PALLET_HEIGHT, pallet } from '#client/artwork/illustrations/pallet.ts'
import { at, circle, each, line, rect, type Svg } from '#client/artwork/illustrations/shapes.ts'
import type { CardWords } from './card-text.ts'
import type { Letters } from './glyphs.ts'
import { setTitle, shortened } from './line-break.ts'

/** What platforms show a shared link's picture at. */
export const CARD = { width: 1200, height: 630 }

const GROUND = '#0d1312'
const WORDS = '#57503f'
const DAYS: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}
const STRIP = 14
const FLOOR = CARD.height - STRIP - 10
const LABEL = { x: 64, y: 44, width: CARD.width - 128, bottom: FLOOR - PALLET_HEIGHT }
const EDGE = 26
const LEFT = LABEL.x + EDGE + 44
const ROOM = LABEL.x + LABEL.width - 56 - LEFT

/** A shipping label in the day's color, on its pallet. `undefined` where its words cannot be written. `mark` is the brand's, as SVG. */
export function cardSvg(words: CardWords, letters: Letters, mark: string): Svg | undefined {
  const title = letters.plain(words.title)
  if (!title) return undefined
  const drawing = [
    rect(0, 0, CARD.width, CARD.height, GROUND),
    pallet(CARD.width / 2, FLOOR, CARD.width - 80),
    label(words.day),
    topLine(words, letters),
    titleLines(title, letters),
    bottomLine(letters.plain(words.name) ?? '', letters, mark),
    weekStrip(words.day),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">${drawing.join('')}</svg>`
}

/** Paper with an edge in the day's color and the hole that it hangs by. */
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

function topLine({ category, day: one }: CardWords, letters: Letters): Svg {
  const size = 30
  const base = LABEL.y + 72
  const name = DAYS[one]
  const pill = letters.width(name, size) + 44
  const free = ROOM - pill - 130
  const rest = shortened(letters.plain(category) ?? '', free, (text) => letters.width(text, size))
  return (
    rect(LEFT, base - 38, pill, 54, day[one], { radius: 27 }) +
    letters.write(name, LEFT + 22, base, size, ink) +
    letters.write(rest, LEFT + pill + 22, base, size, WORDS)
  )
}

/** In the middle of what is left between the two other lines. */
function titleLines(title: string, letters: Letters): Svg {
  const { size, lines } = setTitle(title, ROOM, letters.width)
  const height = size * 1.14
  const middle = (LABEL.y + 98 + LABEL.bottom - 86) / 2
  const first = middle - (height * lines.length) / 2 + size * 0.86
  return each(lines, (text, index) => letters.write(text, LEFT, first + index * height, size, ink))
}

function bottomLine(name: string, letters: Letters, mark: string): Svg {
  const base = LABEL.bottom - 32
  return (
    line(`M${LEFT} ${base - 54}H${LEFT + ROOM}`, paperLine, 3, { dash: '2 12' }) +
    at(LEFT, base - 35, rect(-5, -5, 54, 54, GROUND, { radius: 10 }) + mark) +
    letters.write(name, LEFT + 66, base, 34, ink)
  )
}

const weekStrip = (today: Day): Svg =>
  each(week, (one, index) =>
    rect((index * CARD.width) / 7, CARD.height - STRIP, CARD.width / 7 + 1, STRIP, day[one], {
      opacity: one === today ? 1 : 0.28,
    }),
  )
