import { DomainError } from '#server/lib/errors.ts'

/** An uploaded or co-located file is not an image that the site accepts. */
export class InvalidImageError extends DomainError {
  readonly kind = 'invalid'
  constructor(reason: string) {
    const message = `${reason} Send a JPEG, PNG, WebP or GIF picture of at most 10 MB and 50 megapixels.`
    super(message, { errors: { image: { message } } })
  }
}

/** Detected from the content, never from the file name or the declared type. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Detects the format by the first bytes; `undefined` for all others, including SVG, AVIF and HEIC. */
export function sniff(bytes: Uint8Array): ImageFormat | undefined {
  if (ascii(bytes, 0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg'
  if (ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  return undefined
}

/** The names of common unsupported formats, for the error message. */
export function unsupportedFormat(bytes: Uint8Array): string | undefined {
  const brand = ascii(bytes, 4, 8) === 'ftyp' ? ascii(bytes, 8, 12) : ''
  if (/^avi[fs]$/.test(brand)) return 'AVIF'
  if (/^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) return 'HEIC'
  return /<svg[\s>]/i.test(ascii(bytes, 0, 1024)) ? 'SVG' : undefined
}

/** Whether an image is complete. The decoder accepts truncated JPEG and GIF files and leaves the rest gray. */
export function isComplete(format: ImageFormat, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return hasEnd[format](view)
  } catch (error) {
    if (error instanceof RangeError) return false // a length points beyond the last byte
    throw error
  }
}

const hasEnd = { jpeg: jpegHasEnd, png: pngHasEnd, webp: webpHasEnd, gif: gifHasEnd }

/**
 * Follows the markers to the end marker (FF D9). The last two bytes are not enough: phones append data, and an embedded
 * thumbnail has an end marker of its own.
 */
function jpegHasEnd(view: DataView): boolean {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    if (marker === 0xffd9) return true
    at += isScanData(marker) ? 1 : 2 + view.getUint16(at + 2)
  }
}

/** FF 00 is a byte of the scan, FF D0–D7 restart it, FF FF is padding: none of them has a length. */
const isScanData = (marker: number) => marker <= 0xff00 || marker === 0xffff || (marker >= 0xffd0 && marker <= 0xffd7)

function pngHasEnd(view: DataView): boolean {
  const IEND = 0x49454e44
  for (let at = 8; view.getUint32(at + 4) !== IEND; ) at += 12 + view.getUint32(at)
  return true
}

function webpHasEnd(view: DataView): boolean {
  return view.getUint32(4, true) + 8 <= view.byteLength
}

/** Checks up to the end of the first frame: only that one is used. */
function gifHasEnd(view: DataView): boolean {
  let at = 13 + colorTableBytes(view.getUint8(10))
  while (view.getUint8(at) === 0x21) at = skipBlocks(view, at + 2)
  if (view.getUint8(at) !== 0x2c) return false
  skipBlocks(view, at + 11 + colorTableBytes(view.getUint8(at + 9)))
  return true
}

const colorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function skipBlocks(view: DataView, from: number): number {
  let at = from
  while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
  return at + 1
}
