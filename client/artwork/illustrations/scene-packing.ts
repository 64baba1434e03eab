import { day, ink, kraft, paper } from './colors.ts'
import { rule, sheet, words } from './docket.ts'
import { standCarton } from './goods.ts'
import { PALLET_HEIGHT, pallet } from './pallet.ts'
import { at, each, path, picture, rect, type Svg, tick } from './shapes.ts'

type Row = { words: readonly number[]; quantity: number; state: 'short' | 'packed' | 'open' }

const rows: readonly Row[] = [
  { words: [120, 90], quantity: 74, state: 'short' },
  { words: [180], quantity: 58, state: 'packed' },
  { words: [90, 130], quantity: 74, state: 'packed' },
  { words: [150, 60], quantity: 40, state: 'packed' },
  { words: [110, 100], quantity: 58, state: 'open' },
]

const box = (y: number, state: Row['state']): Svg => {
  if (state === 'packed') return rect(44, y, 54, 54, day.mon, { radius: 10 }) + tick(71, y + 27, ink, 1.4)
  return rect(47, y + 3, 48, 48, state === 'short' ? day.thu : 'none', { radius: 10, stroke: ink, width: 6 })
}

/** One line: box, text, and a large quantity at the right. A short quantity is on top, in its own color. */
const listLine = ({ words: widths, quantity, state }: Row, index: number): Svg => {
  const y = 170 + index * 92 + (index > 0 ? 14 : 0)
  return (
    (state === 'short' ? rect(20, y - 20, 560, 94, day.thu, { radius: 14, opacity: 0.45 }) : rule(44, y + 72, 512)) +
    box(y, state) +
    words(126, y + 16, widths, ink, 22) +
    rect(556 - quantity, y + 4, quantity, 46, ink, { radius: 10 })
  )
}

const list = (): Svg =>
  sheet(600, 690) +
  words(44, 48, [230, 110], ink, 34) +
  rect(486, 36, 70, 58, day.fri, { radius: 10 }) +
  words(44, 106, [150, 80], '#635B4B', 16) +
  each(rows, listLine)

/** A packing list held up close under a lamp, cartons behind it. */
export const packing = (): Svg => {
  const floor = 830
  const deck = floor - PALLET_HEIGHT
  return picture(
    '#3A2F1C',
    path('M930 90H1070L1500 900H500Z', '#F0C24F', { opacity: 0.12 }),
    rect(0, 800, 1600, 100, ink, { opacity: 0.3 }),
    pallet(1225, floor, 560),
    each([1085, 1345], (x) => standCarton(x, deck, 320)),
    standCarton(1215, deck - 226, 320, day.fri),
    at(250, 110, rect(14, 18, 600, 690, ink, { radius: 14, opacity: 0.28 }) + list(), { turn: -4 }),
    rect(996, 0, 8, 40, ink),
    path('M950 30H1050L1092 90a8 8 0 0 1-8 12H916a8 8 0 0 1-8-12Z', kraft),
    rect(950, 96, 100, 20, paper, { radius: 10 }),
  )
}
