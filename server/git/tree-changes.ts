import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blobId, listFiles, type Repository } from '#server/git/runner/repository.ts'
import type { Git } from '#server/git/runner/run-git.ts'

/** What a merge does to one file: its modes before and after, and git's id of the new one. Mode `000000`: there is none. */
export type TreeChange = { path: string; before: string; mode: string; blob: string }

/** The files that differ between two commits. Throws `GitError`. */
export async function changesBetween(git: Git, from: string, to: string): Promise<TreeChange[]> {
  const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', from, to])
  return [...listed.matchAll(/:(\d+) (\d+) \w+ (\w+) \w+\0([^\0]+)\0/g)].map(
    ([, before = '', mode = '', blob = '', path = '']) => ({ path, before, mode, blob }),
  )
}

/**
 * Tells the index that untracked files are what the merge would create: an image that this replica got from the database before
 * it came with its text. Git would not overwrite them, and merge nothing. Returns those that are not equal.
 */
export async function adoptEqualFiles({ git, root }: Repository, changes: readonly TreeChange[]) {
  const created = changes.filter(
    ({ path, before, mode }) => Number(before) === 0 && Number(mode) !== 0 && existsSync(join(root, path)),
  )
  if (created.length === 0) return []
  const tracked = await listFiles(
    git,
    ['ls-files'],
    created.map(({ path }) => path),
  )
  const untracked = created.filter(({ path }) => !tracked.has(path))
  const read = untracked.map(async (one) => ({ ...one, id: blobId(await readFile(join(root, one.path)), one.blob) }))
  const files = await Promise.all(read)
  const equal = files.filter(({ id, blob }) => id === blob)
  const input = equal.map(({ mode, blob, path }) => `${mode} ${blob}\t${path}\0`).join('')
  if (input !== '') await git(['update-index', '-z', '--index-info'], { input })
  return files.filter((one) => !equal.includes(one)).map(({ path }) => path)
}
