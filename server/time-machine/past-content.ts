import { FILE_MAX_BYTES, isContentFile, isPictureFile, revisionOf } from '#server/content/content-files.ts'
import { decodeFile } from '#server/content/decode-file.ts'
import { InvalidContentFolderError, problemsOf } from '#server/content/errors.ts'
import { buildSnapshot, type LoadedFile, type LoadedFiles, type Snapshot } from '#server/content/snapshot.ts'
import { type Files, listFiles, type Repository, readObjects } from '#server/git/repository.ts'
import { DomainError } from '#server/lib/errors.ts'
import { badFile, ContentFileError } from '#server/lib/text-file.ts'
import { isSafePath } from '#server/storage/files.ts'

/** More files than this are not read, so that a made-up history cannot fill the memory. */
const FILES_MAX = 60_000
/** Read by one git process, and decoded without a pause. */
const BATCH_SIZE = 200
const REGULAR_FILES = ['100644', '100755']

/** The content of a commit. `text` returns a post's file. */
export type PastContent = {
  snapshot: Snapshot
  text(entry: { file: string }): Promise<string>
  /** Files that are left out, because they are invalid by today's rules. */
  rejected: number
}

/** Reads the content folder of a commit from git, and nothing from the disk. Throws `GitError` and `UnreadablePastError`. */
export async function readPastContent({ git }: Repository, prefix: string, commit: string): Promise<PastContent> {
  const listed = await listFiles(git, ['ls-tree', '-r', commit], prefix === '' ? [] : [prefix])
  const blobs = contentIn(listed, prefix)
  if (blobs.size > FILES_MAX) throw new UnreadablePastError('The content of that time has too many files.')
  const files = await decodeAll(blobs)
  return {
    snapshot: snapshotOf(files),
    rejected: [...files.values()].filter(({ decoded }) => !decoded).length,
    async text({ file }) {
      const [object] = await readObjects(git, [blobs.get(file) ?? ''])
      return new TextDecoder().decode(object?.bytes)
    },
  }

  async function decodeAll(all: ReadonlyMap<string, string>): Promise<LoadedFiles> {
    const found = new Map<string, LoadedFile>()
    const texts: string[] = []
    for (const [file, blob] of all) {
      // An image is not read: only whether it was there counts.
      if (isPictureFile(file)) found.set(file, valid({ kind: 'pictures', file, revision: revisionOf(blob) }))
      else texts.push(file)
    }
    for (let at = 0; at < texts.length; at += BATCH_SIZE) {
      const names = texts.slice(at, at + BATCH_SIZE)
      const contents = await readSmall(names.map((file) => all.get(file) ?? ''))
      for (const [index, file] of names.entries()) found.set(file, decode(file, contents[index]))
      await new Promise(setImmediate)
    }
    return found
  }

  /** The bytes of blobs; `undefined` for one that is larger than a content file may be. */
  async function readSmall(ids: readonly string[]): Promise<(Uint8Array | undefined)[]> {
    const sizes = (await git(['cat-file', '--batch-check=%(objectsize)'], { input: ids.join('\n') })).split('\n')
    const small = ids.filter((_, at) => Number(sizes[at]) <= FILE_MAX_BYTES)
    const objects = new Map((await readObjects(git, small)).flatMap((one) => (one ? [[one.id, one.bytes]] : [])))
    return ids.map((id) => objects.get(id))
  }
}

/** Regular content files by their path in the content folder, with git's ids. Links, submodules and unsafe names are left out. */
function contentIn(listed: Files, prefix: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, { mode, blob }] of listed) {
    const file = path.startsWith(prefix) ? path.slice(prefix.length) : ''
    if (blob && REGULAR_FILES.includes(mode) && isSafePath(file) && isContentFile(file)) found.set(file, blob)
  }
  return found
}

const valid = (decoded: NonNullable<LoadedFile['decoded']>): LoadedFile => ({ decoded, problems: [] })

function decode(file: string, bytes: Uint8Array | undefined): LoadedFile {
  try {
    if (!bytes) throw badFile('the file is too large')
    return valid(decodeFile(file, bytes))
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return { decoded: undefined, problems: problemsOf('', file, error) }
  }
}

function snapshotOf(files: LoadedFiles): Snapshot {
  try {
    return buildSnapshot('', files)
  } catch (error) {
    if (!(error instanceof InvalidContentFolderError)) throw error
    throw new UnreadablePastError('The content of that time has no site.yml and plans.yml that are valid today.')
  }
}

/** A commit whose content cannot be shown. */
export class UnreadablePastError extends DomainError {
  readonly kind = 'conflict'
}
