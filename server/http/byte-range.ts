/** The part of a file that is asked for: `end` is behind its last byte. */
export type ByteRange = { start: number; end: number }

/**
 * Reads a Range header for a file of `size` bytes. `undefined` means the whole file: no range, several ranges, or none
 * that we understand (RFC 9110 §14.2 lets us); `unsatisfiable` means 416.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return within(Math.max(0, size - Number(last)), size, size)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return within(Number(first), last === '' ? size : Number(last) + 1, size)
}

const within = (start: number, end: number, size: number): ByteRange | 'unsatisfiable' =>
  start < size ? { start, end: Math.min(end, size) } : 'unsatisfiable'
