import { day, ink, kraft, kraftDeep, paper } from './colors.ts'
import { standJar } from './goods.ts'
import { PALLET_HEIGHT, pallet, stack } from './pallet.ts'
import { at, circle, each, line, picture, rect, type Svg } from './shapes.ts'

const red = '#E5655C'
const green = '#7FB25F'
const amber = '#E39A3B'

const board = (y: number): Svg =>
  rect(110, y, 900, 24, kraft, { radius: 5 }) +
  each([190, 910], (x) => rect(x, y + 24, 26, 46, kraftDeep, { radius: 3 }))

const row = (y: number, sauces: readonly (string | null)[]): Svg =>
  each(sauces, (sauce, index) => {
    const x = 200 + index * 144
    if (sauce) return standJar(x, y, 150, sauce)
    return rect(x - 49, y - 124, 98, 124, 'none', { radius: 18, stroke: paper, width: 5, dash: '4 16', opacity: 0.7 })
  })

/** A tag on a string with a tally of five and three: the count of the shelf. */
const tally = (x: number, y: number): Svg =>
  line(`M${x} ${y}V${y + 44}`, paper, 4) +
  at(
    x,
    y + 40,
    rect(-90, 0, 180, 112, paper, { radius: 12 }) +
      circle(0, 18, 8, ink, { opacity: 0.5 }) +
      each([-62, -46, -30, -14, 26, 42, 58], (dx) => line(`M${dx} 42V92`, ink, 6)) +
      line('M-72 84L-4 50', red, 6),
    { turn: 4 },
  )

/** Jars on two shelves with one place empty, a tally, and the crates they leave in. */
export const storageRack = (): Svg => {
  const floor = 800
  const behind = (x: number, rim: number, level: number) =>
    level === 1 ? standJar(x - 64, rim + 30, 124, amber) + standJar(x + 64, rim + 30, 124, red) : ''
  return picture(
    '#43221F',
    rect(0, 770, 1600, 130, '#361B19'),
    row(330, [red, red, red, red, red, red]),
    board(330),
    row(620, [green, green, green, null, amber, amber]),
    board(620),
    tally(632, 648),
    pallet(1300, floor, 400),
    stack(1300, floor - PALLET_HEIGHT, [[day.wed], [day.fri]], behind, { width: 300, height: 150, gap: 12 }),
  )
}
