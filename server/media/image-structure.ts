import { ascii, type ImageFormat } from '#server/storage/image-format.ts'

/**
 * What an image consists of, read without decoding it. `parts`: scans of a JPEG, chunks of a PNG, frames of a GIF or WebP. The work
 * of a decoder grows with them, however small the file is.
 */
export type ImageStructure = { isComplete: boolean; parts: number }

/** Encoders write about ten scans; PNG chunks of 8 kB are common. */
const PARTS_MAX: Readonly<Record<ImageFormat, number>> = { jpeg: 100, png: 10_000, gif: 2_000, webp: 2_000 }

export const hasTooManyParts = (format: ImageFormat, { parts }: ImageStructure) => parts > PARTS_MAX[format]

/** The decoder rejects truncated WebP files, but leaves the rest of other formats gray. */
export function structureOf(format: ImageFormat, bytes: Uint8Array): ImageStructure {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'jpeg') return jpegStructure(view)
  if (format === 'png') return { isComplete: Buffer.from(bytes).includes('IEND'), parts: pngChunks(view) }
  if (format === 'gif') return { isComplete: hasTrailer(bytes), parts: gifFrames(view) }
  return { isComplete: true, parts: webpFrames(view, bytes) }
}

const SCAN = 0xffda
const END = 0xffd9

/**
 * Follows the markers to the end marker (FF D9). The last two bytes are not enough: phones append data, and an embedded
 * thumbnail has its own end marker.
 */
function jpegStructure(view: DataView): ImageStructure {
  let parts = 0
  for (let at = 2; at + 2 <= view.byteLength; ) {
    const marker = view.getUint16(at)
    if (marker === END) return { isComplete: true, parts }
    if (marker === SCAN) parts++
    if (isScanData(marker)) at += 1
    else if (at + 4 > view.byteLength) break
    else at += 2 + view.getUint16(at + 2)
  }
  return { isComplete: false, parts }
}

/** FF 00 is a byte of the scan, FF D0–D7 restart it, FF FF is padding: none of them has a length. */
const isScanData = (marker: number) => marker <= 0xff00 || marker === 0xffff || (marker >= 0xffd0 && marker <= 0xffd7)

/** After the signature: length, type, data and checksum of each chunk. */
function pngChunks(view: DataView): number {
  let chunks = 0
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) chunks++
  return chunks
}

/** The trailer, and padding. */
const hasTrailer = (bytes: Uint8Array) => bytes[bytes.findLastIndex((byte) => byte !== 0)] === 0x3b

const GIF_FRAME = 0x2c
const GIF_EXTENSION = 0x21

function gifFrames(view: DataView): number {
  const byte = (at: number) => (at < view.byteLength ? view.getUint8(at) : 0)
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterSubBlocks = (from: number): number => {
    let at = from
    while (byte(at) > 0) at += byte(at) + 1
    return at + 1
  }
  let frames = 0
  let at = 13 + tableBytes(byte(10))
  while (byte(at) === GIF_FRAME || byte(at) === GIF_EXTENSION) {
    const isFrame = byte(at) === GIF_FRAME
    if (isFrame) frames++
    at = afterSubBlocks(isFrame ? at + 11 + tableBytes(byte(at + 9)) : at + 2)
  }
  return frames
}

/** Name and length of each chunk, whose data is padded to an even length. */
function webpFrames(view: DataView, bytes: Uint8Array): number {
  let frames = 0
  for (let at = 12; at + 8 <= view.byteLength; ) {
    if (ascii(bytes, at, at + 4) === 'ANMF') frames++
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return frames
}
