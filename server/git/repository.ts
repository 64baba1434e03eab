import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { blobId } from './objects.ts'
import { type Git, GitError, gitIn } from './run-git.ts'

/** The checkout that contains a folder. */
export type Repository = {
  git: Git
  /** The folder of the checkout, and git's own. */
  root: string
  gitFolder: string
  /** A file's path relative to the root; `undefined` where it is in another repository or in none. Throws `GitError`. */
  pathOf(file: string): Promise<string | undefined>
  /** Git's id of a file's bytes. */
  idOf(bytes: Uint8Array): string
  /** Returns the ignored paths; a tracked file is never ignored. Throws `GitError`. */
  ignored(paths: readonly string[]): Promise<Set<string>>
}

/** Returns `undefined` where the folder is in no checkout. Throws `GitError` for one that git cannot or may not read, and without git. */
export async function openRepository(folder: string): Promise<Repository | undefined> {
  const found = await findCheckout(folder)
  if (!found) return
  await assertTrustedOwner(found, folder)
  const { root, gitFolder } = found
  const git = gitIn(root)
  const [top = '', hash] = (await git(['rev-parse', '--show-toplevel', '--show-object-format'])).split('\n')
  if ((await realpath(top)) !== root) throw new GitError('open', 'core.worktree names another folder. Unset it.')

  async function pathOf(file: string): Promise<string | undefined> {
    const folder = await existingFolder(dirname(file))
    if ((await findCheckout(folder))?.root !== root) return assertExists()
    const path = relative(root, join(await realpath(folder), relative(folder, file)))
    return path.split(sep).join('/')
  }

  /** Otherwise a save would be taken for one of a file outside, and never be committed. */
  async function assertExists(): Promise<undefined> {
    if ((await findCheckout(root))?.root !== root) throw new GitError('open', 'the git repository is gone')
  }

  async function ignored(paths: readonly string[]): Promise<Set<string>> {
    if (paths.length === 0) return new Set()
    // The only command that does not support literal path names.
    const options = { input: paths.join('\0'), env: { GIT_LITERAL_PATHSPECS: '0' } }
    const listed = await git(['check-ignore', '-z', '--stdin'], options).catch((error) => {
      // Exit code 1 means that none is ignored.
      if (error instanceof GitError && error.code === 1) return ''
      throw error
    })
    return new Set(listed.split('\0').filter(Boolean))
  }
  const anyId = '0'.repeat(hash === 'sha256' ? 64 : 40)
  return { git, root, gitFolder, pathOf, ignored, idOf: (bytes) => blobId(bytes, anyId) }
}

/** The folder or its closest parent that exists: with its last file, a folder is deleted. */
async function existingFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : existingFolder(dirname(folder))
}

/** Both absolute and without links. */
type Found = { root: string; gitFolder: string }

/**
 * Finds the checkout of a folder like git does: the closest parent with `.git` on the same file system. Runs no git, so that
 * nothing of the repository is used before its owner is checked (see `assertTrustedOwner`).
 */
async function findCheckout(folder: string): Promise<Found | undefined> {
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

/** `.git` is a folder or, in a linked worktree or a submodule, a file with its path. */
async function gitFolderOf(root: string): Promise<string | undefined> {
  const place = join(root, '.git')
  const link = /^gitdir: (.+)$/m.exec(await readFile(place, 'utf8').catch(() => ''))?.[1]
  const folder = link === undefined ? place : resolve(root, link.trim())
  const head = await stat(join(folder, 'HEAD')).catch(() => undefined)
  return head && realpath(folder)
}

/**
 * Throws `GitError` where the owner of a repository is not this process's user, root or the owner of the content folder:
 * another local user could have created it above the content, and git would use its configuration.
 */
async function assertTrustedOwner({ root, gitFolder }: Found, folder: string): Promise<void> {
  const trusted = new Set([process.geteuid?.(), 0, (await stat(folder)).uid])
  const shared = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => undefined)
  const places = [root, join(root, '.git'), gitFolder, ...(shared ? [resolve(gitFolder, shared.trim())] : [])]
  for (const place of places) {
    if (!trusted.has((await stat(place)).uid))
      throw new GitError('open', `${place} belongs to another user than the content folder. Change its owner.`)
  }
}
