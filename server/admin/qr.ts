import { renderUnicodeCompact } from 'uqr'

/** Modules of white around it: less, and cameras find no edge. */
const BORDER = 2
const BLACK_ON_WHITE = '\u001b[30;107m'
const AS_BEFORE = '\u001b[0m'

/**
 * A QR code of half blocks, two modules in the height of a line. `colors`: black on white, whatever the terminal's colours
 * are; without, it can be read on a dark terminal.
 */
export function qrCode(text: string, colors: boolean): string {
  const lines = renderUnicodeCompact(text, { border: BORDER, invert: colors }).split('\n')
  return colors ? lines.map((line) => `${BLACK_ON_WHITE}${line}${AS_BEFORE}`).join('\n') : lines.join('\n')
}
