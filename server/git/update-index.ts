import { copyFile, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { unlessMissing } from '#server/storage/files.ts'

/**
 * Applies lines of `git update-index --index-info` to the checkout's index. Git reads and writes the entries of all files in a
 * copy, and holds `index.lock` only while the copy replaces the index: saves wait for that lock, because `git switch` and
 * `git merge` hold it while they write files. Throws `GitError`, also where the index has changed meanwhile.
 */
export async function updateIndex({ git, gitFolder }: Repository, input: string): Promise<void> {
  const index = join(gitFolder, 'index')
  const copy = join(gitFolder, 'palletry-index')
  const lock = join(gitFolder, 'index.lock')
  try {
    const before = await stat(index).catch(unlessMissing)
    await rm(copy, { force: true })
    if (before) {
      await copyFile(index, copy)
      // Git compares it with the times of files, to find those that changed right after the index was written.
      await utimes(copy, before.atime, before.mtime)
    }
    await git(['update-index', '-z', '--index-info'], { input, env: { GIT_INDEX_FILE: copy } })
    await (await open(lock, 'wx')).close()
    try {
      const now = await stat(index).catch(unlessMissing)
      if (now?.ino !== before?.ino || now?.ctimeMs !== before?.ctimeMs) throw indexError('locked')
      await rename(copy, index)
    } finally {
      await rm(lock)
    }
  } catch (error) {
    if (error instanceof GitError || !(error instanceof Error && 'code' in error)) throw error
    throw indexError(error.code === 'EEXIST' ? 'locked' : 'failed')
  }
}

const indexError = (pause: 'locked' | 'failed') =>
  new GitError('update-index', 'another program uses the index', -1, '', pause)
