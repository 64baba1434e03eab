import { day, ink, paper } from './colors.ts'
import { PALLET_HEIGHT, pallet, stack } from './pallet.ts'
import { at, circle, line, path, picture, rect, type Svg } from './shapes.ts'

/** A luggage tag with a person on it: the owner of the account. It hangs from (x, y). */
const owner = (x: number, y: number, color: string, turn = 0): Svg =>
  at(
    x,
    y,
    line('M0 0V52', paper, 5) +
      path('M-54 84L-26 46H26L54 84V204a12 12 0 0 1-12 12H-42a12 12 0 0 1-12-12Z', paper) +
      circle(0, 66, 9, ink, { opacity: 0.5 }) +
      circle(0, 118, 24, color) +
      path('M-40 200c2-30 18-46 40-46s38 16 40 46Z', color),
    { turn, scale: 0.84 },
  )

/** Crates of two colors: the account that two people share. */
const shared = (x: number, floor: number): Svg => {
  const both = (color: string) => stack(x, floor, [[color], [color]], undefined, { width: 290, height: 134, gap: 12 })
  return `${both(day.mon)}<clipPath id="half"><rect x="${x}" y="0" width="200" height="900"/></clipPath><g clip-path="url(#half)">${both(day.thu)}</g>`
}

/** Two pallets with a name on each, and between them one with two. */
export const clients = (): Svg => {
  const floor = 770
  const deck = floor - PALLET_HEIGHT
  return picture(
    '#2B2340',
    rect(0, 740, 1600, 160, '#221B34'),
    pallet(335, floor, 540),
    stack(335, deck, [[day.mon, day.mon], [day.mon]]),
    owner(335, 456, '#0F7F70', -4),
    pallet(800, floor, 330),
    shared(800, deck),
    owner(732, 448, '#0F7F70', 6),
    owner(868, 448, '#B45A1E', -6),
    pallet(1265, floor, 540),
    stack(1265, deck, [[day.thu, day.thu], [day.thu, day.thu], [day.thu]]),
    owner(1265, 316, '#B45A1E', 4),
  )
}
