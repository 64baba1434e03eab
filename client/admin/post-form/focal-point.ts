/** A point of an image, in percent from its left and upper edge. */
export type FocalPoint = { x: number; y: number }

const CENTER: FocalPoint = { x: 50, y: 50 }
const WRITTEN = /^(\d{1,3}(?:\.\d+)?)% (\d{1,3}(?:\.\d+)?)%$/

/** Reads `40% 25%`; the center for anything else. */
export function readFocus(written: string): FocalPoint {
  const [, x, y] = WRITTEN.exec(written) ?? []
  return x && y ? { x: within(Number(x)), y: within(Number(y)) } : CENTER
}

/** The center needs no words. */
export const writeFocus = ({ x, y }: FocalPoint): string =>
  x === CENTER.x && y === CENTER.y ? '' : `${within(x)}% ${within(y)}%`

const within = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)))
