import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImageStore } from '#server/media/image-store.ts'
import { jpeg, png, webp } from './inputs.ts'

const dir = await mkdtemp(join(tmpdir(), 'images-'))
afterAll(() => rm(dir, { recursive: true }))

/** Too large to be decoded in this process. */
const large = { width: 1_600, height: 1_300 }
const message = (error: Error) => error.message

describe('a decode', () => {
  test('that takes more processor time than its limit ends with its process, and the next image is encoded', async () => {
    const images = createImageStore({ dir, cpuLimitMs: 1 })
    const bytes = await jpeg(large.width, large.height)
    const rejected = await Promise.all([images.store(bytes), images.encode(bytes)].map((one) => one.catch(message)))
    expect(new Set(rejected)).toEqual(
      new Set([
        'This picture takes too long to be decoded. Send a JPEG, PNG, WebP or GIF picture of at most 10 MB and 50 megapixels.',
      ]),
    )
    expect(await images.store(await jpeg(40, 30))).toEndWith('-40x30.webp')
  }, 30_000)

  test.each([
    ['PNG', async () => png(large.width, large.height)],
    ['JPEG', () => jpeg(large.width, large.height)],
    ['WebP', () => webp(large.width, large.height)],
  ])(
    'of a large %s within its limit has the pixels that it would have here',
    async (_, build) => {
      const images = createImageStore({ dir })
      const bytes = await build()
      const encoded = await images.encode(bytes)
      const { width, height } = await new Bun.Image(encoded).metadata()
      const here = await new Bun.Image(bytes).resize(width, height).webp({ quality: 92 }).bytes()
      expect(Buffer.from(encoded).equals(here)).toBe(true)
    },
    30_000,
  )

  test('of a large file that is no image says so', async () => {
    const images = createImageStore({ dir })
    const bytes = Buffer.from(await jpeg(large.width, large.height))
    // Behind the head, which has the size.
    bytes.fill(0xff, bytes.indexOf(Buffer.from([0xff, 0xc4])), bytes.length - 2)
    expect(await images.encode(bytes).catch(message)).toStartWith('This picture could not be read.')
  }, 30_000)
})
