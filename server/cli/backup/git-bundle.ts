import { realpath } from 'node:fs/promises'
import * as v from 'valibot'
import { headOf, openRepository, type Repository } from '#server/git/runner/repository.ts'
import { type Git, GitMissing, gitIn } from '#server/git/runner/run-git.ts'
import { type NamedRemote, RemoteSchema } from './manifest.ts'

const LONG = { timeoutMs: 600_000 }

/** Opens the checkout that contains the content; `undefined`: no checkout, no git, no commit, or a shallow clone. */
export async function openGit(contentDir: string): Promise<Repository | undefined> {
  const repository = await openRepository(contentDir).catch((error) => {
    if (error instanceof GitMissing) return undefined
    throw error
  })
  if (!repository) return
  const isShallow = (await repository.git(['rev-parse', '--is-shallow-repository'])) === 'true'
  return isShallow || !(await headOf(repository.git)) ? undefined : repository
}

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
  await git(['bundle', 'create', '-q', file, '--branches', '--tags', 'HEAD'], LONG)
}

/** Clones a bundle into an empty folder, without its remote. Throws `GitError`. */
export async function cloneBundle(
  folder: string,
  bundle: string,
  { head, branch }: { head: string; branch: string | null },
): Promise<void> {
  const git = gitIn(await realpath(folder))
  await git(['init', '-q', '--template=', '-b', branch ?? 'restored'])
  const refs = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*', 'HEAD:refs/restored']
  const fetch = ['-c', 'fetch.fsckObjects=true', 'fetch', '-q', '--update-head-ok', '--end-of-options']
  await git([...fetch, bundle, ...refs], LONG)
  // The bundle may contain commits made after the moment of the backup.
  await git(branch === null ? ['checkout', '-q', '--detach', head] : ['reset', '-q', '--hard', head], LONG)
  await git(['update-ref', '-d', 'refs/restored'])
}

/** Makes a branch of a checkout follow a remote. Throws `GitError`. */
export async function connectRemote(folder: string, branch: string, { name, url, merge }: NamedRemote): Promise<void> {
  const git = gitIn(await realpath(folder))
  const settings = [
    [`remote.${name}.url`, url],
    [`remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`],
    [`branch.${branch}.remote`, name],
    [`branch.${branch}.merge`, merge],
  ]
  for (const setting of settings) await git(['config', '--end-of-options', ...setting])
}
