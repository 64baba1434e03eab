import { crc32, deflateSync } from 'node:zlib'

/** Generated images of the kinds that people upload. */

/** A gray PNG whose header claims the given size; `filled: false` omits the pixels. */
export function png(width: number, height: number, { filled = true } = {}): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const rows = filled ? Buffer.alloc((width * 3 + 1) * height) : Buffer.alloc(10)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const jpeg = async (width: number, height: number) => new Bun.Image(png(width, height)).jpeg().bytes()
export const webp = async (width: number, height: number) => new Bun.Image(png(width, height)).webp().bytes()

/** An image of 10 × 10 pixels. */
export const gif = () =>
  new Uint8Array(
    Buffer.from('R0lGODlhCgAKAJEAAP////8AAAAA/wAAACH5BAAAAAAALAAAAAAKAAoAAAIRjI+py+0Po5y02ouz3rz7rxUAOw==', 'base64'),
  )

export const svg = () => new TextEncoder().encode('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>')

/** A photo with a location, rotated by EXIF orientation 6. */
export async function phonePhoto(width: number, height: number): Promise<Uint8Array> {
  const plain = await jpeg(width, height)
  return Buffer.concat([plain.subarray(0, 2), exif(), plain.subarray(2)])
}

/** An EXIF block with an orientation and a GPS directory with a latitude reference. */
function exif(): Buffer {
  const directory = [
    0, 2, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0,
  ]
  const gps = [0, 1, 0, 1, 0, 2, 0, 0, 0, 2, 0x4e, 0, 0, 0, 0, 0, 0, 0]
  const body = Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, ...directory, ...gps])
  const block = Buffer.concat([Buffer.from('Exif\0\0'), body])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, block.length + 2]), block])
}
