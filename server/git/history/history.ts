import { join } from 'node:path'
import type { PostHistory, PostVersion, PostVersionDetail } from '#contract/history.ts'
import type { EditablePost } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { FILE_MAX_BYTES, revisionOf } from '#server/content/content-files.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { isOnDisk, readBlobs } from '#server/git/objects.ts'
import type { Repository } from '#server/git/repository.ts'
import { GitError } from '#server/git/run-git.ts'
import { DomainError, NotFoundError } from '#server/lib/errors.ts'
import { diffVersions } from './diff.ts'
import {
  historyOf,
  inContent,
  inFormatOf,
  notesOn,
  readVersion,
  restoredText,
  restoreText,
  uncommitted,
  VERSIONS_MAX,
  type Version,
} from './versions.ts'

export type HistoryDeps = {
  content: Content
  /** The content folder. */
  dir: string
  /** `undefined` without a git checkout, or with GIT_COMMIT off. */
  checkout: Pick<NonNullable<Checkout>, 'repository' | 'idle' | 'state'> | undefined
  /** Why there is none although the content folder is in a checkout. */
  gitProblem: string | undefined
  /** Renders a text of a post. Throws a `DomainError` for a text that cannot be rendered. */
  preview(entry: PostEntry, text: string): Promise<EditablePost>
  /** Whether a file exists under /storage/. */
  isStored(path: string): Promise<boolean>
}
export type History = ReturnType<typeof createHistory>
type Found = { repository: Repository; post: PostEntry; path: string; version: Version }

const NO_GIT = 'Git stores older versions: the content folder is not in a git checkout, or GIT_COMMIT is off.'
const IGNORED = 'The file of this post is ignored by git.'

/** The versions of posts in git, and how to restore them. */
export function createHistory({ content, dir, checkout, gitProblem, preview, isStored }: HistoryDeps) {
  function entryOf(id: string): PostEntry {
    const post = content.snapshot().posts.get(id)
    if (!post) throw new NotFoundError('This post does not exist.')
    return post
  }

  /** The location of a post in the repository, after its commits are done; `undefined` without git. */
  async function locate({ file }: PostEntry) {
    if (gitProblem !== undefined) throw new HistoryUnavailableError(gitProblem)
    await checkout?.idle()
    const path = await checkout?.repository.pathOf(join(dir, file))
    return checkout && path !== undefined ? { repository: checkout.repository, path } : undefined
  }

  async function listed(id: string): Promise<PostHistory> {
    const post = entryOf(id)
    const location = await locate(post)
    if (!location) return { kept: false, reason: NO_GIT }
    const { repository, path } = location
    const [versions, text] = await Promise.all([historyOf(repository, path), content.read(post.file)])
    if (versions.length === 0 && (await repository.ignored([path])).has(path)) return { kept: false, reason: IGNORED }
    const more = versions.length === VERSIONS_MAX
    const uncommitted = !(await isOnDisk(repository.root, path, versions[0]?.blob))
    return { kept: true, versions: versions.map(summaryOf), more, uncommitted, revision: revisionIn(text) }
  }

  /** Only commits of this post are read, whatever id is requested. */
  async function find(id: string, commit: string): Promise<Found> {
    const post = entryOf(id)
    const location = await locate(post)
    const versions = location ? await historyOf(location.repository, location.path) : []
    const version = versions.find((one) => one.commit === commit)
    if (!location || !version) throw new NotFoundError('This post has no such version.')
    return { post, version, ...location }
  }

  async function textsOf({ repository, version: { blob, before } }: Found) {
    const ids = [blob, before?.blob].filter((id) => id !== undefined)
    const found = await readBlobs(repository.git, [...new Set(ids)], FILE_MAX_BYTES)
    const bytes = before && found.get(before.blob)
    return { after: found.get(blob ?? ''), before: bytes && { bytes, path: before.path } }
  }

  /** The file after a restore of this version. */
  function restoredFile({ post, version }: Found, bytes: Uint8Array | undefined) {
    const file = inFormatOf(version.path, post.file)
    const read = readVersion(dir, file, bytes)
    const text = new TextEncoder().encode(restoredText(read.text, post))
    return { file, ...(read.text === '' ? read : readVersion(dir, file, text)) }
  }

  async function tryPreview(entry: PostEntry, text: string) {
    try {
      return { post: await preview(entry, text), problem: null }
    } catch (error) {
      if (error instanceof DomainError) return { post: null, problem: error.message }
      throw error
    }
  }

  async function detailed(id: string, commit: string): Promise<PostVersionDetail> {
    const found = await find(id, commit)
    const { after, before } = await textsOf(found)
    const own = readVersion(dir, inContent(found.version.path), after)
    const old = before && readVersion(dir, inContent(before.path), before.bytes)
    const today = restoredFile(found, after)
    const isGood = today.problem === undefined
    const { post, problem } = isGood
      ? await tryPreview(today.entry, today.text)
      : { post: null, problem: today.problem }
    const now = await content.read(found.post.file)
    return {
      version: summaryOf(found.version),
      isFirst: before === undefined,
      isCurrent: today.file === found.post.file && today.text === now,
      ...diffVersions(old, own),
      post,
      problem,
      notes: isGood ? await notesOn(today.entry, content.snapshot(), isStored) : [],
    }
  }

  async function restored(id: string, commit: string, revision: string): Promise<void> {
    const found = await find(id, commit)
    const { after } = await textsOf(found)
    const today = restoredFile(found, after)
    if (today.problem !== undefined) throw new InvalidVersionError(today.problem)
    const { post, problem } = await tryPreview(today.entry, today.text)
    if (!post) throw new InvalidVersionError(problem)
    await assertCommitted(found)
    const subject = `post: restore "${post.title}" from ${commit.slice(0, 7)}`
    await content.change((tx) => restoreText(tx, { id, revision, file: today.file, text: today.text }), { subject, id })
  }

  /** Uncommitted work would be lost. Our own saves are committed later, in their order. */
  async function assertCommitted({ repository, path }: Found): Promise<void> {
    if (checkout && checkout.state().commits.waiting > 0) return
    if ((await uncommitted(repository, [path])).length > 0) throw new UncommittedChangesError()
  }

  return {
    /** Throws `NotFoundError` and `HistoryUnavailableError`. */
    list: (id: string) => listed(id).catch(unavailable),
    /** One version and the changes of its commit. Throws `NotFoundError` and `HistoryUnavailableError`. */
    version: (id: string, commit: string) => detailed(id, commit).catch(unavailable),
    /**
     * Restores an old version by a new commit. `revision` is the file's when its history was read. Throws `NotFoundError`,
     * `HistoryUnavailableError`, `InvalidVersionError`, `UncommittedChangesError`, and `ConflictError` where the file
     * changed meanwhile.
     */
    restore: (id: string, commit: string, revision: string) => restored(id, commit, revision).catch(unavailable),
  }
}

function unavailable(error: unknown): never {
  throw error instanceof GitError ? new HistoryUnavailableError(error.reason) : error
}

const summaryOf = ({ commit, at, author, subject }: Version): PostVersion => ({ commit, at, author, subject })
const revisionIn = (text: string) => revisionOf(new TextEncoder().encode(text))

/** A version that is invalid today. The message is for the administrator, and may quote the version. */
export class InvalidVersionError extends DomainError {
  readonly kind = 'invalid'
}

/** The file has uncommitted changes. */
export class UncommittedChangesError extends DomainError {
  readonly kind = 'conflict'
  constructor() {
    super('The file has uncommitted changes, which would be lost. Commit them first, then restore.')
  }
}

/** Git failed with this reason. */
export class HistoryUnavailableError extends DomainError {
  readonly kind = 'unavailable'
  constructor(reason: string) {
    super(`Git cannot read the versions of this post: ${reason}. Saving works. Ask the operator of the server.`)
  }
}
