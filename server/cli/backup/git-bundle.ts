import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import * as v from 'valibot'
import { openRepository, type Repository } from '#server/git/repository.ts'
import { type Git, GitError, GitMissing, gitIn } from '#server/git/run-git.ts'
import { type NamedRemote, RemoteSchema } from './manifest.ts'

const BUNDLE_LIMIT_MS = 600_000

/** Opens the checkout that contains the content; `undefined`: no checkout, no git, no commit, or a shallow clone. */
export async function openGit(contentDir: string) {
  const repository = await openRepository(contentDir).catch((error) => {
    if (error instanceof GitMissing) return undefined
    throw error
  })
  if (!repository) return
  const { git } = repository
  const isShallow = (await git(['rev-parse', '--is-shallow-repository'])) === 'true'
  return isShallow || !(await headOf(git)) ? undefined : repository
}

export const headOf = (git: Git): Promise<string> =>
  git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).catch(() => '')

const asked = (git: Git, ...args: string[]) => git(args).catch(() => '')

/**
 * The current branch and its remote, which a bundle does not contain. A remote with a URL that a restore would reject
 * is `null` and `omitted`.
 */
export async function branchOf({ git }: Repository) {
  const branch = (await asked(git, 'symbolic-ref', '--quiet', '--short', 'HEAD')) || null
  const name = branch && (await asked(git, 'config', `branch.${branch}.remote`))
  const url = name && (await asked(git, 'config', `remote.${name}.url`))
  const merge = branch && (await asked(git, 'config', `branch.${branch}.merge`))
  if (!name || !url || !merge) return { branch, remote: null, omitted: false }
  const remote = v.safeParse(RemoteSchema, { name, url, merge })
  return { branch, remote: remote.success ? remote.output : null, omitted: !remote.success }
}

/** Writes all branches, tags and HEAD into one file. */
export async function writeBundle({ git }: Repository, file: string): Promise<void> {
  await git(['bundle', 'create', '-q', file, '--branches', '--tags', 'HEAD'], { timeoutMs: BUNDLE_LIMIT_MS })
}

/** Maps paths of regular files in a commit to their blobs. */
export async function blobsAt({ git }: Repository, commit: string): Promise<Map<string, string>> {
  const lines = (await git(['ls-tree', '-r', '-z', '--full-tree', commit])).split('\0').filter(Boolean)
  return new Map(
    lines.flatMap((line) => {
      const [facts = '', path = ''] = line.split('\t')
      const [mode = '', , blob = ''] = facts.split(' ')
      return mode.startsWith('100') ? [[path, blob] as const] : []
    }),
  )
}

/**
 * Returns a folder's path in the checkout, `.` for its root; `undefined` for a folder outside of it or a missing one.
 */
export async function placeIn({ root }: Repository, folder: string): Promise<string | undefined> {
  const path = relative(root, await realpath(folder).catch(() => join(root, '..')))
  return path.startsWith('..') ? undefined : path.split(sep).join('/') || '.'
}

const COMMIT = /^[0-9a-f]{40,64}$/

type SavedHead = { head: string; branch: string | null }

/** Clones a bundle into an empty folder, without its remote. Throws `GitError`. */
export async function cloneBundle(folder: string, bundle: string, { head, branch }: SavedHead): Promise<void> {
  if (!COMMIT.test(head)) throw new GitError('reset', 'the backup names no commit')
  const git = gitIn(await realpath(folder))
  const long = { timeoutMs: BUNDLE_LIMIT_MS }
  await git(['init', '-q', '--template=', '-b', branch ?? 'restored'])
  const refs = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*', 'HEAD:refs/restored']
  await git(
    ['-c', 'fetch.fsckObjects=true', 'fetch', '-q', '--update-head-ok', '--end-of-options', bundle, ...refs],
    long,
  )
  // The bundle may contain commits made after the moment of the backup.
  if (branch === null) await git(['checkout', '-q', '--detach', head], long)
  else await git(['reset', '-q', '--hard', head], long)
  await git(['update-ref', '-d', 'refs/restored'])
}

/** Makes a branch of a checkout follow a remote. Throws `GitError`. */
export async function connectRemote(folder: string, branch: string, { name, url, merge }: NamedRemote): Promise<void> {
  const git = gitIn(await realpath(folder))
  await git(['config', '--end-of-options', `remote.${name}.url`, url])
  await git(['config', `remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`])
  await git(['config', '--end-of-options', `branch.${branch}.remote`, name])
  await git(['config', '--end-of-options', `branch.${branch}.merge`, merge])
}
