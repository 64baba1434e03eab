import { type FileSignature, type FileSignatures, statFiles } from '#server/storage/watch-folder.ts'
import { type LoadedFile, type LoadedFiles, ROOT } from './build-snapshot.ts'
import { fileText, isPictureFile } from './content-file.ts'
import type { ContentFolder } from './content-folder.ts'
import { type ContentState, nextSnapshot } from './content-state.ts'
import {
  checkName,
  contentFolders,
  decodeFile,
  decodePicture,
  isContentFile,
  revisionIn,
  revisionOf,
  singleFiles,
} from './decode-file.ts'
import type { DecodedPost } from './decode-post.ts'
import { badFile, ContentFileError, ContentNotFoundError, ifValid, problem, problemsOf } from './errors.ts'
import type { VersionStore } from './version-store.ts'

/** Decoded posts by the signature of their file (see `createDecodedCache`). */
export type DecodedCache = {
  read(signatures: FileSignatures): ReadonlyMap<string, DecodedPost>
  add(file: string, signature: FileSignature, decoded: DecodedPost): void
}
/** Called with the bytes of every valid file that is read. */
export type OnFileLoaded = (file: string, revision: string, bytes: Uint8Array) => unknown
type Known = { before?: LoadedFile | undefined; onFileLoaded?: OnFileLoaded | undefined }
type OnDisk = { dir: string; folder: ContentFolder; onFileLoaded?: OnFileLoaded | undefined }

/** Files read without a pause; 50 take about 5 ms. */
const BATCH_SIZE = 50

/** Reads the whole folder, without the posts that the cache has. Never fails because of one file. */
export async function readAll(dir: string, folder: ContentFolder, cache?: DecodedCache): Promise<LoadedFiles> {
  const names = await folder.list()
  const posts = cache ? names.filter((file) => file.startsWith('posts/') && !isPictureFile(file)) : []
  const signatures = await statFiles(dir, posts)
  const cached = cache?.read(signatures)
  const read = names.map((file) => {
    const decoded = cached?.get(file)
    if (decoded) return [file, { decoded, problems: [] }] as const
    const loaded = readOne(dir, folder, file)
    const signature = signatures.get(file)
    if (signature && loaded?.decoded?.kind === 'posts') cache?.add(file, signature, loaded.decoded)
    return [file, loaded] as const
  })
  const wrong = (await folder.wrongFolders()).map((name) => [name, wrongFolder(dir, name)] as const)
  return new Map([...read, ...wrong].flatMap(([file, loaded]) => (loaded ? [[file, loaded]] : [])))
}

/**
 * Reads these files again and returns the next state, in which a broken file keeps its last good version. Returns the same
 * state where no file has changed: a touched file is no change.
 */
export async function reloadFiles(disk: OnDisk, now: ContentState, names: readonly string[]): Promise<ContentState> {
  const files = new Map(now.files)
  const changed = files.delete(ROOT) ? [ROOT] : []
  for (const [index, file] of names.filter((name) => name !== ROOT).entries()) {
    const before = files.get(file)
    const found = await reloadOne(disk, file, before)
    if (!isSame(before, found)) {
      changed.push(file)
      if (found) files.set(file, { ...found, decoded: found.decoded ?? before?.decoded })
      else files.delete(file)
    }
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise(setImmediate)
  }
  return changed.length > 0 ? { files, snapshot: nextSnapshot(disk.dir, now, files, changed) } : now
}

async function reloadOne({ dir, folder, onFileLoaded }: OnDisk, file: string, before?: LoadedFile) {
  if (!contentFolders.has(file)) return readOne(dir, folder, file, { before, onFileLoaded })
  return (await folder.wrongFolders()).includes(file) ? wrongFolder(dir, file) : undefined
}

function isSame(before: LoadedFile | undefined, found: LoadedFile | undefined): boolean {
  if (!before || !found || before === found) return before === found
  if (!Bun.deepEquals(before.problems, found.problems)) return false
  return !found.decoded || (before.decoded !== undefined && revisionIn(before.decoded) === revisionIn(found.decoded))
}

/** One file as it is on the disk; `undefined` where it is gone. A file with the revision of `before` is not parsed again. */
function readOne(dir: string, folder: ContentFolder, file: string, known: Known = {}): LoadedFile | undefined {
  if (!isContentFile(file)) return { decoded: undefined, problems: [problem(dir, file, UNEXPECTED_NAME, 'warning')] }
  try {
    checkName(file)
    if (isPictureFile(file)) {
      const found = folder.readImageHead(file)
      return found && { decoded: decodePicture(file, found), problems: [] }
    }
    const bytes = folder.readNow(file)
    if (bytes) return decodeBytes(file, bytes, known)
    if (!singleFiles.includes(file)) return undefined
    return { decoded: undefined, problems: [problem(dir, file, 'this file is missing', 'error')] }
  } catch (error) {
    return { decoded: undefined, problems: problemsOf(dir, file, toContentFileError(error)) }
  }
}

function decodeBytes(file: string, bytes: Uint8Array, { before, onFileLoaded }: Known): LoadedFile {
  if (before?.decoded && before.problems.length === 0 && revisionIn(before.decoded) === revisionOf(bytes)) return before
  const decoded = decodeFile(file, bytes)
  onFileLoaded?.(file, revisionIn(decoded), bytes)
  return { decoded, problems: [] }
}

/** A file that the disk cannot read is a problem of that file. Any other error is a bug. */
function toContentFileError(error: unknown): ContentFileError {
  if (error instanceof ContentFileError) return error
  if (error instanceof Error && 'code' in error) return badFile(`this file cannot be read (${error.code})`)
  throw error
}

const UNEXPECTED_NAME = 'unexpected file name; ignored'
const wrongFolder = (dir: string, folder: string): LoadedFile => ({
  decoded: undefined,
  problems: [problem(dir, folder, 'this is not a regular folder, so it is ignored', 'error')],
})

/** How often a missing file is looked for: an editor may be replacing it. */
const ATTEMPTS = 5
const RETRY_MS = 100

type FileVersion = { file: string; revision: string }

/**
 * The text that an entry of a snapshot was read from: from its file or, if the file has changed since, from the version
 * store. If it is in neither, the new text of the file, if that is valid. Throws `ContentNotFoundError`.
 */
export async function entryText(
  folder: ContentFolder,
  versions: VersionStore | undefined,
  { file, revision }: FileVersion,
): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const bytes = await folder.read(file).catch(() => undefined)
    if (bytes && revisionOf(bytes) === revision) return fileText(bytes)
    const text = versions?.read(revision) ?? (bytes && ifValid(() => decodeFile(file, bytes) && fileText(bytes)))
    if (text !== undefined) return text
    if (attempt < ATTEMPTS) await Bun.sleep(RETRY_MS)
  }
  throw new ContentNotFoundError()
}
