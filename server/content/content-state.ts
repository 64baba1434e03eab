import { bytesOf } from '#server/lib/bytes.ts'
import { buildSnapshot, type LoadedFile, type LoadedFiles, ROOT } from './build-snapshot.ts'
import type { FileChange } from './content.ts'
import { filesOfPost } from './content-file.ts'
import { decodeNamedFile, isContentFile } from './decode-file.ts'
import { ContentFileError, InvalidContentError, problem, problemsOf } from './errors.ts'
import type { Rename } from './redirects/detect-renames.ts'
import type { PostEntry, Snapshot } from './snapshot.ts'

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
