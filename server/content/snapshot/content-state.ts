import { type FileChange, isContentFile } from '#server/content/files/content-files.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { InvalidContentError, problemsOf } from '#server/content/files/errors.ts'
import { bytesOf } from '#server/lib/bytes.ts'
import { badFile, ContentFileError, MergeConflictMarkersError } from '#server/text/front-matter/content-file-error.ts'
import type { Rename } from './aliases.ts'
import { areIdsFree } from './post-ids.ts'
import { isOpen } from './renames.ts'
import { replacePosts } from './replace-posts.ts'
import { type Built, build, type LoadedFile, type LoadedFiles, type Records, ROOT } from './snapshot.ts'

/** All files, redirects that are in none of them, and the snapshot made of both. Never changed in place. */
export type ContentState = Built & { files: LoadedFiles; redirects: readonly Rename[] }

/** Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export function createState(dir: string, files: LoadedFiles, redirects: readonly Rename[] = []): ContentState {
  const { snapshot, reports } = build(dir, files, redirects)
  const open = redirects.filter((one) => one.kind === 'posts' && isOpen(one, snapshot))
  const aliases = new Map([...snapshot.aliases, ...open.map(({ from, to }) => [from, to] as const)])
  return { files, redirects, snapshot: { ...snapshot, aliases }, reports }
}

/** The state with these files, the same one without any. Throws like `createState`. */
export function applyRecords(dir: string, now: ContentState, records: Records): ContentState {
  if (records.size === 0) return now
  const files = new Map(now.files)
  for (const [file, loaded] of records) {
    if (loaded) files.set(file, loaded)
    else files.delete(file)
  }
  const built = replacePosts(dir, now, records)
  return built ? { ...now, ...built, files } : createState(dir, files, now.redirects)
}

/**
 * The state after these changes. Throws `InvalidContentError` for a file that could not be read again, or whose id is taken.
 * Files in `suffixed` may get another id than they want.
 */
export function applyChanges(
  dir: string,
  now: ContentState,
  changes: readonly FileChange[],
  suffixed: ReadonlySet<string> = new Set(),
): ContentState {
  const records = new Map(changes.map((change) => [change.file, recordOf(change)]))
  const next = applyRecords(dir, now, records)
  const wantedId = (file: string) => {
    const decoded = next.files.get(file)?.decoded
    return decoded?.kind === 'posts' ? decoded.post.id : undefined
  }
  const ids = { before: now.snapshot.ids, after: next.snapshot.ids, wantedId, suffixed }
  if (!areIdsFree([...records.keys()], ids))
    throw new InvalidContentError('Nothing was saved: another post has this id already.')
  return next
}

function recordOf(change: FileChange): LoadedFile | undefined {
  const { file } = change
  if (!isContentFile(file)) throw new RangeError(`${file} is not a content file.`)
  const bytes = bytesOf(change)
  return bytes === null ? undefined : { decoded: decodeOrReject(file, bytes), problems: [] }
}

/** The reasons may quote the user's input, so the message names only the place. */
function decodeOrReject(file: string, bytes: Uint8Array) {
  try {
    return decodeFile(file, bytes)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const { line, column } = error.flaws[0] ?? { line: 1, column: 1 }
    const what = error instanceof MergeConflictMarkersError ? 'has a merge conflict' : 'could not be read again'
    throw new InvalidContentError(`Nothing was saved: ${file} ${what} (line ${line}, column ${column}).`)
  }
}

/** The same content with a problem of the folder as a whole. */
export function withFolderError(dir: string, now: ContentState, reason: string): ContentState {
  const error: LoadedFile = { decoded: undefined, problems: problemsOf(dir, ROOT, badFile(reason)) }
  return Bun.deepEquals(now.files.get(ROOT), error) ? now : applyRecords(dir, now, new Map([[ROOT, error]]))
}
