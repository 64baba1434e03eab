import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { GitError } from './run-git.ts'

/** A checkout's folder and git's own folder for it, both absolute and without links. */
export type Found = { root: string; gitFolder: string }

/**
 * Finds the checkout that a folder is in, like git does: the nearest folder above with `.git`, on the same file system.
 * Runs no git, so nothing of the repository is used before its owner was checked (see `refuseForeign`). `undefined` where
 * there is none, or no folder.
 */
export async function findCheckout(folder: string): Promise<Found | undefined> {
  const start = await realpath(folder).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (start === undefined) return
  const { dev } = await stat(start)
  for (let root = start; ; root = dirname(root)) {
    if ((await stat(root)).dev !== dev) return
    const gitFolder = await gitFolderOf(root)
    if (gitFolder) return { root, gitFolder }
    if (dirname(root) === root) return
  }
}

/** `.git` is a folder or, in a linked worktree and in a submodule, a file that names one. */
async function gitFolderOf(root: string): Promise<string | undefined> {
  const place = join(root, '.git')
  const link = /^gitdir: (.+)$/m.exec(await readFile(place, 'utf8').catch(() => ''))?.[1]
  const folder = link === undefined ? place : resolve(root, link.trim())
  const head = await stat(join(folder, 'HEAD')).catch(() => undefined)
  return head && realpath(folder)
}

/**
 * Throws `GitError` where a repository has another owner than this process's user, root, or the owner of `folder`, the
 * content folder: another local user could have put it above the content, and its configuration would be ours.
 */
export async function refuseForeign({ root, gitFolder }: Found, folder: string): Promise<void> {
  const trusted = new Set([process.geteuid?.(), 0, (await stat(folder)).uid])
  const shared = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => undefined)
  const places = [root, join(root, '.git'), gitFolder, ...(shared ? [resolve(gitFolder, shared.trim())] : [])]
  for (const place of places) {
    if (!trusted.has((await stat(place)).uid))
      throw new GitError('open', `${place} belongs to another user than the content folder. Change its owner.`)
  }
}
