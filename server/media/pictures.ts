import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '#contract/limits.ts'
import { PICTURE_WIDTHS_PX } from '#contract/pictures.ts'
import { StorageError } from '#server/lib/errors.ts'
import { createSemaphore } from '#server/lib/semaphore.ts'
import { realDisk } from '#server/storage/disk.ts'
import { removeTemporaryFiles } from '#server/storage/folders.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import { isComplete } from './is-truncated.ts'
import { InvalidImageError } from './not-a-picture.ts'
import { foreignKind, sniff } from './sniff.ts'

export type Pictures = ReturnType<typeof createPictures>

const WEBP_QUALITY = 80
/** The format itself ends there. */
const WEBP_MAX_SIDE_PX = 16_383
/** A decoded picture of 50 megapixels takes 200 MB of memory. */
const RE_ENCODINGS_AT_ONCE = 2

type Size = { width: number; height: number }

/** Keeps uploaded pictures under `dir`, which is the URL /storage/ (decision 15). */
export function createPictures({ dir }: { dir: string }) {
  const oneOfTwo = createSemaphore(RE_ENCODINGS_AT_ONCE)

  /** Writes what is not there yet: under the name of its bytes, a file never changes. */
  async function keepWidth(bytes: Uint8Array, { width, height }: Size, path: string) {
    const file = join(dir, path)
    if (await exists(file)) return
    const picture = await readable(picked(bytes).resize(width, height).webp({ quality: WEBP_QUALITY }).bytes())
    await store(file, picture)
  }

  /**
   * Re-encodes a JPEG, PNG, WebP or GIF as WebP in up to three widths, without its metadata, and gives the stored path
   * (`posts/<hash>-<width>x<height>.webp`) that `pictureOf` of the contract reads. Throws `InvalidImageError`, `StorageError`.
   */
  async function keep(bytes: Uint8Array, folder = 'posts'): Promise<string> {
    assertImage(bytes)
    return oneOfTwo(async () => {
      const widest = fitted(await readable(picked(bytes).metadata()))
      const base = `${folder}/${new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)}`
      const path = `${base}-${widest.width}x${widest.height}.webp`
      for (const width of PICTURE_WIDTHS_PX.filter((one) => one < widest.width)) {
        await keepWidth(bytes, narrowed(widest, width), `${base}-${width}.webp`)
      }
      await keepWidth(bytes, widest, path)
      return path
    })
  }

  /** Where all widths of a kept picture lie. */
  async function filesOf(storedPath: string): Promise<string[]> {
    const base = storedPath.replace(/-\d+x\d+\.webp$/, '')
    const names = await readdir(join(dir, dirname(storedPath))).catch(() => [])
    return names.filter((name) => name.startsWith(`${basename(base)}-`)).map((name) => join(dir, dirname(base), name))
  }

  /** Deletes what a crash left half written. */
  const tidy = (folder = 'posts'): Promise<void> => removeTemporaryFiles(join(dir, folder))

  return { keep, filesOf, tidy }
}

async function store(file: string, picture: Uint8Array) {
  try {
    await realDisk.mkdir(dirname(file), { recursive: true })
    await replaceFile(file, picture)
  } catch (error) {
    throw new StorageError(error)
  }
}

function assertImage(bytes: Uint8Array) {
  if (bytes.length > IMAGE_MAX_BYTES) throw new InvalidImageError('This picture is too large.')
  const kind = sniff(bytes)
  if (!kind) throw new InvalidImageError(`${foreignName(bytes)} cannot be used here.`)
  if (!isComplete(kind, bytes)) throw new InvalidImageError('Only a part of this picture arrived.')
}

function foreignName(bytes: Uint8Array): string {
  const kind = foreignKind(bytes)
  return kind ? `${kind} files` : 'This kind of file'
}

const picked = (bytes: Uint8Array) => new Bun.Image(bytes, { maxPixels: IMAGE_MAX_PIXELS })

/** The size to keep: as uploaded and turned upright, but at most as wide as the widest width and as high as WebP can be. */
function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, Math.max(...PICTURE_WIDTHS_PX) / width, WEBP_MAX_SIDE_PX / height)
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

const narrowed = (widest: Size, width: number): Size => ({
  width,
  height: atLeastOne((widest.height * width) / widest.width),
})

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** What the decoder refuses is the sender's matter; a full disk, say, is not. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw new InvalidImageError('This picture has too many pixels.')
    if (code.startsWith('ERR_IMAGE_')) throw new InvalidImageError('This picture could not be read.')
    throw error
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )
