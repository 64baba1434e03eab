/** Pictures are known by their bytes, never by their name or declared type (decision 15). */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** What the first bytes say it is; `undefined` for everything that we do not take, SVG, AVIF and HEIC among it. */
export function sniff(bytes: Uint8Array): PictureKind | undefined {
  if (ascii(bytes, 0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg'
  if (ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  return undefined
}

/** A name for what people send most often instead, so that the refusal can speak of it. */
export function foreignKind(bytes: Uint8Array): string | undefined {
  const brand = ascii(bytes, 4, 8) === 'ftyp' ? ascii(bytes, 8, 12) : ''
  if (/^avi[fs]$/.test(brand)) return 'AVIF'
  if (/^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) return 'HEIC'
  return /<svg[\s>]/i.test(ascii(bytes, 0, 1024)) ? 'SVG' : undefined
}
