import type { Repository } from './repository.ts'

/** One commit that changed a file. */
export type Version = {
  commit: string
  /** ISO 8601. */
  at: string
  author: string
  /** First line of its message. */
  subject: string
  /** What the file was called then. */
  path: string
}

export const VERSIONS_MAX = 200
const FORMAT = '%x1e%H%x1f%aI%x1f%an%x1f%s%x1f'

/**
 * The commits that changed a file, newest first, through its renames; at most 200. A merge is one of them where both sides
 * changed the file. A file that no commit has gives none. Throws `GitFailed`.
 */
export async function historyOf({ git }: Repository, path: string): Promise<Version[]> {
  const listed = await git(
    [
      'log',
      '-c',
      '--follow',
      '--find-renames',
      `--max-count=${VERSIONS_MAX}`,
      `--format=${FORMAT}`,
      '--name-only',
      '--',
      path,
    ],
    { env: { GIT_LITERAL_PATHSPECS: '1' } },
  ).catch(() => '')
  return listed.split('\u001e').slice(1).map(versionIn)
}

function versionIn(text: string): Version {
  const [commit = '', at = '', author = '', subject = '', path = ''] = text.split('\u001f')
  return { commit, at, author, subject, path: path.trim() }
}

const COMMIT = /^[0-9a-f]{40,64}$/

type Place = Pick<Version, 'commit' | 'path'>

/** A file's bytes as they were in a commit; `undefined` where it was not there, or is too large. Throws `GitFailed`. */
export const fileAt = (repository: Repository, { commit, path }: Place, maxBytes: number) =>
  bytesAt(repository, commit, '', path, maxBytes)

/** The same, before that commit. */
export const fileBefore = (repository: Repository, { commit, path }: Place, maxBytes: number) =>
  bytesAt(repository, commit, '^1', path, maxBytes)

async function bytesAt(
  { git }: Repository,
  commit: string,
  parent: '' | '^1',
  path: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!COMMIT.test(commit)) return
  const blob = await git(['rev-parse', '--verify', '--quiet', `${commit}${parent}:${path}`]).catch(() => undefined)
  if (!blob || Number(await git(['cat-file', '-s', blob])) > maxBytes) return
  return git.bytes(['cat-file', 'blob', blob])
}

/** Whether the file, as it lies there, is not the one that was last committed. Throws `GitFailed`. */
export const isUncommitted = async ({ git }: Repository, path: string): Promise<boolean> =>
  (await git(['status', '--porcelain', '--no-renames', '--', path], { env: { GIT_LITERAL_PATHSPECS: '1' } })) !== ''
