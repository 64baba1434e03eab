import { ink, kraft, kraftDeep } from './colors.ts'
import { at, each, rect, type Svg } from './shapes.ts'

export const PALLET_HEIGHT = 66

/** One crate, placed by the middle of its bottom edge: two slats and a handle. */
export const crate = (x: number, floor: number, color: string, width = 250, height = 134): Svg =>
  at(
    x - width / 2,
    floor - height,
    rect(0, 0, width, height, color, { radius: 8 }) +
      rect(0, height * 0.36, width, 6, ink, { opacity: 0.22 }) +
      rect(0, height * 0.68, width, 6, ink, { opacity: 0.22 }) +
      rect(width * 0.33, height * 0.12, width * 0.34, height * 0.15, ink, { radius: 5, opacity: 0.38 }),
  )

/** A pallet, placed by the middle of its bottom edge; goods are at `floor - PALLET_HEIGHT`. */
export const pallet = (x: number, floor: number, width = 880): Svg =>
  at(
    x - width / 2,
    floor - PALLET_HEIGHT,
    rect(0, 0, width, 20, kraft, { radius: 5 }) +
      each([0.02, 0.44, 0.86], (share) => rect(width * share, 20, width * 0.12, 30, kraftDeep)) +
      rect(0, 50, width, 16, kraft, { radius: 5 }),
  )

/** Crates in rows from the floor up, each row centered on `x`. `behind` renders what sticks out of a crate, given its rim. */
export function stack(
  x: number,
  floor: number,
  rows: readonly (readonly string[])[],
  behind: (x: number, rim: number, row: number) => Svg = () => '',
  size = { width: 250, height: 134, gap: 12 },
): Svg {
  const row = (colors: readonly string[], level: number) => {
    const foot = floor - level * (size.height + size.gap / 2)
    const left = x - ((colors.length - 1) * (size.width + size.gap)) / 2
    return each(colors, (color, index) => {
      const middle = left + index * (size.width + size.gap)
      return behind(middle, foot - size.height, level) + crate(middle, foot, color, size.width, size.height)
    })
  }
  return each(rows, row)
}
