import { headOf, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'

/** Only this branch: a merge stands for all commits of its other side. */
const DELETED = [
  'log',
  '--max-count=1',
  '--format=%H',
  '--diff-filter=D',
  '--first-parent',
  '--diff-merges=first-parent',
]

/** What the commits say of the files in the content folder `dir`. */
export const createCommitHistory = (repository: Repository, dir: string) => ({
  /** The present commit; `undefined` where git cannot tell. */
  head: (): Promise<string | undefined> => headOf(repository.git).catch(unlessGitFails),
  /** Whether a commit since this one has deleted the file. One that is not here is newer, or was rewritten: then nothing is known. */
  async isDeletedSince(commit: string, file: string): Promise<boolean> {
    const path = `${(await prefixOf(repository, dir)) ?? ''}${file}`
    const found = await repository.git([...DELETED, `${commit}..HEAD`, '--', path]).catch(unlessGitFails)
    return Boolean(found)
  },
})

function unlessGitFails(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error
}
