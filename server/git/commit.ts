import { randomBytes } from 'node:crypto'
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobChange, carriedOver } from './blobs.ts'
import { type Git, GitFailed } from './git.ts'
import { type Entry, entriesIn, indexLine, type Move } from './index-file.ts'
import type { Repository } from './repository.ts'

export type Author = { name: string; email: string }
/** A save that becomes one commit. */
export type Save = {
  /** First line: `post: update "How to plan a bake"`. */
  subject: string
  /** Trailers: `Content-Id`, `Via`. */
  trailers: Readonly<Record<string, string>>
  author: Author
  /** ISO 8601. */
  at: string
  changes: readonly BlobChange[]
}
/** `left`: files whose change could not be told apart from somebody's uncommitted work; they are not in the commit. `moved`: what the checkout's own index has to follow. */
export type Committed = { commit: string | undefined; left: readonly string[]; moved: readonly Move[] }

/** How often HEAD may move under a commit before we wait. */
const ATTEMPTS = 5
const NOTHING = '0'.repeat(40)
/** One of them is asked about every reference that moves. */
const noHooks = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: '/dev/null' }
/** An index of our own, beside git's. */
const OWN_INDEX = /^index\.[0-9a-f]{12}(?:\.lock)?$/

/**
 * Makes one commit of exactly these changes on the branch that is checked out, whatever else is changed or staged in the
 * checkout: it is built in an index of its own. Runs no hooks. Throws `GitFailed`; then there is no commit, and it can be tried again.
 */
export async function commit(repository: Repository, save: Save): Promise<Committed> {
  await refuseInTheMiddle(repository)
  for (let attempt = 1; ; attempt++) {
    const head = await headOf(repository.git)
    const made = await commitOn(repository, save, head)
    if (!made.commit) return made
    try {
      const moved = ['-m', `commit: ${save.subject}`, 'HEAD', made.commit, head ?? NOTHING]
      await repository.git(['update-ref', ...moved], { env: noHooks })
      return made
    } catch (error) {
      if (attempt === ATTEMPTS || (await headOf(repository.git)) === head) throw error
    }
  }
}

/** A merge or rebase under way would lose our commit, or we would end up in the middle of it. */
async function refuseInTheMiddle({ gitFolder }: Repository): Promise<void> {
  for (const name of ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']) {
    if (await isThere(join(gitFolder, name)))
      throw new GitFailed('commit', 'somebody is in the middle of a merge or rebase in this checkout')
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** `undefined`: a branch without commits. Throws `GitFailed` where git cannot say. */
export const headOf = (git: Git): Promise<string | undefined> =>
  git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).catch((error) => {
    if (error instanceof GitFailed && error.code === 1) return undefined
    throw error
  })

async function commitOn(repository: Repository, save: Save, head: string | undefined) {
  const { git } = repository
  const before = await entriesAt(git, head, save.changes)
  const moved: Move[] = []
  const known: Move[] = []
  const left: string[] = []
  for (const change of save.changes) {
    const { blob = null, mode = '100644' } = before.get(change.path) ?? {}
    const carried = await carriedOver(git, change, blob)
    if (!carried) left.push(change.path)
    else if (carried.blob !== blob) moved.push({ path: change.path, mode, before: blob, after: carried.blob })
    // Committed before a crash, perhaps, that came before the index had followed.
    else if (blob !== change.before) known.push({ path: change.path, mode, before: change.before, after: blob })
  }
  if (moved.length === 0) return { commit: undefined, left, moved: known }
  return { commit: await commitTree(repository, save, head, moved), left, moved: [...moved, ...known] }
}

/** What these files are in a commit. */
async function entriesAt(
  git: Git,
  head: string | undefined,
  changes: readonly BlobChange[],
): Promise<Map<string, Entry>> {
  if (!head) return new Map()
  return entriesIn(
    await git(['ls-tree', '-z', '--format=%(objectmode) %(objectname)%x09%(path)', head, '--', ...changes.map(pathOf)]),
  )
}
const pathOf = ({ path }: BlobChange) => path

async function commitTree(
  { git, gitFolder }: Repository,
  save: Save,
  head: string | undefined,
  moved: readonly Move[],
): Promise<string> {
  const index = join(gitFolder, `index.${randomBytes(6).toString('hex')}`)
  const env = { GIT_INDEX_FILE: index }
  try {
    await git(head ? ['read-tree', head] : ['read-tree', '--empty'], { env })
    await git(['update-index', '-z', '--index-info'], { env, input: moved.map(indexLine).join('') })
    const tree = await git(['write-tree'], { env })
    const parent = head ? ['-p', head] : []
    return await git(['commit-tree', tree, ...parent, '-F', '-'], { env: signature(save), input: messageOf(save) })
  } finally {
    await rm(index, { force: true })
  }
}

/** Takes away the indexes that a crash left. A folder that cannot be read is nothing to tidy. */
export async function tidyIndexes({ gitFolder }: Repository): Promise<void> {
  const names = await readdir(gitFolder).catch(() => [])
  await Promise.all(
    names.filter((name) => OWN_INDEX.test(name)).map((name) => rm(join(gitFolder, name)).catch(() => {})),
  )
}

const signature = ({ author, at }: Save) => ({
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_AUTHOR_DATE: at,
  GIT_COMMITTER_NAME: author.name,
  GIT_COMMITTER_EMAIL: author.email,
})

/** A title may hold a line break nowhere but in an attacker's mind. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const messageOf = ({ subject, trailers }: Save) =>
  `${oneLine(subject)}\n\n${Object.entries(trailers)
    .map(([name, value]) => `${name}: ${oneLine(value)}\n`)
    .join('')}`
