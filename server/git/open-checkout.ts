import { protocolsFor } from '#server/git/runner/remote-url.ts'
import { namesAtHead, openRepository, prefixOf, type Repository, readObjects } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { branchIn, refOf } from './plain-state.ts'

type OpenOptions = {
  /** GIT_REMOTE. */
  remoteUrl?: string | undefined
  /** GIT_BRANCH. */
  branch?: string | undefined
  log: Pick<Log, 'warn'>
}

/**
 * Finds the git checkout of the content folder, from which the content is read. Returns `undefined` where there is none. Throws
 * `OperatorError` where GIT_BRANCH names no branch.
 */
export async function openCheckout(dir: string, { remoteUrl, branch, log }: OpenOptions) {
  const found = await openRepository(dir, protocolsFor(remoteUrl))
  if (branch !== undefined) await assertBranchExists(found, branch)
  if (!found) return
  const repository: Repository = found
  const prefix = (await prefixOf(repository, dir)) ?? ''

  /** Reads committed content files; files that HEAD does not contain are left out. Never rejects. */
  async function readCommitted(files: readonly string[]): Promise<Map<string, Uint8Array>> {
    const names = namesAtHead(files.map((file) => prefix + file))
    const found = await readObjects(repository.git, names).catch((error) => {
      log.warn('committed files not read', errorFields(error))
      return []
    })
    return new Map(found.flatMap((object, at) => (object ? [[files[at] ?? '', object.bytes]] : [])))
  }
  return { repository, prefix, readCommitted }
}

export type OpenedCheckout = NonNullable<Awaited<ReturnType<typeof openCheckout>>>

/** Throws `OperatorError`. While git cannot tell, commits wait. */
async function assertBranchExists(repository: Repository | undefined, branch: string): Promise<void> {
  if (!repository) throw new OperatorError('GIT_BRANCH needs CONTENT_DIR to be in a git checkout. Unset GIT_BRANCH.')
  try {
    const ref = refOf(branch)
    const [found] = await readObjects(repository.git, [`${ref}^{commit}`])
    if (found || (await branchIn(repository.gitFolder, repository.git)) === ref) return
  } catch (error) {
    if (error instanceof GitError) return
    throw error
  }
  throw new OperatorError(
    'GIT_BRANCH names a branch that the checkout does not have. Create the branch, or change GIT_BRANCH.',
  )
}
