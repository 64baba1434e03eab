import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobChange, carriedOver } from './blobs.ts'
import { type Git, GitFailed } from './git.ts'
import { type Entry, entriesIn, type Move } from './index-file.ts'
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
/** Where commits stand for the blink before they become HEAD. */
const OUR_REFS = 'refs/saves/'
/** One of them is asked about every reference that moves. */
const noHooks = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: '/dev/null' }

/**
 * Makes one commit of exactly these changes on the branch that is checked out, whatever else is changed or staged in the
 * checkout: it is built beside it. Runs no hooks. Throws `GitFailed`; then there is no commit, and it can be tried again.
 */
export async function commit(repository: Repository, save: Save): Promise<Committed> {
  await refuseInTheMiddle(repository)
  for (let attempt = 1; ; attempt++) {
    const head = await headOf(repository.git)
    const made = await commitOn(repository, save, head)
    if (!made.commit) return made
    try {
      await repository.git(['update-ref', '-m', `commit: ${oneLine(save.subject)}`, '--stdin'], {
        input: `update HEAD ${made.commit} ${head ?? NOTHING}\ndelete ${made.ref}\n`,
        env: noHooks,
      })
      return made
    } catch (error) {
      await repository.git(['update-ref', '-d', made.ref], { env: noHooks }).catch(() => '')
      if (attempt === ATTEMPTS || (await headOf(repository.git)) === head) throw error
    }
  }
}

/** Takes away what a crash in that blink left. */
export async function tidyRefs({ git }: Repository): Promise<void> {
  const left = (await git(['for-each-ref', '--format=%(refname)', OUR_REFS])).split('\n').filter(Boolean)
  for (const ref of left) await git(['update-ref', '-d', ref], { env: noHooks })
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
  const ref = `${OUR_REFS}${randomBytes(6).toString('hex')}`
  if (moved.length === 0) return { commit: undefined, left, moved: known, ref }
  return { commit: await importCommit(git, save, { head, moved, ref }), left, moved: [...moved, ...known], ref }
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

/**
 * The commit, on a branch of its own that nobody looks at. One call of git, which reads and writes only the folders that
 * change: an index of ten thousand files would be written out for it.
 */
async function importCommit(git: Git, save: Save, { head, moved, ref }: Imported): Promise<string> {
  const seconds = Math.floor(Date.parse(save.at) / 1000)
  const who = `${named(save.author)} ${seconds} +0000`
  const message = messageOf(save)
  const input = [
    `commit ${ref}`,
    'mark :1',
    `author ${who}`,
    `committer ${who}`,
    `data ${Buffer.byteLength(message)}`,
    message,
    ...(head ? [`from ${head}`] : []),
    ...moved.map(({ path, mode, after }) =>
      after === null ? `D ${quoted(path)}` : `M ${mode} ${after} ${quoted(path)}`,
    ),
    '',
    'get-mark :1',
    'done',
    '',
  ].join('\n')
  return git(['fast-import', '--quiet', '--done'], { input, env: noHooks })
}
type Imported = { head: string | undefined; moved: readonly Move[]; ref: string }

/** As git would write it: nothing of it can end the line. */
const named = ({ name, email }: Author) => `${bare(name)} <${bare(email)}>`
const bare = (text: string) => text.replace(/[<>\p{Cc}]/gu, '').trim()
const quoted = (path: string) => (/["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path)

/** A title may hold a line break nowhere but in an attacker's mind. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const messageOf = ({ subject, trailers }: Save) =>
  `${oneLine(subject)}\n\n${Object.entries(trailers)
    .map(([name, value]) => `${name}: ${oneLine(value)}\n`)
    .join('')}`
