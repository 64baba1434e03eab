import { describe, expect, test } from 'bun:test'
import { heroMedia } from '#client/home/hero-media.ts'

const VIDEO_MAX_BYTES = 400_000
const SHARP_VIDEO_MAX_BYTES = 700_000
const POSTER_MAX_BYTES = 30_000
/** With its headers, what a new connection transfers in its first round trip. */
const SMALL_POSTER_MAX_BYTES = 14_000

describe.each(Object.entries(heroMedia))('the hero video, %s', (_, files) => {
  test.each([
    [files.webm, VIDEO_MAX_BYTES],
    [files.webmSharp, SHARP_VIDEO_MAX_BYTES],
    [files.mp4, VIDEO_MAX_BYTES],
    [files.webmPhone, VIDEO_MAX_BYTES],
    [files.mp4Phone, VIDEO_MAX_BYTES],
    [files.poster, POSTER_MAX_BYTES],
    [files.posterSmall, SMALL_POSTER_MAX_BYTES],
  ])('%s is named by its content hash and has at most %d bytes', async (path, most) => {
    const bytes = await Bun.file(`storage/public/${path}`).bytes()
    expect(path).toContain(new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32))
    expect(bytes.length).toBeLessThanOrEqual(most)
  })
})
