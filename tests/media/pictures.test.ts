import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { narrowestPath, pictureOf, picturePath } from '#contract/pictures.ts'
import { importImages } from '#server/cli/import-images.ts'
import { createImageStore, InvalidImageError } from '#server/media/image-store.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'
import { gif, jpeg, phonePhoto, png, svg, webp } from '#tests/media/inputs.ts'

const made: string[] = []
afterAll(() => Promise.all(made.map((dir) => rm(dir, { recursive: true }))))

async function aStorage() {
  const dir = await mkdtemp(join(tmpdir(), 'pictures-'))
  made.push(dir)
  const sizeOf = async (path: string) => {
    const { width, height, format } = await new Bun.Image(join(dir, path)).metadata()
    return [width, height, format]
  }
  return { dir, sizeOf, files: () => readdir(join(dir, 'posts')).catch(() => []), ...createImageStore({ dir }) }
}

/** The error's own message; the browser shows it at the field. */
async function rejectionOf(bytes: Uint8Array): Promise<string> {
  const { store, files } = await aStorage()
  const rejection = await store(bytes).catch((error: unknown) => error)
  if (!(rejection instanceof InvalidImageError)) throw new Error('This image was not rejected')
  expect(rejection.kind).toBe('invalid')
  expect(rejection.errors?.image?.message).toBe(rejection.message)
  expect(await files()).toEqual([])
  return rejection.message
}

describe('a stored image', () => {
  test('exists in three widths, under names that a page can derive from its path', async () => {
    const { store, sizeOf, files } = await aStorage()
    const path = await store(await jpeg(2000, 1000))
    expect(path).toMatch(/^posts\/[0-9a-f]{32}-1600x800\.webp$/)
    const picture = pictureOf(path, 'A pallet')
    expect(picture.widths).toEqual([480, 960, 1600])
    for (const width of picture.widths) {
      expect(await sizeOf(picturePath(picture, width))).toEqual([width, width / 2, 'webp'])
    }
    expect((await files()).length).toBe(3)
  })

  test('is never scaled up', async () => {
    const { store, sizeOf } = await aStorage()
    const picture = pictureOf(await store(png(700, 350)), '')
    expect(picture.widths).toEqual([480, 700])
    expect(await sizeOf(picture.path)).toEqual([700, 350, 'webp'])
    expect(pictureOf(await store(png(3, 2)), '').widths).toEqual([3])
  })

  test('is listed in the narrowest width that is stored', async () => {
    const { store, sizeOf } = await aStorage()
    const narrowest = async (bytes: Parameters<typeof store>[0]) => narrowestPath(pictureOf(await store(bytes), ''))
    expect(await sizeOf(await narrowest(png(700, 350)))).toEqual([480, 240, 'webp'])
    expect(await sizeOf(await narrowest(png(480, 240)))).toEqual([480, 240, 'webp'])
    expect(await sizeOf(await narrowest(png(60, 30)))).toEqual([60, 30, 'webp'])
    expect(narrowestPath(pictureOf('posts/by-hand.jpg', ''))).toBe('posts/by-hand.jpg')
  })

  test('may be JPEG, PNG, WebP or GIF, whatever its name', async () => {
    const { store } = await aStorage()
    for (const bytes of [await jpeg(40, 20), png(40, 20), await webp(40, 20), gif()]) {
      expect(await store(bytes)).toMatch(/\.webp$/)
    }
  })

  test('is rotated upright and has no location', async () => {
    const { store, sizeOf, dir } = await aStorage()
    const photo = await phonePhoto(600, 300)
    expect(Buffer.from(photo).includes('Exif')).toBe(true)
    const path = await store(photo)
    expect(await sizeOf(path)).toEqual([300, 600, 'webp'])
    const stored = Buffer.from(await Bun.file(join(dir, path)).bytes())
    expect([stored.includes('Exif'), stored.includes('EXIF'), stored.includes('XMP')]).toEqual([false, false, false])
  })

  test('may have trailing data, as photos of some phones do', async () => {
    const { store } = await aStorage()
    expect(await store(Buffer.concat([await jpeg(40, 20), Buffer.from('SEFT trailer')]))).toMatch(/40x20/)
  })

  test('is written once for the same bytes', async () => {
    const { store, dir } = await aStorage()
    const bytes = png(60, 30)
    const path = await store(bytes)
    const first = await stat(join(dir, path))
    expect(await store(bytes)).toBe(path)
    expect((await stat(join(dir, path))).ino).toBe(first.ino)
  })

  test('may be sent many times concurrently', async () => {
    const { store, files } = await aStorage()
    const bytes = await jpeg(1000, 500)
    const paths = await Promise.all(Array.from({ length: 6 }, () => store(bytes)))
    expect(new Set(paths).size).toBe(1)
    expect((await files()).sort()).toEqual((await files()).filter((name) => name.endsWith('.webp')).sort())
    expect((await files()).length).toBe(3)
  })

  test('fits the limits of WebP, however tall it is', async () => {
    const { store, sizeOf } = await aStorage()
    expect(await sizeOf(await store(png(100, 20_000)))).toEqual([82, 16_383, 'webp'])
  })
})

describe('rejected images', () => {
  test('are vector graphics and other formats, by name', async () => {
    expect(await rejectionOf(svg())).toBe(
      'SVG files cannot be used here. Send a JPEG, PNG, WebP or GIF picture of at most 10 MB and 50 megapixels.',
    )
    const boxed = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}0000`)])
    expect(await rejectionOf(boxed('avif'))).toStartWith('AVIF files cannot be used here.')
    expect(await rejectionOf(boxed('heic'))).toStartWith('HEIC files cannot be used here.')
  })

  test('are files that are not images', async () => {
    for (const text of ['just words', '', '<script>alert(1)</script>', '\u0000\u0000', '%PDF-1.7']) {
      expect(await rejectionOf(new TextEncoder().encode(text))).toStartWith('This kind of file cannot be used here.')
    }
  })

  test('are images with corrupt data', async () => {
    for (const start of [
      [0xff, 0xd8, 0xff, 0xe0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      Buffer.from('GIF89a'),
    ]) {
      await rejectionOf(Buffer.concat([Buffer.from(start), Buffer.alloc(200, 7)]))
    }
    await rejectionOf(Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBP'))
  })

  test('are truncated images', async () => {
    for (const whole of [await jpeg(400, 300), png(400, 300), await webp(400, 300), gif()]) {
      for (const share of [0.5, 0.8, 0.98]) await rejectionOf(whole.subarray(0, Math.floor(whole.length * share)))
    }
    expect(await rejectionOf((await jpeg(400, 300)).subarray(0, -2))).toStartWith(
      'Only a part of this picture arrived.',
    )
  })

  test('are images of more than 50 megapixels, before decoding', async () => {
    const started = cpuMilliseconds()
    expect(await rejectionOf(png(20_000, 20_000, { filled: false }))).toStartWith('This picture has too many pixels.')
    expect(cpuMilliseconds() - started).toBeLessThan(500)
  })

  test('are images of more than 10 MB', async () => {
    const large = Buffer.concat([await jpeg(40, 20), Buffer.alloc(10 * 1024 * 1024)])
    expect(await rejectionOf(large)).toStartWith('This picture is too large.')
  })
})

test('bun run picture prints the front-matter line of an image', async () => {
  const { dir } = await aStorage()
  await Bun.write(join(dir, 'dough.png'), png(60, 30))
  const lines: string[] = []
  await importImages([join(dir, 'dough.png')], dir, (line) => lines.push(line))
  expect(lines.join('\n')).toMatch(/^# dough\.png\nimage: posts\/[0-9a-f]{32}-60x30\.webp$/)
})
