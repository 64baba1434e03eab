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

/** Whether an image is complete. The decoder rejects truncated WebP files, but leaves the rest of other formats gray. */
export function isComplete(format: ImageFormat, bytes: Uint8Array): boolean {
  if (format === 'png') return Buffer.from(bytes).includes('IEND')
  if (format === 'jpeg') return jpegHasEnd(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  // The trailer, and padding.
  return format !== 'gif' || bytes[bytes.findLastIndex((byte) => byte !== 0)] === 0x3b
}

/**
 * Follows the markers to the end marker (FF D9). The last two bytes are not enough: phones append data, and an embedded
 * thumbnail has an end marker of its own.
 */
function jpegHasEnd(view: DataView): boolean {
  for (let at = 2; at + 2 <= view.byteLength; ) {
    const marker = view.getUint16(at)
    if (marker === 0xffd9) return true
    if (isScanData(marker)) at += 1
    else if (at + 4 > view.byteLength) return false
    else at += 2 + view.getUint16(at + 2)
  }
  return false
}

/** FF 00 is a byte of the scan, FF D0–D7 restart it, FF FF is padding: none of them has a length. */
const isScanData = (marker: number) => marker <= 0xff00 || marker === 0xffff || (marker >= 0xffd0 && marker <= 0xffd7)
