import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** The absolute path without links of a file that may be missing: with its last file, a folder is deleted. */
export const realPath = (path: string): Promise<string> =>
  realpath(path).catch(async (error) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    return join(await realPath(dirname(path)), basename(path))
  })

/** Both absolute and without links. */
export type CheckoutPaths = { root: string; gitFolder: string }

/**
 * Finds the checkout of a folder like git does: the closest parent with `.git` on the same file system. Runs no git, so that
 * nothing of the repository is used before its owner is checked.
 */
export async function findCheckout(folder: string): Promise<CheckoutPaths | undefined> {
  const root = await realPath(folder)
  const gitFolder = await gitFolderOf(root)
  if (gitFolder) return { root, gitFolder }
  const [own, parents] = await Promise.all([root, dirname(root)].map((one) => stat(one).catch(() => undefined)))
  return dirname(root) === root || own?.dev !== parents?.dev ? undefined : findCheckout(dirname(root))
}

/** `.git` is a folder or, in a linked worktree or a submodule, a file with its path. */
async function gitFolderOf(root: string): Promise<string | undefined> {
  const place = join(root, '.git')
  const link = /^gitdir: (.+)$/m.exec(await readFile(place, 'utf8').catch(() => ''))?.[1]
  const folder = link === undefined ? place : resolve(root, link.trim())
  const head = await stat(join(folder, 'HEAD')).catch(() => undefined)
  return head && realpath(folder)
}
