import type { PictureKind } from './sniff.ts'

/** Whether a picture arrived whole. The decoder draws half a JPEG or GIF without a word, the rest of it grey. */
export function isComplete(kind: PictureKind, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return ends[kind](view)
  } catch (error) {
    if (error instanceof RangeError) return false // a length points behind the last byte
    throw error
  }
}

const ends = { jpeg: jpegEnds, png: pngEnds, webp: webpEnds, gif: gifEnds }

/**
 * Walks from marker to marker to the picture's own end (FF D9). Not just its last two bytes: phones put more behind it,
 * and the thumbnail inside has an end of its own.
 */
function jpegEnds(view: DataView): boolean {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    if (marker === 0xffd9) return true
    at += isScanData(marker) ? 1 : 2 + view.getUint16(at + 2)
  }
}

/** FF 00 is a byte of the scan, FF D0…D7 restarts it, FF FF is padding: none of them has a length behind it. */
const isScanData = (marker: number) => marker <= 0xff00 || marker === 0xffff || (marker >= 0xffd0 && marker <= 0xffd7)

function pngEnds(view: DataView): boolean {
  const end = 0x49454e44 // IEND
  for (let at = 8; view.getUint32(at + 4) !== end; ) at += 12 + view.getUint32(at)
  return true
}

function webpEnds(view: DataView): boolean {
  return view.getUint32(4, true) + 8 <= view.byteLength
}

/** To the end of the first picture: only that one is kept. */
function gifEnds(view: DataView): boolean {
  let at = 13 + colourTable(view.getUint8(10))
  while (view.getUint8(at) === 0x21) at = behindBlocks(view, at + 2)
  if (view.getUint8(at) !== 0x2c) return false
  behindBlocks(view, at + 11 + colourTable(view.getUint8(at + 9)))
  return true
}

/** Bytes of the table that such flags announce. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function behindBlocks(view: DataView, from: number): number {
  let at = from
  while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
  return at + 1
}
