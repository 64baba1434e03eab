import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Git, gitIn } from '#server/git/git.ts'
import { openRepository, type Repository } from '#server/git/repository.ts'

const BUNDLE_LIMIT_MS = 600_000

/** The checkout that the content lies in; `undefined`: there is none, it has no commit, or not all of its history. */
export async function openGit(contentDir: string) {
  const repository = await openRepository(contentDir)
  if (!repository) return
  const { git } = repository
  const isShallow = (await git(['rev-parse', '--is-shallow-repository'])) === 'true'
  return isShallow || !(await headOf(git)) ? undefined : repository
}

export const headOf = (git: Git): Promise<string> =>
  git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).catch(() => '')

const asked = (git: Git, ...args: string[]) => git(args).catch(() => '')

/** What a bundle does not say: the branch that is checked out, and what it follows. */
export async function branchOf({ git }: Repository) {
  const branch = (await asked(git, 'symbolic-ref', '--quiet', '--short', 'HEAD')) || null
  const name = branch && (await asked(git, 'config', `branch.${branch}.remote`))
  const url = name && (await asked(git, 'config', `remote.${name}.url`))
  const merge = branch && (await asked(git, 'config', `branch.${branch}.merge`))
  return { branch, remote: name && url && merge ? { name, url, merge } : null }
}

/** All branches and tags, and what is checked out, as one file. */
export async function writeBundle({ git }: Repository, file: string): Promise<void> {
  await git(['bundle', 'create', '-q', file, '--branches', '--tags', 'HEAD'], { timeoutMs: BUNDLE_LIMIT_MS })
}

/** Path in the checkout → blob, of the plain files in a commit. */
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

/** The name that git gives these bytes. */
export const blobOf = (bytes: Uint8Array, head: string) =>
  new Bun.CryptoHasher(head.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest('hex')

/** A folder's path in the checkout, `.` for itself; `undefined` where it lies outside, or is not there. */
export async function placeIn({ root }: Repository, folder: string): Promise<string | undefined> {
  const path = relative(root, await realpath(folder).catch(() => join(root, '..')))
  return path.startsWith('..') ? undefined : path.split(sep).join('/') || '.'
}

type Kept = { head: string; branch: string | null; remote: { name: string; url: string; merge: string } | null }

/** Makes a checkout of a bundle in an empty folder, as it was. Throws `GitFailed`. */
export async function cloneBundle(folder: string, bundle: string, { head, branch, remote }: Kept): Promise<void> {
  const git = gitIn(folder)
  const long = { timeoutMs: BUNDLE_LIMIT_MS }
  await git(['init', '-q', '--template=', '-b', branch ?? 'restored'])
  const refs = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*', 'HEAD:refs/restored']
  await git(['-c', 'fetch.fsckObjects=true', 'fetch', '-q', '--update-head-ok', bundle, ...refs], long)
  // Commits that came while the archive was written are not of that moment.
  if (branch === null) await git(['checkout', '-q', '--detach', head], long)
  else await git(['reset', '-q', '--hard', head], long)
  await git(['update-ref', '-d', 'refs/restored'])
  if (!remote || branch === null) return
  await git(['config', `remote.${remote.name}.url`, remote.url])
  await git(['config', `remote.${remote.name}.fetch`, `+refs/heads/*:refs/remotes/${remote.name}/*`])
  await git(['config', `branch.${branch}.remote`, remote.name])
  await git(['config', `branch.${branch}.merge`, remote.merge])
}
