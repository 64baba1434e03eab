import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isSameRemote, protocolsFor } from '#server/git/runner/remote-url.ts'
import { GitError, gitIn } from '#server/git/runner/run-git.ts'
import { OperatorError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { syncFolder, unlessMissing } from '#server/storage/files.ts'
import { findCheckout } from '#server/storage/find-checkout.ts'
import { refOf } from './plain-state.ts'
import { repairCheckout } from './repair-checkout.ts'

type CloneOptions = {
  /** GIT_REMOTE. */
  remote: string
  /** GIT_BRANCH; by default, that of the remote. */
  branch?: string | undefined
  contentDir: string
  /** `storage/public`. */
  publicDir: string
  log: Pick<Log, 'info'>
}

/** A clone that is being fetched, and one that is complete and being moved in place. */
const FETCHING = '.clone-fetching'
const COMPLETE = '.clone-complete'
const CLONE_LIMIT = { timeoutMs: 30 * 60_000 }

/**
 * Clones GIT_REMOTE where the folders of the site are empty; afterwards both are in a checkout that follows it. Runs before
 * anything reads them. After a crash on the way, the next start continues. Throws `OperatorError`.
 */
export async function cloneSite(options: CloneOptions): Promise<void> {
  const { remote, branch, contentDir, publicDir, log } = options
  const wanted = commonParent(resolve(contentDir), resolve(publicDir))
  await mkdir(wanted, { recursive: true })
  const root = await realpath(wanted)
  const [fetching, complete] = [join(root, FETCHING), join(root, COMPLETE)]
  await rm(fetching, { recursive: true, force: true })
  if (!existsSync(complete)) {
    const isUsed = existsSync(join(root, '.git')) || (await hasFiles(contentDir)) || (await hasFiles(publicDir))
    if (isUsed) return followRemote(remote, contentDir)
    await fetchSite(remote, branch, fetching)
    const content = relative(wanted, resolve(contentDir))
    if (!existsSync(join(fetching, content)))
      throw new OperatorError(`GIT_REMOTE has no folder ${content}, which CONTENT_DIR names.`)
    await rename(fetching, complete)
    await syncFolder(root)
  }
  await moveInPlace(complete, root)
  log.info('site cloned', { folder: root })
}

type Prepared = Omit<CloneOptions, 'log'> & { pending: ReadonlySet<string>; log: Pick<Log, 'info' | 'warn'> }

/** Clones GIT_REMOTE where there is no clone yet, or repairs it. `pending`: see `repairCheckout`. Throws `OperatorError`. */
export async function prepareClone({ pending, ...options }: Prepared): Promise<void> {
  await cloneSite(options)
  const { remote, contentDir, log } = options
  await repairCheckout({ remote, contentDir, pending, log })
}

/** The closest folder that contains both. */
function commonParent(a: string, b: string): string {
  const [parts, others] = [a.split(sep), b.split(sep)]
  let depth = 0
  while (depth < parts.length && parts[depth] === others[depth]) depth++
  return parts.slice(0, depth).join(sep) || sep
}

/** Hidden files aside. */
const hasFiles = async (folder: string): Promise<boolean> =>
  ((await readdir(folder).catch(unlessMissing)) ?? []).some((name) => !name.startsWith('.'))

/** Throws `OperatorError` unless the folder is in a checkout of this remote. A new user or password is stored in it. */
async function followRemote(remote: string, contentDir: string): Promise<void> {
  const found = await findCheckout(contentDir)
  if (!found)
    throw new OperatorError(
      'GIT_REMOTE is cloned into empty folders, and CONTENT_DIR or STORAGE_DIR has files that are in no git checkout. Move them away, or unset GIT_REMOTE.',
    )
  const git = gitIn(found.root)
  const urls = await git(['config', '--get-all', 'remote.origin.url']).catch(() => '')
  if (urls === remote) return
  if (!isSameRemote(urls, remote))
    throw new OperatorError(
      `The checkout in ${found.root} follows another remote than GIT_REMOTE. Set GIT_REMOTE to that of its origin, or empty CONTENT_DIR and STORAGE_DIR.`,
    )
  await git(['config', 'remote.origin.url', remote])
}

/** Clones this branch, or the default branch of the remote. Throws `OperatorError`; its message has the reason of git without the URL. */
async function fetchSite(remote: string, wanted: string | undefined, folder: string): Promise<void> {
  await mkdir(folder)
  const git = gitIn(await realpath(folder), protocolsFor(remote))
  try {
    const asked = wanted === undefined ? 'HEAD' : refOf(wanted)
    const listed = await git(['ls-remote', '--symref', '--end-of-options', remote, asked], { timeoutMs: 60_000 })
    if (wanted !== undefined && listed === '') throw new GitError('clone', 'it has no branch of the name in GIT_BRANCH')
    const branch = wanted ?? /^ref: refs\/heads\/([^\s:*?^~\\[]+)\tHEAD$/m.exec(listed)?.[1]
    if (branch === undefined) throw new GitError('clone', 'it has no commits')
    await git(['init', '-q', '--template=', '-b', branch])
    const settings = [
      ['remote.origin.url', remote],
      ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
      [`branch.${branch}.remote`, 'origin'],
      [`branch.${branch}.merge`, `refs/heads/${branch}`],
    ]
    for (const setting of settings) await git(['config', '--end-of-options', ...setting])
    const fetch = [
      '-c',
      'fetch.fsckObjects=true',
      'fetch',
      '-q',
      '--no-tags',
      '--upload-pack=git-upload-pack',
      '--end-of-options',
    ]
    await git([...fetch, 'origin'], CLONE_LIMIT)
    await git(['reset', '-q', '--hard', `refs/remotes/origin/${branch}`], CLONE_LIMIT)
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw new OperatorError(`GIT_REMOTE could not be cloned: ${error.reason.replaceAll(remote, 'the remote')}`)
  }
}

/** Moves what is in one folder into another, `.git` last: it marks a complete checkout. Can be done again after a crash. */
async function moveInPlace(from: string, to: string): Promise<void> {
  const names = await readdir(from)
  const isLast = (name: string) => name === '.git'
  for (const name of names.filter((one) => !isLast(one))) await move(join(from, name), join(to, name))
  for (const name of names.filter(isLast)) await move(join(from, name), join(to, name))
  await syncFolder(to)
  await rm(from, { recursive: true, force: true })
  await syncFolder(dirname(from))
}

/** A folder that exists already gets what is in the other one: the folder of private files may be in it. */
async function move(from: string, to: string): Promise<void> {
  const [source, target] = await Promise.all([lstat(from), lstat(to).catch(unlessMissing)])
  if (!source.isDirectory() || !target?.isDirectory()) return rename(from, to)
  for (const name of await readdir(from)) await move(join(from, name), join(to, name))
}
