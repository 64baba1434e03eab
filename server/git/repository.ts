import { realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type Git, GitFailed, gitIn } from './git.ts'

/** The checkout that a folder lies in. */
export type Repository = {
  git: Git
  /** The folder of the checkout, and git's own. */
  root: string
  gitFolder: string
  /** A file's path as git names it; `undefined` where it is ignored, or lies in another repository or in none. Throws `GitFailed`. */
  pathOf(file: string): Promise<string | undefined>
}

/** `undefined`: the folder is in no checkout, or there is no git. Throws `GitFailed` where there is one that git cannot read. */
export async function openRepository(folder: string): Promise<Repository | undefined> {
  const found = await placesOf(folder)
  if (!found) return
  const { root, gitFolder } = found
  const git = gitIn(root)

  async function pathOf(file: string): Promise<string | undefined> {
    const folder = await standing(dirname(file))
    const inside = await placesOf(folder)
    if (inside?.root !== root) return await refuseGone()
    const path = relative(root, join(await realpath(folder), relative(folder, file)))
    return (await isIgnored(git, path)) ? undefined : path.split(sep).join('/')
  }

  /** Else a save would be taken for one of a file outside, and never be committed. */
  async function refuseGone(): Promise<undefined> {
    if ((await placesOf(root))?.root !== root) throw new GitFailed('rev-parse', 'the git repository is gone')
  }
  return { git, root, gitFolder, pathOf }
}

/** A deleted file may have been the last one of its folder, which went with it. */
async function standing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : standing(dirname(folder))
}

async function placesOf(folder: string): Promise<{ root: string; gitFolder: string } | undefined> {
  try {
    const [root = '', gitFolder = ''] = (
      await gitIn(folder)(['rev-parse', '--show-toplevel', '--absolute-git-dir'])
    ).split('\n')
    return { root: await realpath(root), gitFolder }
  } catch (error) {
    if (error instanceof GitFailed && isNoCheckout(error.message)) return
    throw error
  }
}

const isNoCheckout = (message: string) =>
  /not a git repository|must be run in a work tree|git is not installed|cannot change to/.test(message)

/** A file that git already follows is never ignored. */
const isIgnored = (git: Git, path: string) =>
  git(['check-ignore', '-q', '--', path]).then(
    () => true,
    () => false,
  )
