/** An SVG fragment. Illustrations are 1600 × 900 units; x grows to the right, y downwards. */
export type Svg = string

type ShapeStyle = { radius?: number; opacity?: number; stroke?: string; width?: number; dash?: string }

const styleAttributes = ({ radius, opacity, stroke, width = 4, dash }: ShapeStyle) =>
  [
    radius === undefined ? '' : ` rx="${radius}"`,
    opacity === undefined ? '' : ` opacity="${opacity}"`,
    stroke === undefined
      ? ''
      : ` stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`,
    dash === undefined ? '' : ` stroke-dasharray="${dash}"`,
  ].join('')

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  options: ShapeStyle = {},
): Svg => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${styleAttributes(options)}/>`

export const circle = (x: number, y: number, radius: number, fill: string, options: ShapeStyle = {}): Svg =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${styleAttributes(options)}/>`

export const path = (d: string, fill: string, options: ShapeStyle = {}): Svg =>
  `<path d="${d}" fill="${fill}"${styleAttributes(options)}/>`

/** An open line; `dash` is the SVG attribute: `2 18` draws dots with round caps. */
export const line = (d: string, stroke: string, width: number, options: ShapeStyle = {}): Svg =>
  path(d, 'none', { ...options, stroke, width })

/** Moves, turns (degrees, around the new origin) and scales a drawing, in this order. */
export const at = (x: number, y: number, drawing: Svg, { turn = 0, scale = 1, opacity = 1 } = {}): Svg =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"${opacity === 1 ? '' : ` opacity="${opacity}"`}>${drawing}</g>`

export const each = <T>(items: readonly T[], draw: (item: T, index: number) => Svg): Svg => items.map(draw).join('')

/** A tick inside a box of 24 units around the origin. */
export const tick = (x: number, y: number, color: string, scale = 1): Svg =>
  at(x, y, line('M-9 0 L-3 7 L10 -8', color, 6), { scale })

/** The whole picture on its wall color. */
export const picture = (wall: string, ...drawings: Svg[]): Svg =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900">${rect(0, 0, 1600, 900, wall)}${drawings.join('')}</svg>`
