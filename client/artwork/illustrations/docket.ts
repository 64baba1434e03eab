import { ink, paper, paperLine } from './colors.ts'
import { each, path, rect, type Svg } from './shapes.ts'

const SCALLOP = 20

/** A sheet with a scalloped lower edge; its upper left corner is the origin. */
export const sheet = (width: number, height: number, fill = paper): Svg => {
  const bites = Math.round(width / (2 * SCALLOP))
  const bite = width / bites
  const edge = `a${bite / 2} ${bite / 2} 0 0 0 ${-bite} 0 `.repeat(bites)
  return path(`M0 14a14 14 0 0 1 14-14H${width - 14}a14 14 0 0 1 14 14V${height}${edge}Z`, fill)
}

/** Text too small to read: one bar per word, with the given widths. */
export const words = (x: number, y: number, widths: readonly number[], color = ink, height = 16): Svg =>
  each(widths, (width, index) => {
    const before = widths.slice(0, index).reduce((sum, one) => sum + one + 14, 0)
    return rect(x + before, y, width, height, color, { radius: height / 2 })
  })

export const rule = (x: number, y: number, width: number): Svg => rect(x, y, width, 3, paperLine)
