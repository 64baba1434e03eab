import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  blobId,
  type Files,
  listFiles,
  namesAtHead,
  type Repository,
  readObjects,
} from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import { isSameBytes } from '#server/lib/bytes.ts'
import { mergeTexts } from '#server/text/merge/merge3.ts'

export type Author = { name: string; email: string }

type CommitMessage = {
  /** First line: `post: update "How to plan a bake"`. */
  subject: string
  /** `Content-Id`, `Via`. */
  trailers: Readonly<Record<string, string>>
  author: Author
  /** ISO 8601. */
  at: string
}

/** A file before and after a save; `null`: there is none. */
export type FileChange = { path: string; before: Uint8Array | null; after: Uint8Array | null }

/** What a commit changes in the index: git's ids of a file before and after; `null`: there is no file. */
export type IndexChange = { path: string; mode: string; before: string | null; after: string | null }

/**
 * Commits exactly these changes on the branch that is checked out, whatever else is changed or staged in the checkout: the
 * commit is built beside it, with at most four git processes. Runs no hooks. Throws `GitError`; then there is no commit, and
 * it can be tried again. `left`: files whose change could not be told apart from another person's uncommitted work; they are
 * not in the commit. `indexChanges`: the changes that the checkout's own index, as it was before, has to follow.
 */
export async function commit(repository: Repository, message: CommitMessage, changes: readonly FileChange[]) {
  assertNoMerge(repository)
  return patiently(async () => {
    const { head, index, files, left } = await planCommit(repository, changes)
    const changed = files.filter(({ bytes, committed }) => !isSameBytes(bytes, committed))
    const made = changed.length > 0 ? await importCommit(repository.git, head, message, changed) : undefined
    const anyId = made ?? head
    const idOf = (bytes: Uint8Array | null) => bytes && blobId(bytes, anyId ?? '')
    // A file that is committed already: before a crash, perhaps, that came before the index had followed.
    const indexChanges = files.map(({ path, mode, before, committed, bytes }): IndexChange => {
      const old = isSameBytes(bytes, committed) ? before : committed
      return { path, mode, before: idOf(old), after: idOf(bytes) }
    })
    return { commit: made, left, index, indexChanges: anyId ? indexChanges : [] }
  })
}

/** Another git process holds its locks for milliseconds, and may move HEAD. */
const WAITS_MS = [20, 50, 100, 200, 400]

/** Tries a job again when git fails. */
async function patiently<T>(job: () => Promise<T>): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await job()
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      await Bun.sleep(waitMs)
    }
  }
  return job()
}

/** A merge or rebase in progress would lose our commit, or the commit would end up in the middle of it. */
function assertNoMerge({ gitFolder }: Repository): void {
  const names = ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']
  if (names.some((name) => existsSync(join(gitFolder, name))))
    throw new GitError('commit', 'a merge or rebase is in progress in this checkout')
}

/** A file of a commit: its bytes, those in HEAD, and those before the save. */
type PlannedFile = FileChange & { mode: string; committed: Uint8Array | null; bytes: Uint8Array | null }

async function planCommit({ git, ignored }: Repository, changes: readonly FileChange[]) {
  const paths = changes.map(({ path }) => path)
  const [head, ...atHead] = await readObjects(git, ['HEAD^{commit}', ...namesAtHead(paths)])
  const index = await listFiles(git, ['ls-files'], paths)
  const skipped = await ignored(paths.filter((_, at) => !atHead[at]))
  const files: PlannedFile[] = []
  const left: string[] = []
  for (const [at, change] of changes.entries()) {
    const { path } = change
    if (skipped.has(path)) continue
    const committed = atHead[at]?.bytes ?? null
    const bytes = mergeChange(change, committed)
    if (bytes === undefined) left.push(path)
    else files.push({ ...change, committed, bytes, mode: index.get(path)?.mode ?? '100644' })
  }
  return { head: head?.id, index, files, left }
}

const CR = 13
const UPDATED = /^updated: .*$/m

/**
 * The bytes that a commit stores for a change. Where the committed file is not the file before the change, the working tree
 * had another person's uncommitted work, and only the change itself is carried over. `undefined`: both changed the same lines.
 */
export function mergeChange(
  { before, after }: Omit<FileChange, 'path'>,
  committed: Uint8Array | null,
): Uint8Array | null | undefined {
  if (after === null || isSameBytes(before, committed) || isSameBytes(after, committed)) return after
  if (before === null || committed === null) return undefined
  /** With the line ends of the repository; the checkout may have others. */
  const read = (bytes: Uint8Array) => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return committed.includes(CR) ? text : text.replaceAll('\r\n', '\n')
  }
  const mine = read(after)
  // Every save sets `updated`, so two values of it are no conflict.
  const updated = UPDATED.exec(mine)?.[0]
  const [base = '', theirs = ''] = [before, committed].map((bytes) =>
    updated === undefined ? read(bytes) : read(bytes).replace(UPDATED, () => updated),
  )
  const { text, conflicts } = mergeTexts(base, mine, theirs)
  return conflicts.length > 0 ? undefined : new TextEncoder().encode(text)
}

/**
 * Appends a commit to HEAD, which must still be `parent`, and returns its id. One git process for any number of files; it
 * reads and writes only the folders that change, not an index of ten thousand files. Throws `GitError`.
 */
function importCommit(
  git: Git,
  parent: string | undefined,
  { author, at, subject, trailers }: CommitMessage,
  files: readonly Pick<PlannedFile, 'path' | 'mode' | 'bytes'>[],
): Promise<string> {
  const who = `${bare(author.name)} <${bare(author.email)}> ${Math.floor(Date.parse(at) / 1000)} +0000`
  const named = Object.entries(trailers).map(([name, value]) => `${name}: ${oneLine(value)}\n`)
  const text = `${oneLine(subject)}\n\n${named.join('')}`
  const input = new Blob([
    `commit HEAD\nmark :1\nauthor ${who}\ncommitter ${who}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    parent ? `from ${parent}\n` : '',
    ...files.flatMap(({ path, mode, bytes }) =>
      bytes
        ? [`M ${mode} inline ${quoted(path)}\ndata ${bytes.byteLength}\n`, new Uint8Array(bytes), '\n']
        : [`D ${quoted(path)}\n`],
    ),
    '\nget-mark :1\ndone\n',
  ])
  return git(['fast-import', '--quiet', '--done'], { input })
}

/** As git would write it: nothing of it can end the line. */
const bare = (text: string) => text.replace(/[<>\p{Cc}]/gu, '').trim()
const quoted = (path: string) => (/["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path)
/** A title may contain a line break. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Updates the checkout's own index after commits that were built beside it. Staged changes of these files stay staged.
 * `index`: as it was just before. Returns false where the index stays locked: then it has to be tried again.
 */
export async function followIndex(git: Git, changes: readonly IndexChange[], index?: Files): Promise<boolean> {
  const paths = changes.map(({ path }) => path)
  const following = patiently(async () => {
    const next = new Map(index ?? (await listFiles(git, ['ls-files'], paths)))
    index = undefined
    const lines = changes.map((change) => {
      if ((next.get(change.path)?.blob ?? null) !== change.before) return ''
      next.set(change.path, { mode: change.mode, blob: change.after })
      return indexLine(change)
    })
    await git(['update-index', '-z', '--index-info'], { input: lines.join('') })
    return true
  })
  return following.catch((error) => {
    if (error instanceof GitError) return false
    throw error
  })
}

/** Mode 0 removes the file. */
const indexLine = ({ path, mode, after }: IndexChange) =>
  after === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${after}\t${path}\0`
