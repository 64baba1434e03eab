import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { blobId } from './blobs.ts'
import { type Git, GitError, gitIn } from './run-git.ts'

/** The checkout that a folder lies in. */
export type Repository = {
  git: Git
  /** The folder of the checkout, and git's own. */
  root: string
  gitFolder: string
  /** A file's path as git names it; `undefined` where it lies in another repository or in none. Throws `GitError`. */
  pathOf(file: string): Promise<string | undefined>
  /** Git's id of a file's bytes. */
  idOf(bytes: Uint8Array): string
  /** Which of these paths git ignores; a file that it already follows is never ignored. Throws `GitError`. */
  ignored(paths: readonly string[]): Promise<Set<string>>
}

/** `undefined`: the folder is in no checkout. Throws `GitError` where there is one that git cannot or may not read, or no git. */
export async function openRepository(folder: string): Promise<Repository | undefined> {
  const found = await findCheckout(folder)
  if (!found) return
  await refuseForeign(found, folder)
  const { root, gitFolder } = found
  const git = gitIn(root)
  const [top = '', hash] = (await git(['rev-parse', '--show-toplevel', '--show-object-format'])).split('\n')
  if ((await realpath(top)) !== root) throw new GitError('open', 'core.worktree names another folder. Unset it.')

  async function pathOf(file: string): Promise<string | undefined> {
    const folder = await existing(dirname(file))
    if ((await findCheckout(folder))?.root !== root) return refuseGone()
    const path = relative(root, join(await realpath(folder), relative(folder, file)))
    return path.split(sep).join('/')
  }

  /** Else a save would be taken for one of a file outside, and never be committed. */
  async function refuseGone(): Promise<undefined> {
    if ((await findCheckout(root))?.root !== root) throw new GitError('open', 'the git repository is gone')
  }

  async function ignored(paths: readonly string[]): Promise<Set<string>> {
    if (paths.length === 0) return new Set()
    // The one command that does not know literal path names.
    const options = { input: paths.join('\0'), env: { GIT_LITERAL_PATHSPECS: '0' } }
    const listed = await git(['check-ignore', '-z', '--stdin'], options).catch((error) => {
      // It ends with 1 where none is ignored.
      if (error instanceof GitError && error.code === 1) return ''
      throw error
    })
    return new Set(listed.split('\0').filter(Boolean))
  }
  const anyId = '0'.repeat(hash === 'sha256' ? 64 : 40)
  return { git, root, gitFolder, pathOf, ignored, idOf: (bytes) => blobId(bytes, anyId) }
}

/** A deleted file may have been the last one of its folder, which went with it. */
async function existing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder))
}

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
