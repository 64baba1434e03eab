import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Log } from '#server/http/log.ts'
import { entriesAt, headOf } from './commit.ts'
import { type Author, readBlobs } from './objects.ts'
import type { Repository } from './repository.ts'
import { type Git, GitError } from './run-git.ts'

/** The state of the checkout compared with its branch on the remote. */
export type RemoteState =
  | { state: 'in step' }
  /** The remote could not be reached, or rejected the push; tried again. */
  | { state: 'waiting'; reason: string }
  /** Conflict: a person has to merge. The site keeps serving the checkout. */
  | { state: 'diverged'; reason: string; files: readonly string[] }
  /** The remote has changes that the site does not merge by itself; an operator has to. */
  | { state: 'rejected'; reason: string; files: readonly string[] }

export type RemoteOptions = Omit<MergeOptions, 'author'> & {
  repository: Repository
  author(): Author
  /** Runs a job while no save is written, then reloads the files that it returns. */
  exclusively(job: () => Promise<readonly string[]>): Promise<void>
  log: Log
  now?(): Date
  /** How often the remote is fetched without a save. */
  everyMs?: number
  retryMs?: number
}
export type Remote = ReturnType<typeof createRemote>

const EVERY_MS = 60_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 5 * 60_000
/** The options override programs that the repository names. */
const FETCH = ['fetch', '--quiet', '--upload-pack=git-upload-pack']
const PUSH = ['push', '--quiet', '--receive-pack=git-receive-pack', '--no-signed']
const network = { timeoutMs: 60_000 }
/** How often another clone may push between our fetch and our push before the push is put off. */
const ATTEMPTS = 5

/** Keeps the checkout and its branch on the remote in sync (GIT_PUSH): fetch, merge, push; never by force. */
export function createRemote({ repository, author, exclusively, log, ...options }: RemoteOptions) {
  const { now = () => new Date(), unreadable, isAllowed, everyMs = EVERY_MS, retryMs = RETRY_MS } = options
  const { git } = repository
  let state: RemoteState = { state: 'in step' }
  let running: Promise<void> | undefined
  let again = false
  let wait = retryMs
  let timer: Timer | undefined
  let closed = false
  /** The last push, and the last time that both were the same. */
  const times: { pushed?: Date; inStep?: Date } = {}

  async function fetchMergePush(): Promise<void> {
    const { remote, branch, upstream } = await findUpstream()
    for (let attempt = 1; ; attempt++) {
      await git([...FETCH, '--end-of-options', remote, `refs/heads/${branch}`], network)
      await exclusively(() => mergeRemote(repository, upstream, { author: author(), unreadable, isAllowed }))
      if ((await git(['rev-list', '--count', `${upstream}..HEAD`])) === '0') return
      try {
        await git([...PUSH, '--end-of-options', remote, `HEAD:refs/heads/${branch}`], network)
        times.pushed = now()
        return
      } catch (error) {
        if (attempt === ATTEMPTS || !isRace(error)) throw error
      }
    }
  }

  /** The upstream of the branch that is checked out: `origin`, `main`, `refs/remotes/origin/main`. */
  async function findUpstream() {
    const own = await git(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => {
      throw new GitError('push', 'no branch is checked out, so nothing can be pushed')
    })
    const remote = await git(['config', `branch.${own}.remote`]).catch(() => '')
    const merge = await git(['config', `branch.${own}.merge`]).catch(() => '')
    const branch = BRANCH.exec(merge)?.[1]
    if (!remote || !branch) {
      throw new GitError('push', `the branch ${own} has no upstream branch (git push -u origin ${own})`)
    }
    return { remote, branch, upstream: `refs/remotes/${remote}/${branch}` }
  }

  async function syncOnce(): Promise<void> {
    try {
      await fetchMergePush()
      setState({ state: 'in step' })
      times.inStep = now()
      wait = retryMs
      schedule(everyMs)
    } catch (error) {
      setState(
        error instanceof DivergedError || error instanceof RemoteRejectedError
          ? { state: error.state, reason: error.message, files: error.files }
          : { state: 'waiting', reason: error instanceof GitError ? error.reason : String(error) },
      )
      schedule(wait)
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    }
  }

  function setState(next: RemoteState): void {
    if (!Bun.deepEquals(next, state)) log[next.state === 'in step' ? 'info' : 'warn']('git remote', next)
    state = next
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(sync, ms).unref()
  }

  /** Syncs now, or again after the sync that is running. */
  function sync(): Promise<void> {
    again = running !== undefined
    running ??= (async () => {
      do {
        again = false
        await syncOnce()
      } while (again && !closed)
      running = undefined
    })()
    return running
  }

  return {
    sync,
    state: () => state,
    times: () => times,
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** The name of one branch: no characters that would make it a refspec or a pattern. */
const BRANCH = /^refs\/heads\/([^\s:*?^~\\[]+)$/

/** Another clone has pushed between our fetch and our push. */
const isRace = (error: unknown) =>
  error instanceof GitError && /fetch first|non-fast-forward|cannot lock ref/.test(error.said)

/** Conflict: both sides changed the same lines of `files`. A person has to merge. */
export class DivergedError extends Error {
  override name = 'DivergedError'
  readonly state = 'diverged'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    super(`the same lines were changed here and on the remote: ${files.join(', ')}`)
    this.files = files
  }
}

const NAMED_MAX = 5

/** The remote changes files that the site does not merge by itself. */
export class RemoteRejectedError extends Error {
  override name = 'RemoteRejectedError'
  readonly state = 'rejected'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : ''
    super(
      `the remote changes files that the site does not merge by itself: ${files.slice(0, NAMED_MAX).join(', ')}${more}. It merges regular files in the content folder and in storage/public`,
    )
    this.files = files
  }
}

/** What a merge does to one file. Mode `000000` deletes it. */
export type TreeChange = { path: string; mode: string; blob: string }

export type MergeOptions = {
  author: Author
  /** Whether the site merges this change of the remote (see `allowedChanges`). */
  isAllowed(change: TreeChange): boolean
  /** Returns those of the files, merged by git from both sides, that are invalid. */
  unreadable(files: readonly { path: string; bytes: Uint8Array }[]): readonly string[]
}

/**
 * Merges the remote branch into the checkout: a fast-forward, or a merge that is built and validated beside it. Returns the
 * files that changed in the checkout. Git rejects a merge that would overwrite uncommitted work. Throws `GitError`,
 * `DivergedError` and `RemoteRejectedError`; then the checkout is unchanged. No save may write files meanwhile.
 */
export async function mergeRemote(repository: Repository, upstream: string, options: MergeOptions): Promise<string[]> {
  const { git } = repository
  const [head, theirs] = await Promise.all([
    headOf(git),
    git(['rev-parse', '--verify', '--end-of-options', `${upstream}^{commit}`]),
  ])
  const base = head && (await git(['merge-base', head, theirs]).catch(() => undefined))
  if (base === theirs) return []
  const goal = head === undefined || base === head ? theirs : await mergeCommit(git, head, theirs, options)
  const changes = await changesBetween(git, head, goal)
  const rejected = changes.filter((change) => !options.isAllowed(change))
  if (rejected.length > 0) throw new RemoteRejectedError(rejected.map(({ path }) => path))
  if (head === undefined) await assertNoFiles(repository, changes)
  const merge = ['merge', '--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-verify-signatures', '--quiet']
  await git([...merge, '--end-of-options', goal], { env: { GIT_REFLOG_ACTION: 'pull: from the remote' } })
  return changes.map(({ path }) => path)
}

async function mergeCommit(git: Git, head: string, theirs: string, { author, unreadable }: MergeOptions) {
  const tree = await mergedTree(git, head, theirs)
  // Files that both sides changed differ from both in the merged tree.
  const others = new Set((await changesBetween(git, theirs, tree)).map(({ path }) => path))
  const merged = (await changesBetween(git, head, tree)).filter(({ path, mode }) => others.has(path) && mode !== NONE)
  const blobs = await readBlobs(git, [...new Set(merged.map(({ blob }) => blob))])
  const invalid = unreadable(merged.flatMap(({ path, blob }) => ({ path, bytes: blobs.get(blob) ?? new Uint8Array() })))
  if (invalid.length > 0) throw new DivergedError(invalid)
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  }
  return git(['commit-tree', tree, '-p', head, '-p', theirs, '-m', 'Merge remote changes'], { env })
}

async function mergedTree(git: Git, head: string, theirs: string): Promise<string> {
  const merge = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', head, theirs]
  try {
    return (await git(merge)).replaceAll('\0', '')
  } catch (error) {
    // Exit code 1 means conflicts; the output is the tree, then the files.
    if (error instanceof GitError && error.code === 1)
      throw new DivergedError(error.printed.split('\0').filter(Boolean).slice(1))
    throw error
  }
}

const NONE = '000000'

/** The changes of the checkout between two commits or trees. `from` is `undefined` on a branch without commits. */
async function changesBetween(git: Git, from: string | undefined, to: string): Promise<TreeChange[]> {
  if (from === undefined) return [...(await entriesAt(git, to, []))].map(([path, entry]) => ({ path, ...entry }))
  const fields = (await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', from, to])).split('\0').filter(Boolean)
  return fields.flatMap((facts, index) => {
    const [, mode = '', , blob = ''] = facts.split(' ')
    return index % 2 === 0 ? [{ mode, blob, path: fields[index + 1] ?? '' }] : []
  })
}

/**
 * Returns a check for the changes that the site merges by itself: plain files in these folders that are not in `privateDir`.
 * Links, submodules and executables are rejected. Folders outside the repository allow nothing.
 */
export async function allowedChanges({ root }: Repository, folders: readonly string[], privateDir: string) {
  const prefixes = await Promise.all(folders.map((folder) => prefixOf(root, folder)))
  const denied = (await prefixOf(root, privateDir))?.toLowerCase()
  // Some file systems ignore case.
  const isDenied = (path: string) => denied !== undefined && path.toLowerCase().startsWith(denied)
  return ({ path, mode }: TreeChange): boolean =>
    (mode === '100644' || mode === NONE) &&
    prefixes.some((prefix) => prefix !== undefined && path.startsWith(prefix)) &&
    !isDenied(path)
}

/** `content/`, or an empty text for the root itself; `undefined` for a folder outside. */
export async function prefixOf(root: string, folder: string): Promise<string | undefined> {
  const path = relative(root, await realFolder(folder))
  if (path === '') return ''
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : `${path.split(sep).join('/')}/`
}

/** The real path of a folder that may not exist yet. */
const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch(async () => join(await realFolder(join(folder, '..')), folder.split(sep).at(-1) ?? ''))

/** On a branch without commits, git would overwrite ignored files. */
async function assertNoFiles({ root }: Repository, changes: readonly TreeChange[]): Promise<void> {
  for (const { path } of changes) {
    const found = await lstat(join(root, path)).catch(() => undefined)
    if (found) throw new GitError('merge', `the remote has ${path}, and an uncommitted file with this name exists here`)
  }
}
