import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { PICTURE_WIDTHS_PX } from '#contract/pictures.ts'
import { StorageError } from '#server/lib/errors.ts'
import { createSemaphore } from '#server/lib/mutex.ts'
import { realDisk, removeTemporaryFiles, replaceFile } from '#server/storage/files.ts'
import { InvalidImageError, isComplete, sniff, unsupportedFormat } from './image-format.ts'

const IMAGE_MAX_PIXELS = 50_000_000

export type ImageStore = ReturnType<typeof createImageStore>

const WEBP_QUALITY = 80
/** The limit of the WebP format. */
const WEBP_MAX_SIDE_PX = 16_383
/** A decoded image of 50 megapixels takes 200 MB of memory. */
const CONCURRENT_ENCODINGS = 2

type Size = { width: number; height: number }

/** Stores images under `dir`, which is served as /storage/. */
export function createImageStore({ dir }: { dir: string }) {
  const limitConcurrency = createSemaphore(CONCURRENT_ENCODINGS)

  /** Names contain the hash of the upload, so an existing file is never written again. */
  async function writeVariant(bytes: Uint8Array, { width, height }: Size, path: string) {
    const file = join(dir, path)
    if (await Bun.file(file).exists()) return
    const image = await orInvalid(decoded(bytes).resize(width, height).webp({ quality: WEBP_QUALITY }).bytes())
    try {
      await realDisk.mkdir(dirname(file), { recursive: true })
      await replaceFile(file, image)
    } catch (error) {
      throw new StorageError(error)
    }
  }

  /**
   * Re-encodes an image as WebP in up to three widths, without metadata, and returns the stored path
   * (`posts/<hash>-<width>x<height>.webp`) that `pictureOf` reads. Throws `InvalidImageError`, `StorageError`.
   */
  async function store(bytes: Uint8Array, folder = 'posts'): Promise<string> {
    assertImage(bytes)
    return limitConcurrency(async () => {
      const widest = limitSize(await orInvalid(decoded(bytes).metadata()))
      const base = `${folder}/${new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)}`
      const path = `${base}-${widest.width}x${widest.height}.webp`
      for (const width of PICTURE_WIDTHS_PX.filter((one) => one < widest.width)) {
        const height = atLeastOne((widest.height * width) / widest.width)
        await writeVariant(bytes, { width, height }, `${base}-${width}.webp`)
      }
      await writeVariant(bytes, widest, path)
      return path
    })
  }

  /** Returns the files of all widths of a stored image. */
  async function filesOf(storedPath: string): Promise<string[]> {
    const base = storedPath.replace(/-\d+x\d+\.webp$/, '')
    const names = await readdir(join(dir, dirname(storedPath))).catch(() => [])
    return names.filter((name) => name.startsWith(`${basename(base)}-`)).map((name) => join(dir, dirname(base), name))
  }

  /** Deletes temporary files that a crash left behind. */
  const tidy = (folder = 'posts'): Promise<void> => removeTemporaryFiles(join(dir, folder))

  return { store, filesOf, tidy }
}

function assertImage(bytes: Uint8Array) {
  if (bytes.length > IMAGE_MAX_BYTES) throw new InvalidImageError('This picture is too large.')
  const format = sniff(bytes)
  if (!format) {
    const name = unsupportedFormat(bytes)
    throw new InvalidImageError(`${name ? `${name} files` : 'This kind of file'} cannot be used here.`)
  }
  if (!isComplete(format, bytes)) throw new InvalidImageError('Only a part of this picture arrived.')
}

const decoded = (bytes: Uint8Array) => new Bun.Image(bytes, { maxPixels: IMAGE_MAX_PIXELS })

/** The size of the upload, turned upright, within the widest width and the format's maximum height. */
function limitSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.max(...PICTURE_WIDTHS_PX) / width, WEBP_MAX_SIDE_PX / height)
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** Turns errors of the decoder into `InvalidImageError`. Others, such as a full disk, are passed on. */
async function orInvalid<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw new InvalidImageError('This picture has too many pixels.')
    if (code.startsWith('ERR_IMAGE_')) throw new InvalidImageError('This picture could not be read.')
    throw error
  }
}
