import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Repository, readObjects } from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import { mergeChange } from './commit.ts'
import { type Author, identityOf } from './plain-state.ts'

/** Both sides changed the same lines of these files. */
export class MergeConflictError extends Error {
  override name = 'MergeConflictError'
  readonly files: string[]
  constructor(files: string[]) {
    super(`the same lines were changed here and on the remote: ${files.join(', ')}`)
    this.files = files
  }
}

/** The trailer of a commit that names the save that it contains. Another replica may have committed the same save. */
export const SAVE_ID = 'Save-Id'
const SAVE_ID_FORMAT = `%(trailers:key=${SAVE_ID},valueonly,separator=%x2C)`

/** The ids of the saves in a range of commits. Throws `GitError`. */
export async function saveIdsIn(git: Git, range: string): Promise<string[]> {
  return (await git(['rev-list', '--no-commit-header', `--format=${SAVE_ID_FORMAT}`, range]))
    .split('\n')
    .filter(Boolean)
}

/** Those of the saves that a commit contains, by default that of the checkout. `ids`: UUIDs. Throws `GitError`. */
export async function containedSaves(git: Git, ids: readonly string[], commit = 'HEAD'): Promise<string[]> {
  if (ids.length === 0) return []
  const patterns = ids.map((id) => `--grep=${SAVE_ID}: ${id}`)
  const command = ['rev-list', '--no-commit-header', '--fixed-strings', ...patterns]
  return (await git([...command, `--format=${SAVE_ID_FORMAT}`, commit])).split('\n').filter(Boolean)
}

/** The first line of merges that the site makes. */
export const MERGE_SUBJECT = 'Merge remote changes'

type Sides = {
  head: string
  theirs: string
  base: string | undefined
  author: Author
  /** Whether a file that was merged from both sides is valid. */
  isReadable(path: string, bytes: Uint8Array): boolean
  /** The first line; by default, that of a merge which only the two sides decide. */
  subject?: string
  /** Seconds since 1970, by default now: equal sides then make the same commit again. */
  at?: number
  /** What a person has made of files with conflicts. */
  resolved?: ReadonlyMap<string, Uint8Array>
}

/**
 * Creates a commit that merges two, beside the checkout, and returns its id. Throws `GitError`, and `MergeConflictError` where
 * a person has to merge.
 */
export async function mergeCommits(repository: Repository, sides: Sides) {
  const { head, theirs, base, author, isReadable, subject = MERGE_SUBJECT, at, resolved } = sides
  const { git } = repository
  const changed = base === undefined ? theirs : await withoutCommonSaves(git, { head, theirs, base })
  const tree = await mergedTree(repository, head, changed, resolved)
  const { name, email } = identityOf(author)
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    ...(at !== undefined && { GIT_AUTHOR_DATE: `@${at} +0000`, GIT_COMMITTER_DATE: `@${at} +0000` }),
  }
  const commit = await git(['commit-tree', tree, '-p', head, '-p', theirs, '-m', subject], { env })
  // The files that differ from both sides.
  const listed = await git(['diff-tree', '-r', '-c', '-z', '--name-only', '--no-commit-id', commit])
  const merged = listed.split('\0').filter(Boolean)
  const found = await readObjects(
    git,
    merged.map((path) => `${commit}:${path}`),
  )
  const invalid = merged.filter((path, at) => found[at] && !isReadable(path, found[at].bytes))
  if (invalid.length > 0) throw new MergeConflictError(invalid)
  return commit
}

/**
 * Their side, without the saves at the beginning of ours that it contains already, because another replica recovered them.
 * Compared with the older base, a later change of theirs to the same lines would be a conflict with our own first change.
 */
async function withoutCommonSaves(git: Git, { head, theirs, base }: { head: string; theirs: string; base: string }) {
  const format = `--format=%H,%P,${SAVE_ID_FORMAT},%s`
  const listed = await git([
    'rev-list',
    '--reverse',
    '--first-parent',
    '--no-commit-header',
    format,
    `${base}..${head}`,
  ])
  const ours = listed.split('\n').map((line) => {
    const [commit = '', parents = '', save = '', subject] = line.split(',')
    const [, merged] = parents.split(' ')
    return { commit, save, merged: subject === MERGE_SUBJECT ? merged : undefined }
  })
  const known = new Set(
    await containedSaves(
      git,
      ours.flatMap(({ save }) => save || []),
      theirs,
    ),
  )
  let last: string | undefined
  /** A merge of the site's that was not pushed adds nothing to its sides. Other people's merges may. */
  const isOldMerge = async (merged: string | undefined) =>
    merged !== undefined && (await git(['rev-list', '--max-count=1', merged, `^${theirs}`])) === ''
  for (const { commit, save, merged } of ours) {
    if (!known.has(save) && !(await isOldMerge(merged))) break
    last = commit
  }
  if (last === undefined) return theirs
  const env = { ...PLACEHOLDER, GIT_AUTHOR_DATE: '@0 +0000', GIT_COMMITTER_DATE: '@0 +0000' }
  return git(['commit-tree', `${theirs}^{tree}`, '-p', last, '-m', 'Their side'], { env })
}

/** Of a commit that no branch contains. */
const PLACEHOLDER = {
  GIT_AUTHOR_NAME: 'nobody',
  GIT_AUTHOR_EMAIL: 'nobody@localhost',
  GIT_COMMITTER_NAME: 'nobody',
  GIT_COMMITTER_EMAIL: 'nobody@localhost',
}

async function mergedTree(
  repository: Repository,
  head: string,
  theirs: string,
  resolved: Sides['resolved'],
): Promise<string> {
  const merge = ['merge-tree', '--write-tree', '--no-messages', '-z', head, theirs]
  try {
    return (await repository.git(merge)).replaceAll('\0', '')
  } catch (error) {
    // Exit code 1 means conflicts; the output is the tree, then the versions of each file.
    if (error instanceof GitError && error.code === 1) return resolveConflicts(repository, error.printed, resolved)
    throw error
  }
}

/** The base, ours and theirs. */
type Versions = [string?, string?, string?]

/** Merges files as saves are merged, which git cannot: two values of `updated` are no conflict. */
async function resolveConflicts(
  { git, gitFolder }: Repository,
  printed: string,
  resolved: Sides['resolved'],
): Promise<string> {
  const [tree = '', ...listed] = printed.split('\0').filter(Boolean)
  const files = new Map<string, Versions>()
  for (const one of listed) {
    const [, mode = '', blob = '', stage = '', path = ''] = /^(\d+) (\w+) ([123])\t([\s\S]*)$/.exec(one) ?? []
    const versions: Versions = files.get(path) ?? []
    if (mode === '100644') versions[Number(stage) - 1] = blob
    files.set(path, versions)
  }
  const conflicts: string[] = []
  const lines: string[] = []
  for (const [path, versions] of files) {
    const [before, after, committed] = await readObjects(
      git,
      versions.flatMap((blob) => blob ?? []),
    )
    const isWhole = before && after && committed
    const merged =
      isWhole && (resolved?.get(path) ?? mergeChange({ before: before.bytes, after: after.bytes }, committed.bytes))
    if (!merged) conflicts.push(path)
    else {
      const blob = await git(['hash-object', '-w', '--stdin'], { input: new Blob([new Uint8Array(merged)]) })
      lines.push(`100644 ${blob}\t${path}\0`)
    }
  }
  if (conflicts.length > 0 || files.size === 0) throw new MergeConflictError(conflicts)
  return withIndex(gitFolder, async (env) => {
    await git(['read-tree', tree], { env })
    await git(['update-index', '-z', '--index-info'], { env, input: lines.join('') })
    return git(['write-tree'], { env })
  })
}

/** Runs `work` with a separate index, beside the checkout's. */
async function withIndex<T>(gitFolder: string, work: (env: { GIT_INDEX_FILE: string }) => Promise<T>): Promise<T> {
  const file = join(gitFolder, `index-${randomUUID()}`)
  return work({ GIT_INDEX_FILE: file }).finally(() => rm(file, { force: true }))
}
