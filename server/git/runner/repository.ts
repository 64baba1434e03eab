import { readFile, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { unlessMissing } from '#server/storage/files.ts'
import { findCheckout, realPath } from '#server/storage/find-checkout.ts'
import { type Git, GitError, type GitOptions, gitIn } from './run-git.ts'

/** The checkout that contains a folder. */
export type Repository = {
  git: Git
  /** The folder of the checkout, and git's own. */
  root: string
  gitFolder: string
  /** Git's folder of objects and refs; in a linked worktree, that of the main one. */
  commonFolder: string
  /** Throws `GitError` while the checkout is gone or has an owner who is not trusted. Every call of `git` does, too. */
  assertOwner(): Promise<void>
  /** The path of a file or folder, which may be missing, relative to the root; `undefined` outside of the checkout. */
  pathOf(file: string): Promise<string | undefined>
  /** Returns the ignored paths; a tracked file is never ignored. Throws `GitError`. */
  ignored(paths: readonly string[]): Promise<Set<string>>
  /** Returns the files in a folder that are ignored and not tracked, with the rule that ignores each: `.gitignore:3`. Throws `GitError`. */
  ignoredFiles(folder: string): Promise<Map<string, string>>
  /** Returns those of the files that differ on the disk from the last commit, whatever their line ends. Throws `GitError`. */
  uncommitted(paths: readonly string[]): Promise<string[]>
}

/** Returns `undefined` where the folder is in no checkout. Runs no git: only the calls of the result can fail. */
export async function openRepository(folder: string, protocols?: string): Promise<Repository | undefined> {
  const found = await findCheckout(folder)
  if (!found) return
  const { root, gitFolder } = found
  const shared = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => undefined)
  const commonFolder = shared ? resolve(gitFolder, shared.trim()) : gitFolder
  const assertOwner = () => assertTrustedOwner([root, join(root, '.git'), gitFolder, commonFolder], folder)
  const unchecked = gitIn(root, protocols)
  const afterCheck =
    <T>(call: (args: readonly string[], options?: GitOptions) => Promise<T>) =>
    async (args: readonly string[], options?: GitOptions) => {
      await assertOwner()
      return call(args, options)
    }
  const git: Git = Object.assign(afterCheck(unchecked), { bytes: afterCheck(unchecked.bytes) })

  async function pathOf(file: string): Promise<string | undefined> {
    const path = relative(root, await realPath(file))
    return path.startsWith('..') ? undefined : path
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

  async function ignoredFiles(folder: string): Promise<Map<string, string>> {
    const listed = await git(['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', folder])
    if (listed === '') return new Map()
    const options = { input: listed, env: { GIT_LITERAL_PATHSPECS: '0' } }
    const output = await git(['check-ignore', '--verbose', '-z', '--stdin'], options)
    const found = output.matchAll(/([^\0]*)\0(\d+)\0[^\0]*\0([^\0]+)\0/gy)
    return new Map([...found].map(([, source = '', line, path = '']) => [path, `${shortened(source)}:${line}`]))
  }

  const shortened = (source: string) => (source.startsWith(`${root}/`) ? source.slice(root.length + 1) : source)

  async function uncommitted(paths: readonly string[]): Promise<string[]> {
    const committed = await readObjects(git, namesAtHead(paths))
    const onDisk = await Promise.all(paths.map((path) => readFile(join(root, path)).catch(() => undefined)))
    return paths.filter((_, at) => withLineFeeds(onDisk[at]) !== withLineFeeds(committed[at]?.bytes))
  }
  return { git, root, gitFolder, commonFolder, assertOwner, pathOf, ignored, ignoredFiles, uncommitted }
}

/** `content/`, or an empty text for the root itself; `undefined` for a folder outside. */
export async function prefixOf({ pathOf }: Repository, folder: string): Promise<string | undefined> {
  const path = await pathOf(folder)
  return path && `${path}/`
}

export const withLineFeeds = (bytes: Uint8Array | undefined) =>
  bytes && Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n')

/**
 * Throws `GitError` where the owner of a repository is not this process's user, root or the owner of the content folder:
 * another local user could have created it above the content, and git would use its configuration.
 */
async function assertTrustedOwner(places: readonly string[], folder: string): Promise<void> {
  const [own, ...found] = await Promise.all([folder, ...places].map((place) => stat(place).catch(unlessMissing)))
  const trusted = new Set([process.geteuid?.(), 0, own?.uid])
  for (const [at, one] of found.entries()) {
    if (!one) throw new GitError('open', 'the git repository is gone', -1, '', 'no-repository')
    const problem = `${places[at]} belongs to another user than the content folder (change its owner)`
    if (!trusted.has(one.uid)) throw new GitError('open', problem, -1, '', 'other-owner')
  }
}

/** Git's id of these bytes. Any id of the repository shows which hash it uses. */
export const blobId = (bytes: Uint8Array, anyId: string): string =>
  new Bun.CryptoHasher(anyId.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest('hex')

export const namesAtHead = (paths: readonly string[]) => paths.map((path) => `HEAD:${path}`)

type GitObject = { id: string; bytes: Uint8Array }
const LF = 10

/** Reads objects by id or by a name like `HEAD:content/posts/a.md`, with one git process; `undefined`: there is none. Throws `GitError`. */
export async function readObjects(git: Git, names: readonly string[]): Promise<(GitObject | undefined)[]> {
  if (names.length === 0) return []
  const listed = await git.bytes(['cat-file', '--batch', '-z'], { input: `${names.join('\0')}\0` })
  let at = 0
  return names.map(() => {
    const start = listed.indexOf(LF, at) + 1
    // `3f786850e387… blob 12`, or the name and why there is none.
    const [, id, size] = /^([0-9a-f]+) [a-z]+ (\d+)\n/.exec(new TextDecoder().decode(listed.subarray(at, start))) ?? []
    at = start + (id === undefined ? 0 : Number(size) + 1)
    return id === undefined ? undefined : { id, bytes: listed.slice(start, at - 1) }
  })
}

/** The bytes of objects, by their ids; `undefined` for those that are larger than `maxBytes`, which are not read. */
export async function readUpTo(
  git: Git,
  maxBytes: number,
  ids: readonly string[],
): Promise<(Uint8Array | undefined)[]> {
  if (ids.length === 0) return []
  const sizes = (await git(['cat-file', '--batch-check=%(objectsize)'], { input: ids.join('\n') })).split('\n')
  const found = await readObjects(
    git,
    ids.filter((_, at) => Number(sizes[at]) <= maxBytes),
  )
  const byId = new Map(found.map((object) => [object?.id, object?.bytes]))
  return ids.map((id) => byId.get(id))
}

/** `undefined`: a branch without commits. Throws `GitError` where git cannot tell. */
export const headOf = (git: Git): Promise<string | undefined> =>
  readObjects(git, ['HEAD^{commit}']).then(([head]) => head?.id)

/** Files by path, with git's ids of their bytes. */
export type Files = Map<string, { mode: string; blob: string | null }>
/** More paths may not fit into one command line; then all files are listed. */
const NAMED_MAX = 1_000

/** The files of the index (`ls-files`) or of a commit (`ls-tree -r`): these, or all. Throws `GitError`. */
export async function listFiles(git: Git, command: readonly string[], paths: readonly string[] = []): Promise<Files> {
  const format = '--format=%(objectmode) %(objectname)%x09%(path)'
  const listed = await git([...command, '-z', format, ...(paths.length > NAMED_MAX ? [] : ['--', ...paths])])
  const files = listed.matchAll(/(\d+) (\w+)\t([^\0]+)\0/gy)
  return new Map([...files].map(([, mode = '', blob = '', path = '']) => [path, { mode, blob }]))
}
