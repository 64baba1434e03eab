import type { Change, LineRange } from './compare-html.ts'

/** The source of the newer version with one part as the older one has it; `undefined` where nobody knows which lines it is. */
export function withPartPutBack(
  before: string,
  after: string,
  { before: from, after: to }: Change,
): string | undefined {
  if (!from || !to) return undefined
  const [old, now] = [linesOf(before), linesOf(after)]
  const part = textOf(old, from)
  return joined([textOf(now, { from: 0, to: to.from }), part, textOf(now, { from: to.to, to: now.length })])
}

const linesOf = (text: string) => text.split(/(?<=\n)/)
const textOf = (lines: readonly string[], { from, to }: LineRange) => lines.slice(from, to).join('')

/** Blank lines between the parts, where they were none; the text around the part stays as it is. */
function joined(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    if (text.trim() === '' || part.trim() === '') return text + (text.trim() === '' ? part : part.trim() && part)
    return text + '\n'.repeat(missingLineEnds(text, part)) + part
  })
}

const missingLineEnds = (text: string, part: string) => {
  const [end = ''] = /[\r\n]*$/.exec(text) ?? []
  const [start = ''] = /^[\r\n]*/.exec(part) ?? []
  return Math.max(0, 2 - `${end}${start}`.replaceAll('\r', '').length)
}
