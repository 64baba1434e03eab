import { dirname, join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { PICTURE_WIDTHS_PX, pictureOf, picturePath } from '#contract/pictures.ts'
import { StorageError } from '#server/lib/errors.ts'
import { createSemaphore } from '#server/lib/mutex.ts'
import { realDisk, removeTemporaryFiles, replaceFile } from '#server/storage/files.ts'
import { InvalidImageError, isComplete, sniff, unsupportedFormat } from './image-format.ts'

const IMAGE_MAX_PIXELS = 50_000_000

export type ImageStore = ReturnType<typeof createImageStore>

const FOLDER = 'posts'
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
    const image = await decoded(bytes).resize(width, height).webp({ quality: WEBP_QUALITY }).bytes().catch(rejectImage)
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
  async function store(bytes: Uint8Array): Promise<string> {
    assertImage(bytes)
    return limitConcurrency(async () => {
      const { width, height } = limitSize(await decoded(bytes).metadata().catch(rejectImage))
      const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
      const path = `${FOLDER}/${hash}-${width}x${height}.webp`
      const picture = pictureOf(path, '')
      for (const narrower of picture.widths) {
        const size = { width: narrower, height: atLeastOne((height * narrower) / width) }
        await writeVariant(bytes, size, picturePath(picture, narrower))
      }
      return path
    })
  }

  /** Returns the files of all widths of a stored image. */
  function filesOf(storedPath: string): string[] {
    const picture = pictureOf(storedPath, '')
    return picture.widths.map((width) => join(dir, picturePath(picture, width)))
  }

  /** Deletes temporary files that a crash left behind. */
  const tidy = (): Promise<void> => removeTemporaryFiles(join(dir, FOLDER))

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

/** Throws errors of the decoder as `InvalidImageError`. Others, such as a full disk, are passed on. */
function rejectImage(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw new InvalidImageError('This picture has too many pixels.')
  if (code.startsWith('ERR_IMAGE_')) throw new InvalidImageError('This picture could not be read.')
  throw error
}
