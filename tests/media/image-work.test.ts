import { expect, test } from 'bun:test'
import { blogApps } from '#tests/blog/blog-app.ts'
import { gif, jpeg, png, webp } from './inputs.ts'
import { aFile, mediaCalls } from './media-site.ts'

const blogApp = blogApps()

const TOO_COMPLEX =
  'This picture takes too long to be decoded. Send a JPEG, PNG, WebP or GIF picture of at most 10 MB and 50 megapixels.'

/** Puts copies of the bytes from `from` to `to` behind them. */
function repeated(bytes: Uint8Array, [from, to]: readonly [number, number], copies: number): Uint8Array {
  const part = bytes.subarray(from, to)
  return Buffer.concat([bytes.subarray(0, to), ...Array.from({ length: copies }, () => part), bytes.subarray(to)])
}

async function jpegWithScans(width: number, height: number, scans: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await jpeg(width, height))
  const from = bytes.indexOf(Buffer.from([0xff, 0xda]))
  // Without data: a header is what a decoder goes through the picture for.
  return repeated(bytes, [from, from + 2 + bytes.readUInt16BE(from + 2)], scans - 1)
}

function pngWithChunks(chunks: number): Uint8Array {
  const bytes = Buffer.from(png(20, 10))
  // The end of the header: signature, length, type, 13 bytes, checksum.
  const text = Buffer.from('00000001 74455874 00 6b25b0a7'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([bytes.subarray(0, 33), ...Array.from({ length: chunks }, () => text), bytes.subarray(33)])
}

/** From the image descriptor to the trailer. */
const gifWithFrames = (frames: number) => repeated(gif(), [33, gif().length - 1], frames - 1)

async function webpWithFrames(frames: number): Promise<Uint8Array> {
  const frame = Buffer.concat([Buffer.from('ANMF'), Buffer.from([1, 0, 0, 0, 7, 0])])
  return Buffer.concat([await webp(20, 10), ...Array.from({ length: frames }, () => frame)])
}

test.each([
  ['a JPEG of 101 scans', () => jpegWithScans(16, 16, 101)],
  ['a JPEG of 900 scans', () => jpegWithScans(300, 200, 900)],
  ['a JPEG whose scans have too many pixels together', () => jpegWithScans(6_000, 4_000, 90)],
  ['a PNG of 12,000 chunks', async () => pngWithChunks(12_000)],
  ['a GIF of 2,500 frames', async () => gifWithFrames(2_500)],
  ['a WebP of 2,500 frames', () => webpWithFrames(2_500)],
])(
  '%s is rejected before it is decoded',
  async (_, build) => {
    const app = await blogApp()
    const { add, list } = mediaCalls(app, app.token)
    const response = await add({ image: aFile(await build()) })
    expect([response.status, (await response.json()).message]).toEqual([422, TOO_COMPLEX])
    expect((await list()).total).toBe(0)
  },
  30_000,
)

test('an animated WebP is rejected with what to send instead', async () => {
  const app = await blogApp()
  const { add, list } = mediaCalls(app, app.token)
  const response = await add({ image: aFile(await webpWithFrames(2)) })
  const message = 'This WebP is animated. Send a still image: JPEG, PNG, WebP or GIF.'
  expect([response.status, (await response.json()).message]).toEqual([422, message])
  expect((await list()).total).toBe(0)
})

test.each([
  ['a PNG of 900 chunks', async () => pngWithChunks(900)],
  ['a GIF of 40 frames', async () => gifWithFrames(40)],
  ['a JPEG of one scan', () => jpegWithScans(3_000, 2_000, 1)],
])(
  '%s is stored',
  async (_, build) => {
    const app = await blogApp()
    const { add } = mediaCalls(app, app.token)
    expect((await add({ image: aFile(await build()) })).status).toBe(201)
  },
  30_000,
)
