import { entriesAt, headOf } from './commit.ts'
import type { Entry } from './index-sync.ts'
import { isOnDisk } from './objects.ts'
import type { Repository } from './repository.ts'

/** A file's path and git's id of its bytes. */
export type FileBlob = { path: string; blob: string }

/** One commit that changed a file. */
export type Version = {
  commit: string
  /** ISO 8601. */
  at: string
  author: string
  /** First line of its message. */
  subject: string
  /** The file in this commit; `blob` is `undefined` where the commit deleted it. */
  path: string
  blob: string | undefined
  /** The file before the commit, under its old name; `undefined` where the commit created it. */
  before: FileBlob | undefined
}

export const VERSIONS_MAX = 200
const FORMAT = '%H%x1f%aI%x1f%an%x1f%s'
/** A merge is compared with its first parent only, and stands for all commits of the other side. */
const LOG = ['log', '--follow', '-M', '--first-parent', '--diff-merges=first-parent', '--raw', '--no-abbrev', '-z']

/**
 * The versions of a file on the branch, newest first, through its renames; at most 200. Merges that changed the file are
 * included. Empty for a file without commits. Throws `GitError`.
 */
export async function historyOf({ git }: Repository, path: string): Promise<Version[]> {
  const options = ['--no-ext-diff', '--no-textconv', `--max-count=${VERSIONS_MAX}`, `--format=${FORMAT}`]
  try {
    return parseVersions(await git([...LOG, ...options, '--', path]))
  } catch (error) {
    if ((await headOf(git)) === undefined) return []
    throw error
  }
}

/** Fields end with NUL: the commit, `:modes ids status`, the old name of a renamed file, the name. */
function parseVersions(listed: string): Version[] {
  const fields = listed.split('\0').filter((field) => field.trim() !== '')
  const versions: Version[] = []
  for (let at = 0; at < fields.length; ) {
    const [commit = '', date = '', author = '', ...subject] = (fields[at++] ?? '').split('\u001f')
    const [, , before = '', after = '', status = ''] = (fields[at++] ?? '').trim().split(' ')
    const old = fields[at++] ?? ''
    const path = /^[RC]/.test(status) ? (fields[at++] ?? '') : old
    const previous = idOrNone(before) ? { path: old, blob: before } : undefined
    versions.push({
      commit,
      at: date,
      author,
      subject: subject.join(' '),
      path,
      blob: idOrNone(after),
      before: previous,
    })
  }
  return versions
}

const idOrNone = (id: string) => (/^0*$/.test(id) ? undefined : id)

/** Returns those of the files that differ on the disk from the last commit. Throws `GitError`. */
export async function uncommitted({ git, root }: Repository, paths: readonly string[]): Promise<string[]> {
  const head = paths.length > 0 ? await headOf(git) : undefined
  const entries = head ? await entriesAt(git, head, paths) : new Map<string, Entry>()
  const found = paths.map(async (path) => ((await isOnDisk(root, path, entries.get(path)?.blob)) ? [] : [path]))
  return (await Promise.all(found)).flat()
}
