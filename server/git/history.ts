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

const VERSIONS_MAX = 200
const FORMAT = '%x1e%H%x1f%aI%x1f%an%x1f%s%x1f'

/** The commits that changed a file, newest first, through its renames; at most 200. A file that no commit has gives none. Throws `GitFailed`. */
export async function historyOf({ git }: Repository, path: string): Promise<Version[]> {
  const listed = await git(
    [
      'log',
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

/** A file's bytes as they were in a commit; `undefined` where it was not there, or is too large. Throws `GitFailed`. */
export async function fileAt(
  { git }: Repository,
  { commit, path }: Pick<Version, 'commit' | 'path'>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!COMMIT.test(commit)) return
  const blob = await git(['rev-parse', '--verify', '--quiet', `${commit}:${path}`]).catch(() => undefined)
  if (!blob || Number(await git(['cat-file', '-s', blob])) > maxBytes) return
  return git.bytes(['cat-file', 'blob', blob])
}
