import { type Day, day } from './colors.ts'
import { standBottle, standCarton, standContainer, standJar, standLoaf } from './goods.ts'
import { PALLET_HEIGHT, pallet, stack } from './pallet.ts'
import type { Svg } from './shapes.ts'

export type Good = 'loaf' | 'bottle' | 'jar' | 'container' | 'carton'

const stand: Record<Good, (x: number, floor: number, size: number) => Svg> = {
  loaf: standLoaf,
  bottle: standBottle,
  jar: standJar,
  container: standContainer,
  carton: standCarton,
}

/** The size of the drawing, which stands on its lower edge. */
export const LOADED_PALLET = { width: 900, height: 520 }

/** Five crates on a pallet, with goods in the two upper ones. `days`: the colors of the crates, the upper ones first. */
export function loadedPallet(goods: readonly Good[], days: readonly Day[]): Svg {
  const [left, right, ...low] = days.map((one) => day[one])
  const rows = [low, [left ?? day.fri, right ?? day.wed]]
  const pair = goods.length > 1 ? goods : [...goods, ...goods]
  const behind = (x: number, rim: number, row: number) => {
    const good = pair[x < LOADED_PALLET.width / 2 ? 0 : 1]
    if (row === 0 || !good) return ''
    return stand[good](x - 60, rim + 14, 116) + stand[good](x + 60, rim + 14, 116)
  }
  const { width, height } = LOADED_PALLET
  return pallet(width / 2, height) + stack(width / 2, height - PALLET_HEIGHT, rows, behind)
}
