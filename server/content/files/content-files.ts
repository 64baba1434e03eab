import { isUtf8 } from 'node:buffer'
import { type Dirent, lstatSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { ID_PATTERN } from '#contract/validate.ts'
import { unreadText } from '#server/content/dialects/text-formats.ts'
import {
  type Disk,
  type FileHead,
  type FileSignatures,
  FileTooLargeError,
  isPathInside,
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
import { badFile, ContentFileError, lineAt } from '#server/text/front-matter/content-file-error.ts'
import { isAuthorNames } from './author-names.ts'
import { ContentNotFoundError } from './errors.ts'
import { oldConfigFiles } from './old-config.ts'
import { isIgnored, isPictureFile, isPostFile, isSectionPage } from './post-names.ts'

/** A file to write or, with `data: null`, to delete. `file` is a path inside the content folder, never from a request. */
export type FileChange = { file: string; data: string | Uint8Array | null }

/** The subfolders of the content folder besides `posts`, and the names of their files. */
const flatFolders: ReadonlyMap<string, RegExp> = new Map([
  ['categories', /\.yml$/],
  ['tags', /\.yml$/],
  ['authors', /\.yml$/],
  ['landings', /\.yml$/],
  ['pages', /\.yml$/],
  ['legal', /\.md$/],
])
/** The subfolders of the content folder. */
export const contentFolders: ReadonlySet<string> = new Set(['posts', ...flatFolders.keys()])
export const singleFiles: readonly string[] = ['site.yml', 'plans.yml']

/** A file beside the folders. Those of other systems may be missing. */
const isSingleFile = (file: string) => singleFiles.includes(file) || oldConfigFiles.includes(file)

/** Whether a path inside the content folder is a content file; its base name may still be invalid. */
export function isContentFile(file: string): boolean {
  if (file.startsWith('posts/'))
    return isPostFile(file) || isPictureFile(file) || isAuthorNames(file) || isSectionPage(file)
  const [folder = '', name = '', ...deeper] = file.split('/')
  const pattern = flatFolders.get(folder)
  if (!pattern) return isSingleFile(file)
  return deeper.length === 0 && !isIgnored(name) && pattern.test(name)
}

/** The revision of a file: a save sends the one that it began from. */
export const revisionOf = (bytes: Uint8Array | string) =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)

/** Throws `ContentFileError` for a file whose base name is not a valid id. Posts and images may have any name. */
export const checkName = (file: string) => void (isSingleFile(file) || file.startsWith('posts/') || idOf(file))

/** The possible files of a new post with this id. A post that exists may have any other (see `Snapshot.ids`). */
export const filesOfPost = (id: string): string[] =>
  ['md', 'html', 'markdown', 'mdx'].flatMap((extension) => [
    `posts/${id}.${extension}`,
    `posts/${id}/index.${extension}`,
  ])

/** The id of a file that is no post: its base name. Throws `ContentFileError` for an invalid id. */
export function idOf(file: string): string {
  const id = basename(file, extname(file))
  if (ID_PATTERN.test(id)) return id
  throw badFile('the file name must be lower-case letters, digits and hyphens')
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

/** More images are not added to the folder of one post. */
export const COLOCATED_IMAGES_MAX = 200
/** Deeper folders are not read. */
const DEPTH_MAX = 12
/** More files and folders below `posts` are not read, so that a wrong copy cannot fill the memory. */
const ENTRIES_MAX = 100_000
/** Enough to recognize every kind of image. */
const IMAGE_HEAD_BYTES = 64

export type ContentFolder = ReturnType<typeof createContentFolder>

/** The content folder on the disk: names and bytes, but no content. Paths are relative to the folder. */
export function createContentFolder(dir: string, disk: Disk = realDisk) {
  let isFull = false

  /** Every content file, sorted by folder and name, and the folders that are links or files; those are ignored. */
  async function list(): Promise<string[]> {
    return [...singleFiles, ...oldConfigFiles, ...(await Promise.all([...contentFolders].map(listFolder))).flat()]
  }

  async function listFolder(folder: string): Promise<string[]> {
    if (await isWrongFolder(folder)) return [folder]
    if (folder === 'posts') return listPosts()
    return (await namesIn(folder)).filter((name) => !isIgnored(name)).map((name) => `${folder}/${name}`)
  }

  /** Everything below `posts` besides hidden files; of a folder that is not read, only its name. */
  async function listPosts(): Promise<string[]> {
    isFull = false
    const found: string[] = []
    async function walk(folder: string, depth: number): Promise<void> {
      const entries = await readdir(join(dir, folder), { withFileTypes: true })
        .catch(unlessMissing)
        .catch((error) => {
          if (folder === 'posts') throw error
          found.push(folder)
        })
      for (const entry of entries?.toSorted(byName) ?? []) {
        if (found.length >= ENTRIES_MAX) return
        if (entry.name.startsWith('.')) continue
        const path = `${folder}/${entry.name}`
        const isFolder = entry.isDirectory() || (isUnknown(entry) && (await kindOf(path)) === 'folder')
        if (isFolder && depth < DEPTH_MAX && !isIgnored(entry.name) && isPathInside(path)) await walk(path, depth + 1)
        else found.push(path)
      }
    }
    await walk('posts', 1)
    isFull = found.length >= ENTRIES_MAX
    return isFull ? [...found, 'posts'] : found
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

  /** Rejects a folder below `posts` that has become a link since it was listed. */
  function pathOf(file: string): string {
    const path = pathInside(dir, file)
    for (const folder of foldersOf(file))
      if (!lstatSync(join(dir, folder)).isDirectory()) throw new NotRegularFileError('This folder is a link.')
    return path
  }

  /** Why a path below `posts` that is no content file is not read, and what to do. */
  function reasonToSkip(file: string): string {
    const name = basename(file)
    if (file === 'posts')
      return `there are more than ${ENTRIES_MAX.toLocaleString('en')} files here: the rest is not read`
    if (!isPathInside(file)) return 'this name has characters that cannot be read here: rename it'
    if (isIgnored(name)) return 'names that begin with _ are not read: rename it to publish it'
    const found = lstatSync(join(dir, file), { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) return 'this is a link, which is not followed: replace it with the files themselves'
    if (found?.isDirectory())
      return file.split('/').length > DEPTH_MAX
        ? `folders are read to a depth of ${DEPTH_MAX}: move it up`
        : 'this folder cannot be read: check its permissions'
    return unreadText(file) ?? UNEXPECTED_NAME
  }

  /** Writes a file's next contents next to it, or prepares its deletion. Throws what the disk throws. */
  async function stage(file: string, data: string | Uint8Array | null): Promise<Staged> {
    if (data === null) return { put: () => remove(file), drop: async () => {} }
    await ensureFolder(file)
    return stageFile(pathInside(dir, file), data, { disk })
  }

  /** Deletes a file, and the folders below `posts` whose last file it was. */
  async function remove(file: string): Promise<void> {
    await removeFile(pathInside(dir, file), { disk }).catch(unlessMissing)
    try {
      for (const folder of foldersOf(file)) await disk.rmdir(join(dir, folder))
    } catch {
      // This folder has other files.
    }
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
    for (const folder of ['.', ...contentFolders])
      if ((await kindOf(folder)) === 'folder')
        await removeTemporaryFiles(join(dir, folder), { recursive: folder === 'posts' })
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
    reasonToSkip,
    /** Whether there are more files below `posts` than are read. */
    isFull: () => isFull,
    stage,
    tidy,
  }
}

const UNEXPECTED_NAME =
  'unexpected file name; ignored (expected *.md, *.markdown, *.mdx, *.html or *.htm, or an image *.jpg, *.png, *.webp, *.gif or *.svg)'

/** The folders below `posts` that a file is in, the deepest first. */
function foldersOf(file: string): string[] {
  const folders: string[] = []
  for (let folder = dirname(file); folder.startsWith('posts/'); folder = dirname(folder)) folders.push(folder)
  return folders
}

/** In the order of their bytes. */
const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1)
/** Some file systems do not say what an entry is. */
const isUnknown = (entry: Dirent) => !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()

function orContentFileError<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotRegularFileError) throw badFile('this is not a regular file, so it is ignored')
    if (error instanceof FileTooLargeError) throw badFile(`the file is larger than ${error.maxBytes / 1000} kB`)
    return unlessMissing(error)
  }
}
