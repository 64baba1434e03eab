import { isUtf8 } from 'node:buffer'
import { lstatSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { ID_PATTERN } from '#contract/validate.ts'
import { badFile, ContentFileError, lineAt } from '#server/lib/text-file.ts'
import {
  type Disk,
  type FileHead,
  type FileSignatures,
  FileTooLargeError,
  isSafePath,
  listFiles,
  makeFolder,
  NotRegularFileError,
  pathInside,
  readFileHeadSync,
  readRegularFileSync,
  realDisk,
  removeFile,
  type Staged,
  stageFile,
  statFiles,
  unlessMissing,
} from '#server/storage/files.ts'
import { removeTemporaryFiles } from '#server/storage/prepare-folder.ts'
import { isAuthorNames } from './author-names.ts'
import { ContentNotFoundError } from './errors.ts'

/** A file to write or, with `data: null`, to delete. `file` is a path inside the content folder, never from a request. */
export type FileChange = { file: string; data: string | Uint8Array | null }

/** The subfolders of the content folder, and the names of their files. */
export const contentFolders: ReadonlyMap<string, RegExp> = new Map([
  ['posts', /\.(?:md|html)$/],
  ['categories', /\.yml$/],
  ['tags', /\.yml$/],
  ['authors', /\.yml$/],
  ['landings', /\.yml$/],
  ['legal', /\.md$/],
])
export const singleFiles: readonly string[] = ['site.yml', 'plans.yml']

/** Files with `_` are drafts and notes of editors. */
export const isIgnored = (name: string) => name.startsWith('_') || name.startsWith('.')

/** Whether a path inside the content folder is a content file; its base name may still be invalid. */
export function isContentFile(file: string): boolean {
  if (isAuthorNames(file)) return true
  const [folder = '', name = '', ...deeper] = file.split('/')
  const pattern = contentFolders.get(folder)
  if (!pattern) return singleFiles.includes(file)
  if (isIgnored(name)) return false
  return deeper.length === 0 ? pattern.test(name) : isPostFolder(file) || isPictureFile(file)
}

/** The revision of a file: a save sends the one that it began from. */
export const revisionOf = (bytes: Uint8Array | string) =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)

/** Throws `ContentFileError` for a file whose base name is not a valid id. Any other path is safe to open. */
export const checkName = (file: string) => void (singleFiles.includes(file) || isPictureFile(file) || idOf(file))

/** Whether a file is `posts/<id>/index.md`: a post in its own folder. */
export const isPostFolder = (file: string) => /^posts\/[^/]+\/index\.(?:md|html)$/.test(file)

/** Whether a file is named like a co-located image. */
export const isPictureFile = (file: string) => /^posts\/[^/]+\/[^/]+\.(?:jpe?g|png|webp|gif)$/i.test(file)

/** The possible files of the post with this id. */
export const filesOfPost = (id: string): string[] =>
  ['md', 'html'].flatMap((format) => [`posts/${id}.${format}`, `posts/${id}/index.${format}`])

/** The id of a file: its base name, or the name of its post folder. Throws `ContentFileError` for an invalid id. */
export function idOf(file: string): string {
  const inFolder = isPostFolder(file)
  const id = inFolder ? basename(dirname(file)) : basename(file, extname(file))
  if (ID_PATTERN.test(id)) return id
  throw badFile(`the ${inFolder ? 'folder' : 'file'} name must be lower-case letters, digits and hyphens`)
}

/** The longest post in any script: 200,000 characters of three bytes, and its front matter. */
export const FILE_MAX_BYTES = 700_000

/** The text of a content file, byte order mark included. Throws `ContentFileError` for a file that is not text. */
export function fileText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw badFile('the file is empty')
  if (bytes.length > FILE_MAX_BYTES) throw badFile(`the file is larger than ${FILE_MAX_BYTES / 1000} kB`)
  if (!isUtf8(bytes)) throw badFile('the file is not UTF-8 text')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const nul = text.indexOf('\0')
  if (nul !== -1) throw badFile('the file contains a NUL byte', lineAt(text, nul))
  return text
}

/** The same for bytes that are being read; a file that is not text counts as missing. Throws `ContentNotFoundError`. */
export async function textOrGone(bytes: Promise<Uint8Array>): Promise<string> {
  try {
    return fileText(await bytes)
  } catch (error) {
    throw error instanceof ContentFileError ? new ContentNotFoundError() : error
  }
}

/** More images in the folder of one post are ignored. */
export const COLOCATED_IMAGES_MAX = 200
/** Enough to recognize every kind of image. */
const IMAGE_HEAD_BYTES = 64

export type ContentFolder = ReturnType<typeof createContentFolder>

/** The content folder on the disk: names and bytes, but no content. Paths are relative to the folder. */
export function createContentFolder(dir: string, disk: Disk = realDisk) {
  /** Every content file, sorted by folder and name, and the folders that are links or files; those are ignored. */
  async function list(): Promise<string[]> {
    return [...singleFiles, ...(await Promise.all([...contentFolders.keys()].map(listFolder))).flat()]
  }

  async function listFolder(folder: string): Promise<string[]> {
    if (await isWrongFolder(folder)) return [folder]
    const names = (await namesIn(folder)).filter((name) => !isIgnored(name))
    const files = folder === 'posts' ? await Promise.all(names.map(listPost)) : names
    return files.flat().map((name) => `${folder}/${name}`)
  }

  /** A post's file or, where the post has a folder, its content files. */
  async function listPost(name: string): Promise<string[]> {
    if (name.includes('.') || (await kindOf(`posts/${name}`)) !== 'folder') return [name]
    const files = (await namesIn(`posts/${name}`)).filter((one) => !isIgnored(one)).map((one) => `${name}/${one}`)
    const images = files.filter((file) => isPictureFile(`posts/${file}`) && isSafePath(file))
    return [...files.filter((file) => /\.(?:md|html)$/.test(file)), ...images.slice(0, COLOCATED_IMAGES_MAX)]
  }

  const namesIn = async (folder: string) => ((await kindOf(folder)) === 'folder' ? listFiles(join(dir, folder)) : [])

  const isWrongFolder = async (folder: string) => (await kindOf(folder)) === 'other'

  async function kindOf(folder: string): Promise<'folder' | 'other' | 'missing'> {
    const found = await lstat(join(dir, folder)).catch(() => undefined)
    if (!found) return 'missing'
    return found.isDirectory() ? 'folder' : 'other'
  }

  /**
   * A file's bytes; `undefined` where there is none. Synchronous, which is faster for ten thousand files at a start. Throws
   * `ContentFileError` for a link, a folder and a file that is too large.
   */
  const readNow = (file: string): Uint8Array | undefined =>
    orContentFileError(() => readRegularFileSync(pathOf(file), isPictureFile(file) ? IMAGE_MAX_BYTES : FILE_MAX_BYTES))

  /** The first bytes and the metadata of a co-located image; `undefined` where there is none. Throws `ContentFileError`. */
  const readImageHead = (file: string): FileHead | undefined =>
    orContentFileError(() => readFileHeadSync(pathOf(file), IMAGE_HEAD_BYTES))

  /** Rejects a post's folder that has become a link since it was listed. */
  function pathOf(file: string): string {
    const path = pathInside(dir, file)
    if (isInPostFolder(file) && !lstatSync(dirname(path)).isDirectory())
      throw new NotRegularFileError('This folder is a link.')
    return path
  }

  /** Writes a file's next contents next to it, or prepares its deletion. Throws what the disk throws. */
  async function stage(file: string, data: string | Uint8Array | null): Promise<Staged> {
    if (data === null) return { put: () => remove(file), drop: async () => {} }
    await ensureFolder(file)
    return stageFile(pathInside(dir, file), data, { disk })
  }

  /** Deletes a file, and a post's folder with its last file. */
  async function remove(file: string): Promise<void> {
    const path = pathInside(dir, file)
    await removeFile(path, { disk }).catch(unlessMissing)
    if (isInPostFolder(file)) await disk.rmdir(dirname(path)).catch(() => {})
  }

  async function ensureFolder(file: string): Promise<void> {
    const steps = file.split('/').slice(0, -1)
    for (const depth of steps.keys()) {
      const folder = steps.slice(0, depth + 1).join('/')
      const kind = await kindOf(folder)
      if (kind === 'missing') await makeFolder(join(dir, folder), { disk })
      if (kind === 'other') throw new NotRegularFileError('This folder is a link.')
    }
  }

  /** Deletes temporary files that a crash left behind. */
  async function tidy(): Promise<void> {
    const inPosts = (await namesIn('posts')).filter((name) => !name.includes('.')).map((name) => `posts/${name}`)
    for (const folder of ['.', ...contentFolders.keys(), ...inPosts])
      if ((await kindOf(folder)) === 'folder') await removeTemporaryFiles(join(dir, folder))
  }

  /** The metadata of all files. */
  const signatures = async (): Promise<FileSignatures> => statFiles(dir, await list())

  return {
    list,
    signatures,
    isWrongFolder,
    read: async (file: string) => readNow(file),
    readNow,
    readImageHead,
    stage,
    tidy,
  }
}

const isInPostFolder = (file: string) => file.split('/').length > 2

function orContentFileError<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotRegularFileError) throw badFile('this is not a regular file, so it is ignored')
    if (error instanceof FileTooLargeError) throw badFile(`the file is larger than ${error.maxBytes / 1000} kB`)
    return unlessMissing(error)
  }
}
