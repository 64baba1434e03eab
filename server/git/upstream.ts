import type { Repository } from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import { refOf } from './plain-state.ts'

/** The options override programs that the repository names. */
export const LIST = ['ls-remote', '--quiet', '--heads', '--upload-pack=git-upload-pack', '--end-of-options']
export const PUSH = ['push', '--quiet', '--receive-pack=git-receive-pack', '--no-signed', '--end-of-options']

/** `origin`, the name of one branch `refs/heads/main` without characters of a refspec, `refs/remotes/origin/main`. */
const UPSTREAM = /^(\S+) (refs\/heads\/[^\s:*?^~\\[]+) (refs\/remotes\/\S+)$/

export type Upstream = Awaited<ReturnType<typeof findUpstream>>

/** The upstream of a branch, by its full name. Throws `GitError` where it has none. */
export async function findUpstream(git: Git, own: string) {
  const format = '--format=%(upstream:remotename) %(upstream:remoteref) %(upstream)'
  const [, remote, branch, upstream] = UPSTREAM.exec(await git(['for-each-ref', format, own])) ?? []
  if (!remote || !branch || !upstream) {
    const name = own.slice(refOf('').length)
    throw new GitError('push', `the branch ${name} has no upstream branch (git push -u origin ${name})`)
  }
  return { remote, branch, upstream }
}

/**
 * Asks the remote of a branch for its state, and whether it would take a push, without pushing. Throws `GitError`, also where
 * it takes none.
 */
export async function tryRemote({ git }: Repository, branch: string, timeoutMs: number): Promise<void> {
  const { remote, branch: theirs } = await findUpstream(git, branch)
  await git([...LIST, remote], { timeoutMs })
  // By force, because whether both have diverged is another question.
  await git([...PUSH.slice(0, 1), '--dry-run', '--force', ...PUSH.slice(1), remote, `${branch}:${theirs}`], {
    timeoutMs,
  })
}
