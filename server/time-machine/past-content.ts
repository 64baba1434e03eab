import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { FILE_MAX_BYTES, isContentFile, revisionOf } from '#server/content/files/content-files.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { InvalidContentFolderError, problemsOf } from '#server/content/files/errors.ts'
import { isPictureFile } from '#server/content/files/post-names.ts'
import { buildSnapshot, type LoadedFile, type LoadedFiles, type Snapshot } from '#server/content/snapshot/snapshot.ts'
import { type Repository, readObjects } from '#server/git/runner/repository.ts'
import { DomainError } from '#server/lib/errors.ts'
import { createYielding } from '#server/lib/yielding.ts'
import { isPathInside } from '#server/storage/files.ts'
import { badFile, ContentFileError } from '#server/text/front-matter/content-file-error.ts'

/** More files than this are not read, so that a made-up history cannot fill the memory. */
const FILES_MAX = 60_000
/** Read by one git process: its start takes longer than to read a file. */
const BATCH_MAX = { files: 2_000, bytes: 16_000_000 }
const REGULAR_FILES = ['100644', '100755']

/** The content of a commit. `text` returns a post's file. */
export type PastContent = {
  snapshot: Snapshot
  text(entry: { file: string }): Promise<string>
  /** The bytes of files, with one git process; `undefined` for those that are missing or too large. */
  read(files: readonly string[]): Promise<(Uint8Array | undefined)[]>
  /** The bytes of an image in the folder of a post; `undefined` for one that is too large. */
  image(file: string): Promise<Uint8Array | undefined>
  /** Files that are left out, because they are invalid by today's rules. */
  rejected: number
  files: PastFiles
}

/** What was read, by path, with git's id of it. */
type PastFiles = ReadonlyMap<string, { blob: string; loaded: LoadedFile }>

/**
 * Reads the content folder of a commit from git, and nothing from the disk. Files that are the same in `known` are not read
 * again. Throws `GitError` and `UnreadablePastError`.
 */
export async function readPastContent(
  { git }: Repository,
  prefix: string,
  commit: string,
  known: readonly Pick<PastContent, 'files'>[] = [],
): Promise<PastContent> {
  const blobs = await contentIn(git, prefix, commit)
  if (blobs.size > FILES_MAX) throw new UnreadablePastError('The content of that time has too many files.')
  const files = await decodeAll(blobs)
  const loaded = new Map([...files].map(([file, one]) => [file, one.loaded]))
  return {
    files,
    snapshot: snapshotOf(loaded),
    rejected: [...loaded.values()].filter(({ decoded }) => !decoded).length,
    async text({ file }) {
      const [object] = await readObjects(git, [blobs.get(file)?.blob ?? ''])
      return new TextDecoder().decode(object?.bytes)
    },
    async read(names) {
      const ids = names
        .map((file) => blobs.get(file))
        .map((one) => (one && one.bytes <= FILE_MAX_BYTES ? one.blob : ''))
      return (await readObjects(git, ids)).map((object) => object?.bytes)
    },
    async image(file) {
      const { blob = '', bytes = 0 } = blobs.get(file) ?? {}
      if (bytes > IMAGE_MAX_BYTES) return undefined
      const [object] = await readObjects(git, [blob])
      return object?.bytes
    },
  }

  async function decodeAll(all: ReadonlyMap<string, Blob>): Promise<PastFiles> {
    const found = new Map<string, { blob: string; loaded: LoadedFile }>()
    const missing: Blob[] = []
    for (const one of all.values()) {
      const { file, blob } = one
      const same = known.map(({ files }) => files.get(file)).find((other) => other?.blob === blob)
      if (same) found.set(file, same)
      // An image is not read: only whether it was there counts.
      else if (isPictureFile(file))
        found.set(file, { blob, loaded: valid({ kind: 'pictures', file, revision: revisionOf(blob) }) })
      else if (one.bytes > FILE_MAX_BYTES) found.set(file, { blob, loaded: decode(file, undefined) })
      else missing.push(one)
    }
    const yielding = createYielding()
    for (const batch of batchesOf(missing)) {
      const objects = await readObjects(
        git,
        batch.map(({ blob }) => blob),
      )
      for (const [index, { file, blob }] of batch.entries()) {
        found.set(file, { blob, loaded: decode(file, objects[index]?.bytes) })
        await yielding()
      }
    }
    return found
  }
}

function batchesOf(files: readonly Blob[]): Blob[][] {
  const batches: Blob[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const one of files) {
    const last = batches.at(-1)
    bytes += one.bytes
    if (last && last.length < BATCH_MAX.files && bytes <= BATCH_MAX.bytes) last.push(one)
    else {
      batches.push([one])
      bytes = one.bytes
    }
  }
  return batches
}

/** `file`: the path in the content folder. */
type Blob = { file: string; blob: string; bytes: number }

/** Regular content files of a commit by their path in the content folder. Links, submodules and unsafe names are left out. */
async function contentIn(git: Repository['git'], prefix: string, commit: string): Promise<Map<string, Blob>> {
  const format = '--format=%(objectmode) %(objectname) %(objectsize)%x09%(path)'
  const listed = await git(['ls-tree', '-r', '-z', format, commit, ...(prefix === '' ? [] : ['--', prefix])])
  const found = new Map<string, Blob>()
  for (const [, mode = '', blob = '', size = '', path = ''] of listed.matchAll(/(\d+) (\w+) +(\d+|-)\t([^\0]+)\0/gy)) {
    const file = path.startsWith(prefix) ? path.slice(prefix.length) : ''
    if (REGULAR_FILES.includes(mode) && isPathInside(file) && isContentFile(file))
      found.set(file, { file, blob, bytes: Number(size) })
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
