import { type Day, day, week } from '#client/artwork/illustrations/colors.ts'
import { LOADED_PALLET, loadedPallet } from '#client/artwork/illustrations/loaded-pallet.ts'
import { at, circle, rect, type Svg } from '#client/artwork/illustrations/shapes.ts'
import { SCENE, tradeScene } from '#client/artwork/illustrations/trade-scene.ts'
import { tradeOfTerm } from '#contract/trades.ts'
import { dayOf, GROUND, weekStrip } from './card-svg.ts'

const SIZE = { width: 1120, height: 630 }
const FLOOR = 590

/** What the cover of a post without an image shows: a drawing without words, because its title is beside it. */
export type Cover = {
  /** The tag of its trade; without one, it shows goods of all. */
  trade?: string
  day: Day
}

/** `date`: ISO 8601. */
export function coverOf({ tags, date }: { tags: readonly string[]; date: string }): Cover {
  const trade = tags.find((tag) => tradeOfTerm(tag) !== undefined)
  return { ...(trade !== undefined && { trade }), day: dayOf(date) }
}

/** A scene of the trade, or a loaded pallet, before the color of the day. */
export function coverSvg({ trade, day: one }: Cover): Svg {
  const { width, height } = SIZE
  const drawing = [
    rect(0, 0, width, height, GROUND),
    circle(width / 2, FLOOR - 260, 320, day[one], { opacity: 0.16 }),
    cargo(trade, one),
    weekStrip(one, width),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`
}

function cargo(trade: string | undefined, one: Day): Svg {
  const scene = trade === undefined ? undefined : tradeScene(trade)
  return scene === undefined
    ? onFloor(loadedPallet(['loaf', 'jar'], daysFrom(one)), LOADED_PALLET, 460)
    : onFloor(scene, SCENE, 500)
}

/** In the middle, at this height. */
function onFloor(drawing: Svg, size: { width: number; height: number }, height: number): Svg {
  const scale = height / size.height
  return at((SIZE.width - size.width * scale) / 2, FLOOR - height, drawing, { scale })
}

/** Five days that begin with this one. */
const daysFrom = (one: Day): Day[] => [...week, ...week].slice(week.indexOf(one), week.indexOf(one) + 5)
