import { encode } from 'uqr'

/** White modules around the code, as the standard requires. */
const BORDER = 4

/** A QR code as the path of an SVG, one unit per module; `size` includes the border. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => blackRuns(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
  return { size, path: path.join('') }
}

/** The black parts of a row, each as one rectangle: gaps between single modules would show as lines. */
function blackRuns(row: readonly boolean[]): { x: number; width: number }[] {
  const starts = row.flatMap((black, x) => (black && !row[x - 1] ? [x] : []))
  return starts.map((x) => {
    const end = row.indexOf(false, x)
    return { x, width: (end === -1 ? row.length : end) - x }
  })
}
