import type { GitPause } from '#contract/content.ts'
import { blobId, type Files, listFiles, type Repository, readObjects } from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import { isSameBytes } from '#server/lib/bytes.ts'
import { mergeTexts } from '#server/text/merge/merge3.ts'
import { oneLine } from '#server/text/scan/lines.ts'
import { type Author, refOf } from './plain-state.ts'
import { updateIndex } from './update-index.ts'

type CommitMessage = {
  /** First line: `post: update "How to plan a bake"`. */
  subject: string
  /** `Content-Id`, `Via`. */
  trailers: Readonly<Record<string, string>>
  /** See `identityOf`. */
  author: Author
  /** ISO 8601. */
  at: string
}

/** A file before and after a save; `null`: there is none. */
export type FileChange = { path: string; before: Uint8Array | null; after: Uint8Array | null }

/** What a commit changes in the index: git's ids of a file before and after; `null`: there is no file. */
export type IndexChange = { path: string; mode: string; before: string | null; after: string | null }

/**
 * Commits exactly these changes on `branch`, its full name, whatever else is changed or staged in the checkout: the
 * commit is built beside it, with at most four git processes. Runs no hooks. Throws `GitError`; then there is no commit, and
 * it can be tried again. `left`: files whose change could not be told apart from another person's uncommitted work; they are
 * not in the commit. `indexChanges`: the changes that the checkout's own index, as it was before, has to follow.
 */
export function commit(repository: Repository, branch: string, message: CommitMessage, changes: readonly FileChange[]) {
  return patiently(async () => {
    const { head, index, files, left } = await planCommit(repository, branch, changes)
    const changed = files.filter(({ bytes, committed }) => !isSameBytes(bytes, committed))
    const made =
      changed.length > 0 ? await importCommit(repository.git, { branch, parent: head }, message, changed) : undefined
    const anyId = made ?? head
    const idOf = (bytes: Uint8Array | null) => bytes && blobId(bytes, anyId ?? '')
    // A file that is committed already: before a crash, perhaps, that came before the index had followed.
    const indexChanges = files.map(({ path, mode, before, committed, bytes }): IndexChange => {
      const old = isSameBytes(bytes, committed) ? before : committed
      return { path, mode, before: idOf(old), after: idOf(bytes) }
    })
    return { commit: made, files, left, index, indexChanges: anyId ? indexChanges : [] }
  })
}

/** Commits to it are on no branch of a person's, and are never pushed. */
export const ASIDE = refOf('saves-aside')

/** Commits changes that cannot be merged to a branch beside the others, so that no text is lost. Throws `GitError`. */
export async function commitAside(
  { git }: Repository,
  branch: string,
  message: CommitMessage,
  changes: readonly FileChange[],
): Promise<void> {
  const [head, aside] = await readObjects(git, [`${branch}^{commit}`, `${ASIDE}^{commit}`])
  const files = changes.map(({ path, after }) => ({ path, mode: REGULAR, bytes: after }))
  await importCommit(git, { branch: ASIDE, parent: (aside ?? head)?.id }, message, files)
}

/** Another git process holds its locks for milliseconds, and may move HEAD. */
const WAITS_MS = [20, 50, 100, 200, 400]

/** What may end within milliseconds. */
const BRIEF = new Set<GitPause>(['locked', 'no-repository', 'failed'])

/** Tries a job again when git fails. */
async function patiently<T>(job: () => Promise<T>): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await job()
    } catch (error) {
      if (!(error instanceof GitError) || !BRIEF.has(error.pause)) throw error
      await Bun.sleep(waitMs)
    }
  }
  return job()
}

/** A file of a commit: its bytes, those in HEAD, and those before the save. */
type PlannedFile = FileChange & { mode: string; committed: Uint8Array | null; bytes: Uint8Array | null }

async function planCommit({ git, ignored }: Repository, branch: string, changes: readonly FileChange[]) {
  const paths = changes.map(({ path }) => path)
  const [head, ...atHead] = await readObjects(git, [`${branch}^{commit}`, ...paths.map((path) => `${branch}:${path}`)])
  const index = await listFiles(git, ['ls-files'], paths)
  const skipped = await ignored(paths.filter((_, at) => !atHead[at]))
  const isFromOutside = ({ path, before }: FileChange) => skipped.has(path) && before !== null
  // An ignored file that is renamed is deleted and created.
  const isRename = changes.some((change) => isFromOutside(change) && change.after === null)
  const files: PlannedFile[] = []
  const left: string[] = []
  for (const [at, change] of changes.entries()) {
    const { path } = change
    // What the site creates is added in spite of the rules: a save is a commit. Other ignored files may be secret.
    if (isFromOutside(change) || (isRename && skipped.has(path))) continue
    const committed = atHead[at]?.bytes ?? null
    const bytes = mergeChange(change, committed)
    if (bytes === undefined) left.push(path)
    else files.push({ ...change, committed, bytes, mode: index.get(path)?.mode ?? REGULAR })
  }
  return { head: head?.id, index, files, left }
}

const REGULAR = '100644'
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
 * Appends a commit to a branch, which must still be at `parent`, and returns its id. One git process for any number of files; it
 * reads and writes only the folders that change, not an index of ten thousand files. Throws `GitError`.
 */
function importCommit(
  git: Git,
  { branch, parent }: { branch: string; parent: string | undefined },
  { author, at, subject, trailers }: CommitMessage,
  files: readonly Pick<PlannedFile, 'path' | 'mode' | 'bytes'>[],
): Promise<string> {
  const who = `${author.name} <${author.email}> ${Math.floor(Date.parse(at) / 1000)} +0000`
  const named = Object.entries(trailers).map(([name, value]) => `${name}: ${oneLine(value)}\n`)
  const text = `${oneLine(subject)}\n\n${named.join('')}`
  const input = new Blob([
    `commit ${branch}\nmark :1\nauthor ${who}\ncommitter ${who}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
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

const quoted = (path: string) => (/["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path)
/** A title may contain a line break. */

/**
 * Updates the checkout's own index after commits that were built beside it. Staged changes of these files stay staged.
 * `index`: as it was just before. Returns false where the index stays locked: then it has to be tried again.
 */
export async function followIndex(
  repository: Repository,
  changes: readonly IndexChange[],
  index?: Files,
): Promise<boolean> {
  const paths = changes.map(({ path }) => path)
  const following = patiently(async () => {
    const next = new Map(index ?? (await listFiles(repository.git, ['ls-files'], paths)))
    index = undefined
    const lines = changes.map((change) => {
      if ((next.get(change.path)?.blob ?? null) !== change.before) return ''
      next.set(change.path, { mode: change.mode, blob: change.after })
      return indexLine(change)
    })
    const input = lines.join('')
    if (input !== '') await updateIndex(repository, input)
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
