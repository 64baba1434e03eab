import { bytesOf } from '#server/lib/bytes.ts'
import { badFile, ContentFileError, ifValid } from '#server/lib/text-file.ts'
import { type FileSignature, type FileSignatures, statFiles } from '#server/storage/watch-folder.ts'
import type { FileChange } from './content.ts'
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
import { type DecodedPost, decodeFile, decodeNamedFile, decodePicture, revisionIn } from './decode-file.ts'
import { ContentNotFoundError, InvalidContentError, problem, problemsOf } from './errors.ts'
import type { VersionStore } from './file-cache.ts'
import type { PostEntry } from './post-file.ts'
import { buildSnapshot, type LoadedFile, type LoadedFiles, ROOT, type Snapshot } from './snapshot.ts'

/** The old id of a post, and its id now. */
export type Rename = { from: string; to: string }

/** All files and the snapshot made of them. Never changed in place. */
export type ContentState = { files: LoadedFiles; snapshot: Snapshot }

/** The state after these changes. Throws `InvalidContentError` for a file that could not be read again, or whose id is taken. */
export function applyChanges(dir: string, now: ContentState, changes: readonly FileChange[]): ContentState {
  const files = new Map(now.files)
  for (const change of changes) {
    const { file } = change
    if (!isContentFile(file)) throw new RangeError(`${file} is not a content file.`)
    const bytes = bytesOf(change)
    if (bytes === null) files.delete(file)
    else files.set(file, { decoded: decodeOrReject(dir, file, bytes), problems: [] })
  }
  const changed = changes.map(({ file }) => file)
  const snapshot = nextSnapshot(dir, now, files, changed)
  assertIdsAreFree(changed, now.files, files, snapshot)
  return { files, snapshot }
}

/** The reasons may quote the user's input, so the message names only the place. */
function decodeOrReject(dir: string, file: string, bytes: Uint8Array) {
  try {
    return decodeNamedFile(file, bytes)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const { line, column } = error.flaws[0] ?? { line: 1, column: 1 }
    const message = `Nothing was saved: ${file} could not be read again (line ${line}, column ${column}).`
    throw new InvalidContentError(message, problemsOf(dir, file, error))
  }
}

/** Of two files with one id, one would not be shown. Where two exist already, the one that is shown can be changed. */
function assertIdsAreFree(
  changed: readonly string[],
  before: LoadedFiles,
  next: LoadedFiles,
  { posts }: Snapshot,
): void {
  for (const file of changed) {
    const decoded = next.get(file)?.decoded
    if (decoded?.kind !== 'posts') continue
    if (!filesOfPost(decoded.post.id).some((one) => one !== file && next.has(one))) continue
    const isShown = before.has(file) && posts.get(decoded.post.id)?.file === file
    if (!isShown) throw new InvalidContentError('Nothing was saved: another post has this id already.')
  }
}

/**
 * The snapshot that `buildSnapshot` would make of these files, of which only `changed` differ from `before`. Most saves
 * change one post and nothing else: then everything else is reused. At 10,000 posts, a save takes 2 ms with this and 20 ms
 * without.
 */
export function nextSnapshot(
  dir: string,
  before: ContentState,
  files: LoadedFiles,
  changed: readonly string[],
): Snapshot {
  const { snapshot } = before
  const posts = changed.map((file) => independentChange(before.files.get(file), files.get(file), snapshot))
  if (snapshot.problems.length > 0 || !posts.every((post) => post !== undefined)) return buildSnapshot(dir, files)
  const next = new Map(snapshot.posts)
  for (const post of posts) next.set(post.id, post)
  return { ...snapshot, posts: next }
}

/** The changed post, if its change affects nothing else. Without problems, no other file has the same id. */
function independentChange(before: LoadedFile | undefined, after: LoadedFile | undefined, snapshot: Snapshot) {
  const post = independentPost(after)
  if (!independentPost(before) || !post) return undefined
  const hasCategory = post.category === null || snapshot.categories.has(post.category)
  return hasCategory && post.tags.every((tag) => snapshot.tags.has(tag)) ? post : undefined
}

/** A post without problems, warnings, aliases and co-located images. */
function independentPost(loaded: LoadedFile | undefined): PostEntry | undefined {
  if (loaded?.decoded?.kind !== 'posts' || loaded.problems.length > 0) return undefined
  const { post, warnings, references } = loaded.decoded
  return warnings.length + references.length + post.aliases.length === 0 ? post : undefined
}

/** The state with these old ids as aliases that the files do not contain. */
export function withRedirects(dir: string, now: ContentState, renames: readonly Rename[]): ContentState {
  const files = new Map(now.files)
  for (const { from, to } of renames) {
    const file = now.snapshot.posts.get(to)?.file ?? ''
    const loaded = files.get(file)
    if (loaded?.decoded?.kind !== 'posts') continue
    const { post } = loaded.decoded
    files.set(file, { ...loaded, decoded: { ...loaded.decoded, post: { ...post, aliases: [...post.aliases, from] } } })
  }
  return { files, snapshot: buildSnapshot(dir, files) }
}

/** The same content with a problem of the folder as a whole. */
export function withFolderError(dir: string, now: ContentState, reason: string): ContentState {
  const error: LoadedFile = { decoded: undefined, problems: [problem(dir, ROOT, reason, 'error')] }
  if (Bun.deepEquals(now.files.get(ROOT), error)) return now
  const files = new Map(now.files).set(ROOT, error)
  return { files, snapshot: buildSnapshot(dir, files) }
}

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
