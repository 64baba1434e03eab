import { bytesOf } from '#server/lib/bytes.ts'
import { badFile, ContentFileError, ifValid } from '#server/lib/text-file.ts'
import type { FileChange, Rename } from './content.ts'
import {
  type ContentFolder,
  checkName,
  contentFolders,
  filesOfPost,
  fileText,
  isContentFile,
  isPictureFile,
  revisionOf,
  singleFiles,
} from './content-files.ts'
import { decodeFile, decodePicture, revisionIn } from './decode-file.ts'
import { ContentNotFoundError, InvalidContentError, type Problem, problemsOf } from './errors.ts'
import type { FileCache } from './file-cache.ts'
import { buildSnapshot, type LoadedFile, type LoadedFiles, ROOT, type Snapshot } from './snapshot.ts'

/** All files, redirects that are in none of them, and the snapshot made of both. Never changed in place. */
export type ContentState = { files: LoadedFiles; redirects: readonly Rename[]; snapshot: Snapshot }

/** Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export function createState(dir: string, files: LoadedFiles, redirects: readonly Rename[] = []): ContentState {
  const snapshot = buildSnapshot(dir, files)
  const open = redirects.filter((one) => isOpen(one, snapshot))
  const aliases = new Map([...snapshot.aliases, ...open.map(({ from, to }) => [from, to] as const)])
  return { files, redirects, snapshot: { ...snapshot, aliases } }
}

export const isUnresolved = (id: string, { posts, aliases }: Snapshot) => !posts.has(id) && !aliases.has(id)
export const isOpen = ({ from, to }: Rename, now: Snapshot) => isUnresolved(from, now) && now.posts.has(to)

/** The state after these changes. Throws `InvalidContentError` for a file that could not be read again, or whose id is taken. */
export function applyChanges(dir: string, now: ContentState, changes: readonly FileChange[]): ContentState {
  const files = new Map(now.files)
  for (const change of changes) {
    const { file } = change
    if (!isContentFile(file)) throw new RangeError(`${file} is not a content file.`)
    const bytes = bytesOf(change)
    if (bytes === null) files.delete(file)
    else files.set(file, { decoded: decodeOrReject(file, bytes), problems: [] })
  }
  const changed = changes.map(({ file }) => file)
  const next = createState(dir, files, now.redirects)
  assertIdsAreFree(changed, now.files, next)
  return next
}

/** The reasons may quote the user's input, so the message names only the place. */
function decodeOrReject(file: string, bytes: Uint8Array) {
  try {
    return decodeFile(file, bytes)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const { line, column } = error.flaws[0] ?? { line: 1, column: 1 }
    const message = `Nothing was saved: ${file} could not be read again (line ${line}, column ${column}).`
    throw new InvalidContentError(message)
  }
}

/** Of two files with one id, one would not be shown. Where two exist already, the one that is shown can be changed. */
function assertIdsAreFree(changed: readonly string[], before: LoadedFiles, { files, snapshot }: ContentState): void {
  for (const file of changed) {
    const decoded = files.get(file)?.decoded
    if (decoded?.kind !== 'posts') continue
    if (!filesOfPost(decoded.post.id).some((one) => one !== file && files.has(one))) continue
    const isShown = before.has(file) && snapshot.posts.get(decoded.post.id)?.file === file
    if (!isShown) throw new InvalidContentError('Nothing was saved: another post has this id already.')
  }
}

/** The same content with a problem of the folder as a whole. */
export function withFolderError(dir: string, now: ContentState, reason: string): ContentState {
  const error: LoadedFile = { decoded: undefined, problems: problemsOf(dir, ROOT, badFile(reason)) }
  if (Bun.deepEquals(now.files.get(ROOT), error)) return now
  return createState(dir, new Map(now.files).set(ROOT, error), now.redirects)
}

type OnDisk = { dir: string; folder: ContentFolder; cache?: FileCache | undefined }

/** Files read without a pause; 50 take about 5 ms. */
const BATCH_SIZE = 50

/** Reads the whole folder, without the posts that the cache has. Never fails because of one file. */
export async function readAll({ dir, folder, cache }: OnDisk): Promise<LoadedFiles> {
  const names = await folder.list()
  const cached = await cache?.decodedPosts(names.filter((file) => file.startsWith('posts/') && !isPictureFile(file)))
  const files = new Map<string, LoadedFile>()
  for (const file of names) {
    const decoded = cached?.get(file)
    const loaded = decoded ? { decoded, problems: [] } : readOne({ dir, folder }, file)
    if (loaded) files.set(file, loaded)
  }
  return files
}

/**
 * Reads these files again and returns the next state, in which a broken file keeps its last good version. Returns the same
 * state where no file has changed: a touched file is no change.
 */
export async function reloadFiles(disk: OnDisk, now: ContentState, names: readonly string[]): Promise<ContentState> {
  const files = new Map(now.files)
  let isChanged = files.delete(ROOT)
  for (const [index, file] of names.filter((name) => name !== ROOT).entries()) {
    const before = files.get(file)
    const found = contentFolders.has(file) && !(await disk.folder.isWrongFolder(file)) ? undefined : readOne(disk, file)
    if (!isSame(before, found)) {
      isChanged = true
      if (found) files.set(file, { ...found, decoded: found.decoded ?? before?.decoded })
      else files.delete(file)
    }
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise(setImmediate)
  }
  return isChanged ? createState(disk.dir, files, now.redirects) : now
}

function isSame(before: LoadedFile | undefined, found: LoadedFile | undefined): boolean {
  if (!before || !found) return before === found
  if (!Bun.deepEquals(before.problems, found.problems)) return false
  return !found.decoded || (before.decoded !== undefined && revisionIn(before.decoded) === revisionIn(found.decoded))
}

/** One file as it is on the disk; `undefined` where it is gone. */
function readOne({ dir, folder, cache }: OnDisk, file: string): LoadedFile | undefined {
  const invalid = (reason: string, severity: Problem['severity'] = 'error') => ({
    decoded: undefined,
    problems: problemsOf(dir, file, badFile(reason), severity),
  })
  if (contentFolders.has(file)) return invalid('this is not a regular folder, so it is ignored')
  if (!isContentFile(file)) return invalid('unexpected file name; ignored', 'warning')
  try {
    checkName(file)
    if (isPictureFile(file)) {
      const found = folder.readImageHead(file)
      return found && { decoded: decodePicture(file, found), problems: [] }
    }
    const bytes = folder.readNow(file)
    if (!bytes) return singleFiles.includes(file) ? invalid('this file is missing') : undefined
    const decoded = decodeFile(file, bytes)
    cache?.setLastGood(file, revisionIn(decoded), bytes)
    return { decoded, problems: [] }
  } catch (error) {
    return { decoded: undefined, problems: problemsOf(dir, file, toContentFileError(error)) }
  }
}

/** A file that the disk cannot read is a problem of that file. Any other error is a bug. */
function toContentFileError(error: unknown): ContentFileError {
  if (error instanceof ContentFileError) return error
  if (error instanceof Error && 'code' in error) return badFile(`this file cannot be read (${error.code})`)
  throw error
}

/** How often a missing file is looked for: an editor may be replacing it. */
const ATTEMPTS = 5
const RETRY_MS = 100

/**
 * The text that an entry of a snapshot was read from: from its file or, if the file has changed since, from the cache. If it
 * is in neither, the new text of the file, if that is valid. Throws `ContentNotFoundError`.
 */
export async function entryText({ folder, cache }: OnDisk, file: string, revision: string): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const bytes = await folder.read(file).catch(() => undefined)
    if (bytes && revisionOf(bytes) === revision) return fileText(bytes)
    const text = cache?.read(revision) ?? (bytes && ifValid(() => decodeFile(file, bytes) && fileText(bytes)))
    if (text !== undefined) return text
    if (attempt < ATTEMPTS) await Bun.sleep(RETRY_MS)
  }
  throw new ContentNotFoundError()
}
