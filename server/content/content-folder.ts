import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, realDisk } from '#server/files/disk.ts'
import { listFiles, listHidden } from '#server/files/list-files.ts'
import { NotPlain, readPlainFile, readPlainFileNow, TooBig } from '#server/files/read-plain-file.ts'
import { isTemporary, makeFolder, removeFile, replaceFile } from '#server/files/replace-file.ts'
import { pathInside } from '#server/files/safe-names.ts'
import { badFile } from './bad-file.ts'
import { contentFolders, isIgnored, singleFiles } from './decode-file.ts'
import { FILE_MAX_BYTES } from './file-text.ts'

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
    const files = await listFiles(join(dir, folder))
    return files.filter((name) => !isIgnored(name)).map((name) => `${folder}/${name}`)
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

  /** A file's bytes; `undefined` where there is none. Throws `BadFile` for a link, a folder and a file too large to be content. */
  const read = (file: string): Promise<Uint8Array | undefined> =>
    readPlainFile(pathInside(dir, file), FILE_MAX_BYTES).catch(asContent)

  /** The same at once, for a start. */
  function readNow(file: string): Uint8Array | undefined {
    try {
      return readPlainFileNow(pathInside(dir, file), FILE_MAX_BYTES)
    } catch (error) {
      return asContent(error)
    }
  }

  /** Writes a file, or deletes it where `text` is null. Throws what the disk throws. */
  async function store(file: string, text: string | null): Promise<void> {
    const path = pathInside(dir, file)
    if (text === null) return await removeFile(path, { disk }).catch(unlessMissing)
    await ensureFolder(file)
    await replaceFile(path, text, { disk })
  }

  async function ensureFolder(file: string): Promise<void> {
    const [folder = '', name] = file.split('/')
    if (!name) return
    const kind = await kindOf(folder)
    if (kind === 'missing') await makeFolder(join(dir, folder), { disk })
    if (kind === 'other') throw new NotPlain('This folder is a link.')
  }

  /** Deletes what a crash left half written. */
  async function tidy(): Promise<void> {
    for (const folder of ['.', ...contentFolders.keys()]) {
      if ((await kindOf(folder)) !== 'folder') continue
      const left = (await listHidden(join(dir, folder))).filter(isTemporary)
      await Promise.all(left.map((name) => disk.unlink(join(dir, folder, name)).catch(unlessMissing)))
    }
  }

  return { list, wrongFolders, read, readNow, store, tidy }
}

function asContent(error: unknown): undefined {
  if (error instanceof NotPlain) throw badFile('this is not a plain file, so it is not read')
  if (error instanceof TooBig) throw badFile(`the file is larger than ${FILE_MAX_BYTES / 1000} kB`)
  return unlessMissing(error)
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
