import { lstatSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { type Disk, realDisk } from '#server/storage/disk.ts'
import { listFiles, listHidden } from '#server/storage/folders.ts'
import {
  type FileHead,
  FileTooLargeError,
  NotRegularFileError,
  readFileHeadSync,
  readRegularFile,
  readRegularFileSync,
} from '#server/storage/read-file.ts'
import { isTemporary, makeFolder, removeFile, type Staged, stageFile } from '#server/storage/replace-file.ts'
import { isSafePath, pathInside } from '#server/storage/safe-names.ts'
import { contentFolders, isIgnored, singleFiles } from './decode-file.ts'
import { badFile } from './errors.ts'
import { isPictureFile } from './file-id.ts'
import { FILE_MAX_BYTES } from './file-text.ts'

/** More beside one post are not looked at. */
const COLOCATED_IMAGES_MAX = 200
/** Where every kind of picture has said what it is. */
const PICTURE_HEAD_BYTES = 64

export type ContentFolder = ReturnType<typeof createContentFolder>

/** The content folder on the disk: names and bytes. It knows what lies where, and nothing of what is in it. */
export function createContentFolder(dir: string, disk: Disk = realDisk) {
  /** Every file that content is read from, as a path inside the folder, in the order of their names. */
  async function list(): Promise<string[]> {
    const folders = await Promise.all([...contentFolders.keys()].map(listFolder))
    return [...singleFiles, ...folders.flat()]
  }

  async function listFolder(folder: string): Promise<string[]> {
    if ((await kindOf(folder)) !== 'folder') return []
    const names = (await listFiles(join(dir, folder))).filter((name) => !isIgnored(name))
    const files = folder === 'posts' ? await Promise.all(names.map(listPost)) : names
    return files.flat().map((name) => `${folder}/${name}`)
  }

  /** A post's file or, where it has a folder of its own, what is read from there. */
  async function listPost(name: string): Promise<string[]> {
    if (name.includes('.') || (await kindOf(`posts/${name}`)) !== 'folder') return [name]
    const inside = await listFiles(join(dir, 'posts', name))
    const files = inside.filter((one) => !isIgnored(one)).map((one) => `${name}/${one}`)
    const pictures = files.filter((file) => isPictureFile(`posts/${file}`) && isSafePath(file))
    return [...files.filter((file) => /\.(?:md|html)$/.test(file)), ...pictures.slice(0, COLOCATED_IMAGES_MAX)]
  }

  /** Folders that are links or files: nothing in them is read. */
  async function wrongFolders(): Promise<string[]> {
    const kinds = await Promise.all([...contentFolders.keys()].map(async (folder) => [folder, await kindOf(folder)]))
    return kinds.flatMap(([folder, kind]) => (folder && kind === 'other' ? [folder] : []))
  }

  async function kindOf(folder: string): Promise<'folder' | 'other' | 'missing'> {
    const found = await lstat(join(dir, folder)).catch(() => undefined)
    if (!found) return 'missing'
    return found.isDirectory() ? 'folder' : 'other'
  }

  /** A file's bytes; `undefined` where there is none. Throws `ContentFileError` for a link, a folder and a file too large to be content. */
  async function read(file: string): Promise<Uint8Array | undefined> {
    try {
      assertNoLinkedFolder(file)
      return await readRegularFile(pathInside(dir, file), isPictureFile(file) ? IMAGE_MAX_BYTES : FILE_MAX_BYTES)
    } catch (error) {
      return asContent(error)
    }
  }

  /** The same at once, for a start. */
  function readNow(file: string): Uint8Array | undefined {
    try {
      assertNoLinkedFolder(file)
      return readRegularFileSync(pathInside(dir, file), FILE_MAX_BYTES)
    } catch (error) {
      return asContent(error)
    }
  }

  /** A picture beside a post: its first bytes and what tells it from another; `undefined` where there is none. Throws `ContentFileError`. */
  function readImageHead(file: string): FileHead | undefined {
    try {
      assertNoLinkedFolder(file)
      return readFileHeadSync(pathInside(dir, file), PICTURE_HEAD_BYTES)
    } catch (error) {
      return asContent(error)
    }
  }

  /** A post's folder may have become a link since it was listed. */
  function assertNoLinkedFolder(file: string): void {
    if (file.split('/').length > 2 && !lstatSync(dirname(pathInside(dir, file))).isDirectory())
      throw new NotRegularFileError('This folder is a link.')
  }

  /** Gets a file's next text ready, or its deletion where that is null. Throws what the disk throws. */
  async function stage(file: string, data: string | Uint8Array | null): Promise<Staged> {
    const path = pathInside(dir, file)
    if (data === null) return { put: (isStill) => remove(file, isStill), drop: async () => {} }
    await ensureFolder(file)
    return stageFile(path, data, { disk })
  }

  /** The last one out of a post's folder takes the folder along. */
  async function remove(file: string, isStill?: () => Promise<boolean>): Promise<void> {
    const path = pathInside(dir, file)
    await removeFile(path, { disk, isStill }).catch(unlessMissing)
    if (file.split('/').length > 2) await disk.rmdir(dirname(path)).catch(() => {})
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

  /** Deletes what a crash left half written. */
  async function tidy(): Promise<void> {
    for (const folder of ['.', ...contentFolders.keys(), ...(await postFolders())]) {
      if ((await kindOf(folder)) !== 'folder') continue
      const left = (await listHidden(join(dir, folder))).filter(isTemporary)
      await Promise.all(left.map((name) => disk.unlink(join(dir, folder, name)).catch(unlessMissing)))
    }
  }

  /** Where posts may have folders of their own. */
  async function postFolders(): Promise<string[]> {
    if ((await kindOf('posts')) !== 'folder') return []
    const names = await listFiles(join(dir, 'posts'))
    return names.filter((name) => !name.includes('.')).map((name) => `posts/${name}`)
  }

  return { list, wrongFolders, read, readNow, readImageHead, stage, tidy }
}

function asContent(error: unknown): undefined {
  if (error instanceof NotRegularFileError) throw badFile('this is not a regular file, so it is ignored')
  if (error instanceof FileTooLargeError) throw badFile(`the file is larger than ${error.maxBytes / 1000} kB`)
  return unlessMissing(error)
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
