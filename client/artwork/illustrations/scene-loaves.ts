import { day, ink, paper } from './colors.ts'
import { standLoaf } from './goods.ts'
import { PALLET_HEIGHT, pallet, stack } from './pallet.ts'
import { at, circle, each, line, picture, rect, type Svg } from './shapes.ts'

const night = '#16241F'

/** Ten o'clock: the cut-off in the post. */
const clock = (x: number, y: number): Svg =>
  at(
    x,
    y,
    circle(0, 0, 92, ink, { opacity: 0.25 }) +
      circle(0, 0, 84, paper) +
      each([0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330], (turn) =>
        at(0, 0, rect(-3, -74, 6, turn % 90 === 0 ? 18 : 10, ink, { radius: 3 }), { turn }),
      ) +
      at(0, 0, rect(-5, -46, 10, 54, ink, { radius: 5 }), { turn: -60 }) +
      rect(-3.5, -62, 7, 70, ink, { radius: 3.5 }) +
      circle(0, 0, 9, day.fri),
  )

const nightWindow = (x: number, y: number): Svg =>
  at(
    x,
    y,
    rect(-14, -14, 288, 258, '#33493F', { radius: 12 }) +
      rect(0, 0, 260, 230, night, { radius: 6 }) +
      circle(184, 72, 34, day.wed) +
      circle(168, 62, 32, night) +
      each(
        [
          [52, 52],
          [92, 126],
          [214, 164],
        ] as const,
        ([dx, dy]) => circle(dx, dy, 4, paper),
      ) +
      line('M130 0V230M0 115H260', '#33493F', 12),
  )

/** Loaves on their crates at night, a clock on the wall. */
export const loaves = (): Svg => {
  const floor = 800
  const rows = [
    [day.mon, day.wed, day.sat],
    [day.fri, day.thu],
  ]
  const behind = (x: number, rim: number, row: number) =>
    row === 1 ? standLoaf(x - 60, rim + 14, 116) + standLoaf(x + 60, rim + 14, 116) : ''
  return picture(
    '#24372F',
    rect(0, 770, 1600, 130, '#1C2C26'),
    nightWindow(150, 170),
    clock(1360, 290),
    pallet(800, floor),
    stack(800, floor - PALLET_HEIGHT, rows, behind),
  )
}
