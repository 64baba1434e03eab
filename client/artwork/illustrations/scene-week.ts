import { day, ink, kraft, paper, paperLine, steelDeep, week } from './colors.ts'
import { crate } from './pallet.ts'
import { circle, each, picture, rect, type Svg, tick } from './shapes.ts'

const left = 170
const column = 180
/** Crates on each day: the first has none, and Sunday is closed. */
const moved = [1, 2, 3, 3, 4, 2, 0]
const floor = 700

const deliveryNote = (x: number): Svg =>
  rect(x - 76, floor, 152, 12, kraft, { radius: 4 }) +
  each([-70, -14, 42], (dx) => rect(x + dx, floor + 12, 28, 16, '#8C6A43'))

const dayColumn = (index: number): Svg => {
  const x = left + column * index + column / 2
  const color = day[week[index] ?? 'mon']
  return (
    rect(x - column / 2 + 8, 190, column - 16, 74, color, { radius: 10 }) +
    (index < 3
      ? circle(x, 227, 24, ink) + tick(x, 228, color, 1)
      : rect(x - 34, 218, 68, 18, ink, { radius: 9, opacity: 0.6 })) +
    each([...Array(moved[index]).keys()], (n) => crate(x, floor - n * 92, color, 140, 86)) +
    deliveryNote(x) +
    (index > 0 ? rect(x - column / 2 - 1.5, 284, 3, 464, paperLine) : '')
  )
}

/** A wall calendar of one week; crates stand on each day, the first three are done, Sunday's pallet is empty. */
export const calendarWeek = (): Svg =>
  picture(
    '#2C3320',
    rect(144, 146, 1340, 650, ink, { radius: 24, opacity: 0.3 }),
    rect(130, 130, 1340, 650, paper, { radius: 24 }),
    each([0, 1, 2, 3, 4, 5, 6], dayColumn),
    each(
      [300, 500, 700, 900, 1100, 1300],
      (x) => circle(x, 150, 13, '#2C3320') + rect(x - 8, 92, 16, 62, steelDeep, { radius: 8 }),
    ),
  )
