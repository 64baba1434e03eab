/** Detected from the content, never from the file name or the declared type. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif'

export const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Detects the format by the first bytes; `undefined` for all others, including SVG, AVIF and HEIC. */
export function sniff(bytes: Uint8Array): ImageFormat | undefined {
  if (ascii(bytes, 0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg'
  if (ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  return undefined
}
