import {
  type ContentFolder,
  checkName,
  contentFolders,
  isContentFile,
  singleFiles,
} from '#server/content/files/content-files.ts'
import { type DecodedPost, decodeFile, decodePicture, revisionIn } from '#server/content/files/decode-file.ts'
import { type Problem, problemsOf } from '#server/content/files/errors.ts'
import { isPictureFile } from '#server/content/files/post-names.ts'
import { createYielding } from '#server/lib/yielding.ts'
import { type FileSignatures, statFiles } from '#server/storage/files.ts'
import { badFile, ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { applyRecords, type ContentState } from './content-state.ts'
import { type LoadedFile, type LoadedFiles, type Records, ROOT } from './snapshot.ts'

type Cache = {
  decodedPosts(signatures: FileSignatures): ReadonlyMap<string, DecodedPost>
  setLastGood(file: string, revision: string, bytes: Uint8Array): void
  hold(file: string, revision: string, bytes: Uint8Array): void
}
type OnDisk = { dir: string; folder: ContentFolder; cache?: Cache | undefined }
type AtStart = OnDisk & { signatures?: FileSignatures | undefined }

/** Reads the whole folder, without the posts that the cache has for these `signatures`. Never fails because of one file. */
export async function readAll({ dir, folder, cache, signatures }: AtStart): Promise<LoadedFiles> {
  const found = signatures ?? (await folder.signatures())
  const cached = cache?.decodedPosts(found)
  const atStart = { dir, folder, cache: cache && { ...cache, setLastGood: cache.hold } }
  const files = new Map<string, LoadedFile>()
  for (const file of new Set([...singleFiles, ...found.keys()])) {
    const decoded = cached?.get(file)
    const loaded = decoded ? { decoded, problems: [] } : readOne(atStart, file)
    if (loaded) files.set(file, loaded)
  }
  return files
}

/** Reads these files again and returns the next state, the same one where no file has changed. */
export const reloadFiles = async (disk: OnDisk, now: ContentState, names: readonly string[]): Promise<ContentState> =>
  applyRecords(disk.dir, now, await readFiles(disk, now.files, names))

/**
 * Reads these files again and returns those that have changed, in which a broken file keeps its last good version. A touched file
 * is no change.
 */
async function readFiles(disk: OnDisk, known: LoadedFiles, names: readonly string[]): Promise<Records> {
  const changed = new Map<string, LoadedFile | undefined>(known.has(ROOT) ? [[ROOT, undefined]] : [])
  const yielding = createYielding()
  for (const file of names) {
    if (file === ROOT) continue
    const before = known.get(file)
    const found = (await isGone(disk, file)) ? undefined : readOne(disk, file)
    if (!isSame(before, found)) changed.set(file, found && { ...found, decoded: found.decoded ?? before?.decoded })
    await yielding()
  }
  return changed
}

/** Whether a name is gone that is a problem by itself. Files of content are asked for when they are read. */
async function isGone({ dir, folder }: OnDisk, file: string): Promise<boolean> {
  if (contentFolders.has(file)) return !(await folder.isWrongFolder(file))
  return !isContentFile(file) && !(await statFiles(dir, [file])).has(file)
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
  if (contentFolders.has(file) && !folder.isFull()) return invalid('this is not a regular folder, so it is ignored')
  if (!isContentFile(file) && (file === 'posts' || file.startsWith('posts/')))
    return { ...invalid(folder.reasonToSkip(file), 'warning'), isSkipped: true }
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
