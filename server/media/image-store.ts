import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { PICTURE_WIDTHS_PX, pictureOf, picturePath } from '#contract/pictures.ts'
import { StorageError, ValidationError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { isSafePath, readBytes, realDisk, removeFile, replaceFile, unlessMissing } from '#server/storage/files.ts'
import { ascii, sniff } from '#server/storage/image-format.ts'
import { DERIVED_FOLDER, publicRootOf } from '#server/storage/public-files.ts'
import type { Details, ImageDetails } from './image-details.ts'
import { DecodeLimitError, type EncodedAs, encodeApart, encodeHere, IMAGE_MAX_PIXELS } from './image-encoding.ts'
import { mentionsIn } from './image-mentions.ts'
import { hasTooManyParts, structureOf } from './image-structure.ts'
import { originalName } from './original-name.ts'
import type { SharedUploads } from './shared-uploads.ts'

/** In all scans: about three seconds of processor time. Fifty megapixels may have forty scans; encoders write about ten. */
const DECODED_MAX_PIXELS = 2_000_000_000
/** Of one decode with its encoding: five times what the largest accepted image takes on a computer of 2020. */
const CPU_LIMIT_MS = 15_000
/** In all scans, with at most as many bytes: less work than the start of a process. */
const SMALL_MAX_PIXELS = 2_000_000

export type ImageStore = ReturnType<typeof createImageStore>

const FOLDER = 'posts'
const IMAGE_NAME = /\.(?:webp|avif|jpe?g|png|gif)$/i
const WEBP_QUALITY = 80
/** Pages show these images encoded once more. */
const COLOCATED_QUALITY = 92
/** The limit of the WebP format. */
const WEBP_MAX_SIDE_PX = 16_383
/** A decoded image of 50 megapixels takes 200 MB of memory. */
const CONCURRENT_ENCODINGS = 2
/** An import stores thousands, and only administrators wait here. */
const WAITING_MAX = 10_000

/** How an uploaded file is called on the device of an administrator, and who that is. */
export type Origin = { name: string; by: string }

export const detailsOf = ({ name, by }: Origin): Details => {
  const original = originalName(name)
  return { by, ...(original !== undefined && { name: original }) }
}

type Size = { width: number; height: number }

type Options = {
  dir: string
  /** With several replicas: where each finds what others have stored. */
  shared?: SharedUploads | undefined
  /** Where the names of uploaded files are stored. */
  details?: Pick<ImageDetails, 'change'>
  /** Low in tests. */
  cpuLimitMs?: number
}

/** Stores images under `dir`, which is served as /storage/. */
export function createImageStore({ dir, shared, details, cpuLimitMs = CPU_LIMIT_MS }: Options) {
  const fairQueue = createFairQueue({
    atOnce: CONCURRENT_ENCODINGS,
    waitingMax: WAITING_MAX,
    perNetworkMax: WAITING_MAX,
    waitMs: Number.POSITIVE_INFINITY,
    busy: 'Too many pictures are uploaded right now. Please try again in a moment.',
  })

  /** Throws `InvalidImageError`. */
  function encoded({ bytes, pixels }: Measured, as: EncodedAs): Promise<Uint8Array> {
    const isSmall = pixels <= SMALL_MAX_PIXELS && bytes.length <= SMALL_MAX_PIXELS
    return (isSmall ? encodeHere(bytes, as) : encodeApart(bytes, { ...as, cpuLimitMs })).catch(rejectImage)
  }

  /** Names contain the hash of the upload, so an existing file is never written again.*/
  async function writeVariant(upload: Measured, size: Size, file: string) {
    if (await Bun.file(file).exists()) return
    await write(file, await encoded(upload, { ...size, format: 'webp', quality: WEBP_QUALITY }))
  }

  async function write(file: string, bytes: Uint8Array): Promise<void> {
    try {
      await realDisk.mkdir(dirname(file), { recursive: true })
      await replaceFile(file, bytes)
    } catch (error) {
      throw new StorageError(error)
    }
  }

  /**
   * Re-encodes an image as WebP in up to three widths, without metadata, and returns the stored path
   * (`posts/<hash>-<width>x<height>.webp`) that `pictureOf` reads. Throws `InvalidImageError`, `StorageError`.
   */
  const store = (bytes: Uint8Array): Promise<string> => storeAt((path) => join(dir, path), bytes)
  /** The same for an image beside a post, unless it is stored as an upload already. */
  const storeDerived = (bytes: Uint8Array): Promise<string> =>
    storeAt((path) => join(dir, existsSync(join(dir, path)) ? '' : DERIVED_FOLDER, path), bytes)

  async function storeAt(fileAt: (path: string) => string, bytes: Uint8Array): Promise<string> {
    const scans = assertImage(bytes)
    return fairQueue(async () => {
      const upload = await measured(bytes, scans)
      const { width, height } = limitSize(upload)
      const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
      const path = `${FOLDER}/${hash}-${width}x${height}.webp`
      const picture = pictureOf(path, '')
      for (const narrower of picture.widths) {
        const size = { width: narrower, height: atLeastOne((height * narrower) / width) }
        await writeVariant(upload, size, fileAt(picturePath(picture, narrower)))
      }
      return path
    })
  }

  /** The same for an image that is in no text yet: the other replicas find it, too. */
  async function storeUpload(bytes: Uint8Array, origin?: Origin): Promise<string> {
    const path = await store(bytes)
    await shared?.add(pathsOf(path))
    if (origin) await details?.change(path, detailsOf(origin))
    return path
  }

  /** Writes a file of a stored image that was deleted. Throws `StorageError`. */
  async function putBack(path: string, bytes: Uint8Array): Promise<void> {
    await write(join(dir, path), bytes)
    await shared?.add([path])
  }

  /** Re-encodes an image as one WebP, without metadata, for the folder of a post. Throws `InvalidImageError`. */
  async function encode(bytes: Uint8Array, as: ColocatedFormat = 'webp'): Promise<Uint8Array> {
    const scans = assertImage(bytes)
    return fairQueue(async () => {
      const upload = await measured(bytes, scans)
      return encoded(upload, { ...limitSize(upload), format: as, quality: COLOCATED_QUALITY })
    })
  }

  /** Whether a path under `dir` is a stored image. */
  const isStored = async (path: string): Promise<boolean> => {
    if (!IMAGE_NAME.test(path) || !isSafePath(path)) return false
    return (await Bun.file(join(publicRootOf(dir, path), path)).exists()) || (await shared?.fetch(path)) === true
  }

  /** Returns the files of all widths of a stored image. */
  const filesOf = (storedPath: string): string[] => pathsOf(storedPath).map((path) => join(dir, path))

  /** The same without those that do not exist. A text that names the copy of an image beside another post needs it as an upload. */
  async function storedFilesOf(storedPath: string): Promise<string[]> {
    const files: string[] = []
    for (const path of pathsOf(storedPath)) {
      if (!(await isStored(path))) continue
      const [file, found] = [join(dir, path), join(publicRootOf(dir, path), path)]
      if (found !== file) await write(file, await readBytes(found))
      files.push(file)
    }
    return files
  }

  /** Deletes all widths of a stored image. Those that are gone already count as deleted. Throws `StorageError`. */
  async function remove(storedPath: string): Promise<void> {
    await shared?.remove(pathsOf(storedPath))
    try {
      for (const file of filesOf(storedPath)) await removeFile(file).catch(unlessMissing)
    } catch (error) {
      throw new StorageError(error)
    }
  }

  return {
    store,
    storeDerived,
    storeUpload,
    putBack,
    encode,
    filesOf,
    storedFilesOf,
    isStored,
    remove,
    /** Whether other replicas find uploads. */
    isShared: shared !== undefined,
    /** Writes the images that other replicas have stored. */
    sync: async () => shared?.sync(),
    /** The same for those that a text names. */
    async fetchMentioned(text: string): Promise<void> {
      if (shared) for (const path of mentionsIn(text)) await isStored(path)
    },
  }
}

/** The paths of all widths of a stored image. */
export function pathsOf(storedPath: string): string[] {
  const picture = pictureOf(storedPath, '')
  const paths = picture.widths.map((width) => picturePath(picture, width))
  return paths.length > 0 ? paths : [storedPath]
}

/** The formats that an image in the folder of a post can be written in. */
export type ColocatedFormat = EncodedAs['format']

/** Returns the number of scans of a JPEG, 1 for other formats. Throws `InvalidImageError`. */
function assertImage(bytes: Uint8Array): number {
  if (bytes.length > IMAGE_MAX_BYTES) throw new InvalidImageError('This picture is too large.')
  const format = sniff(bytes)
  if (!format) {
    const name = unsupportedFormat(bytes)
    throw new InvalidImageError(`${name ? `${name} files` : 'This kind of file'} cannot be used here.`)
  }
  const structure = structureOf(format, bytes)
  if (hasTooManyParts(format, structure)) throw new InvalidImageError(TOO_COMPLEX)
  // The decoder reads only still ones. `parts` are its frames.
  if (format === 'webp' && structure.parts > 0)
    throw new InvalidImageError('This WebP is animated.', ANIMATED_WEBP_MESSAGE)
  if (!structure.isComplete) throw new InvalidImageError('Only a part of this picture arrived.')
  return format === 'jpeg' ? structure.parts : 1
}

const ANIMATED_WEBP_MESSAGE = 'Send a still image: JPEG, PNG, WebP or GIF.'
const TOO_COMPLEX = 'This picture takes too long to be decoded.'

/** `pixels`: those that a decoder goes through, all of a JPEG once for each of its scans. */
type Measured = Size & { bytes: Uint8Array; pixels: number }

/** Reads the size from the head. Throws `InvalidImageError`. */
async function measured(bytes: Uint8Array, scans: number): Promise<Measured> {
  const { width, height } = await new Bun.Image(bytes, { maxPixels: IMAGE_MAX_PIXELS }).metadata().catch(rejectImage)
  const pixels = width * height * scans
  if (pixels > DECODED_MAX_PIXELS) throw new InvalidImageError(TOO_COMPLEX)
  return { bytes, width, height, pixels }
}

/** The size of the upload, turned upright, within the widest width and the format's maximum height. */
function limitSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.max(...PICTURE_WIDTHS_PX) / width, WEBP_MAX_SIDE_PX / height)
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** Throws errors of the decoder as `InvalidImageError`. Others, such as a full disk, are passed on. */
function rejectImage(error: unknown): never {
  if (error instanceof DecodeLimitError) throw new InvalidImageError(TOO_COMPLEX)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw new InvalidImageError('This picture has too many pixels.')
  if (code.startsWith('ERR_IMAGE_')) throw new InvalidImageError('This picture could not be read.')
  throw error
}

/** An uploaded or co-located file is not an image that the site accepts. */
export class InvalidImageError extends ValidationError {
  constructor(reason: string, cure = 'Send a JPEG, PNG, WebP or GIF picture of at most 10 MB and 50 megapixels.') {
    const message = `${reason} ${cure}`
    super({ image: { message } }, message)
  }
}

/** The names of common unsupported formats, for the error message. */
function unsupportedFormat(bytes: Uint8Array): string | undefined {
  const brand = ascii(bytes, 4, 8) === 'ftyp' ? ascii(bytes, 8, 12) : ''
  if (/^avi[fs]$/.test(brand)) return 'AVIF'
  if (/^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) return 'HEIC'
  return /<svg[\s>]/i.test(ascii(bytes, 0, 1024)) ? 'SVG' : undefined
}
