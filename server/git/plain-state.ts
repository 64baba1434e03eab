import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitPause } from '#contract/content.ts'
import type { Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'

export type Author = { name: string; email: string }

/** The checkout is in a state in which a commit would be lost, or end up in the middle of a git operation of a user. */
export class NotPlainError extends GitError {
  override name = 'NotPlainError'
  constructor(pause: GitPause, reason: string) {
    super('commit', reason, -1, '', pause)
  }
}

/** Files of an operation that a person has begun. A rebase has some of the others, too, so it comes first. */
const OPERATIONS: readonly (readonly [file: string, pause: GitPause, reason: string])[] = [
  ['rebase-merge', 'rebase', 'a rebase is in progress in this checkout (git rebase --continue, or --abort)'],
  ['rebase-apply', 'rebase', 'a rebase is in progress in this checkout (git rebase --continue, or --abort)'],
  ['MERGE_HEAD', 'merge', 'a merge is in progress in this checkout (git merge --continue, or --abort)'],
  ['REVERT_HEAD', 'revert', 'a revert is in progress in this checkout (git revert --continue, or --abort)'],
  [
    'CHERRY_PICK_HEAD',
    'cherry-pick',
    'a cherry-pick is in progress in this checkout (git cherry-pick --continue, or --abort)',
  ],
  // Between two commits of a cherry-pick or revert of several.
  [
    'sequencer',
    'cherry-pick',
    'a cherry-pick or revert is in progress in this checkout (git cherry-pick --continue, or --abort)',
  ],
  ['BISECT_LOG', 'bisect', 'a bisect is in progress in this checkout (git bisect reset)'],
]
const DETACHED = 'HEAD is on no branch in this checkout, so a commit would be lost (git switch, and the branch)'
const OTHER_BRANCH = 'another branch than GIT_BRANCH is checked out (git switch, and that branch)'
const NO_IDENTITY =
  'neither the administrator nor site.yml has a name and an e-mail address that git accepts (change one of them)'

/**
 * Returns the full name of the branch that is checked out, in a state in which the site may commit to it. Throws `NotPlainError`
 * in any other one, and `GitError`. Runs no git process, except where refs are no files. `only`: GIT_BRANCH.
 */
export async function assertPlain({ git, gitFolder, commonFolder, assertOwner }: Repository, only?: string) {
  await assertOwner()
  const names = new Set(await readdir(gitFolder).catch(() => []))
  const operation = OPERATIONS.find(([name]) => names.has(name))
  if (operation) throw new NotPlainError(operation[1], operation[2])
  const branch = await branchIn(gitFolder, git)
  if (branch === undefined) throw new NotPlainError('detached-head', DETACHED)
  if (only !== undefined && branch !== refOf(only)) throw new NotPlainError('other-branch', OTHER_BRANCH)
  const objects = join(commonFolder, 'objects')
  await access(objects, constants.W_OK).catch(() => {
    throw new NotPlainError('not-writable', `the site may not write to ${objects}`)
  })
  return branch
}

export const refOf = (branch: string) => `refs/heads/${branch}`

/** The full name of the branch that is checked out, which may have no commits yet; `undefined`: HEAD is detached. */
export async function branchIn(gitFolder: string, git: Repository['git']): Promise<string | undefined> {
  const head = await readFile(join(gitFolder, 'HEAD'), 'utf8').catch(() => '')
  const named = /^ref: (refs\/heads\/.+)$/m.exec(head)?.[1]
  // The file of a repository whose refs are in tables says `.invalid`.
  if (named !== undefined && !named.endsWith('/.invalid')) return named
  const ref = await git(['symbolic-ref', '--quiet', 'HEAD']).catch((error) => {
    if (error instanceof GitError && error.code === 1) return ''
    throw error
  })
  return ref.startsWith('refs/heads/') ? ref : undefined
}

/** Who a commit names: the first that git accepts. Throws `NotPlainError`. */
export function identityOf(...authors: Author[]): Author {
  const found = authors.map(withAcceptedCharacters).find(({ name, email }) => isNamed(name) && isNamed(email))
  if (!found) throw new NotPlainError('no-identity', NO_IDENTITY)
  return found
}

/** As git would write it: nothing of it can end the line. */
const withAcceptedCharacters = ({ name, email }: Author): Author => ({ name: bare(name), email: bare(email) })
/** Git drops these characters around a name, and rejects one of nothing else. */
const isNamed = (text: string) => /[^\s.,:;<>"'\\\p{Cc}]/u.test(text)
const bare = (text: string) => text.replace(/[<>\p{Cc}]/gu, '').trim()
