import { join } from 'node:path'
import type { PostHistory, PostVersion, PostVersionDetail } from '#contract/history.ts'
import type { EditablePost } from '#contract/posts.ts'
import type { Content, Editor } from '#server/content/content.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { throwUnavailable } from '#server/git/runner/git-unavailable.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { ConflictError, DomainError, NotFoundError } from '#server/lib/errors.ts'
import { diffRendered, diffVersions } from './diff.ts'
import { createLastEditors } from './last-editors.ts'
import {
  inContent,
  inFormatOf,
  mergedBy,
  notesOn,
  type ReadVersion,
  readTexts,
  readVersion,
  VERSIONS_MAX,
  type Version,
  versionsOf,
} from './versions.ts'

type HistoryDeps = {
  content: Content
  /** The content folder. */
  dir: string
  /** `undefined` without a git checkout, or with GIT_COMMIT off. */
  checkout: Checkout
  /** Renders a text of a post. Throws a `DomainError` for a text that cannot be rendered. */
  preview(entry: PostEntry, text: string): Promise<EditablePost>
  /** Whether a file exists under /storage/. */
  isStored(path: string): Promise<boolean>
}
export type History = ReturnType<typeof createHistory>

const NO_GIT = 'Git stores older versions: the content folder is not in a git checkout, or GIT_COMMIT is off.'
const UNCOMMITTED = 'The file has uncommitted changes, which would be lost. Commit them first, then restore.'
const IGNORED = 'The file of this post is ignored by git.'

/** The versions of posts in git, and how to restore them. */
export function createHistory({ content, dir, checkout, preview, isStored }: HistoryDeps) {
  const editors = createLastEditors(content)

  /** Who made this revision of a post: as the dashboard knows it, or else git. Null where neither does. Never throws. */
  async function lastEditor(id: string, revision: string): Promise<string | null> {
    const known = editors.nameFor(revision)
    if (known !== undefined) return known
    try {
      const location = await locate(postIn(content.snapshot(), id))
      const [newest] = location?.versions ?? []
      const isCommitted = location && (await location.repository.uncommitted([location.path])).length === 0
      return (isCommitted && newest?.author) || null
    } catch (error) {
      if (error instanceof DomainError || error instanceof GitError) return null
      throw error
    }
  }

  /** The versions of a post, after its commits are done; `undefined` without git. */
  async function locate({ file }: PostEntry) {
    await checkout?.idle()
    const path = await checkout?.repository.pathOf(join(dir, file))
    if (!checkout || path === undefined) return
    const { repository } = checkout
    return { repository, path, versions: await versionsOf(repository, path) }
  }

  async function list(id: string): Promise<PostHistory> {
    const post = postIn(content.snapshot(), id)
    const location = await locate(post)
    if (!location) return { kept: false, reason: NO_GIT }
    const { repository, path, versions } = location
    if (versions.length === 0 && (await repository.ignored([path])).has(path)) return { kept: false, reason: IGNORED }
    return {
      kept: true,
      versions: versions.map(summaryOf),
      more: versions.length === VERSIONS_MAX,
      uncommitted: (await repository.uncommitted([path])).length > 0,
      revision: revisionIn(await content.read(post.file)),
    }
  }

  /** A version of a post, and the file after its restore. Only commits of this post are read, whatever id is requested. */
  async function find(id: string, commit: string) {
    const post = postIn(content.snapshot(), id)
    const location = await locate(post)
    const version = location?.versions.find((one) => one.commit === commit)
    if (!location || !version) throw new NotFoundError('This post has no such version.')
    const texts = await readTexts(location.repository, version)
    const file = inFormatOf(version.path, post.file)
    const today = readVersion(dir, file, texts.after, post)
    return { ...location, post, version, texts, file, today, ...(await tryPreview(today)) }
  }

  async function tryPreview(version: ReadVersion) {
    if (version.problem !== undefined) return { preview: null, problem: version.problem }
    try {
      return { preview: await preview(version.entry, version.text), problem: null }
    } catch (error) {
      if (error instanceof DomainError) return { preview: null, problem: error.message }
      throw error
    }
  }

  /** `other`: the version to compare with, in place of the one before. */
  async function detail(id: string, commit: string, other?: string): Promise<PostVersionDetail> {
    const { post, version, texts, file, today, repository, versions, ...shown } = await find(id, commit)
    const from = other === undefined ? undefined : versionIn(versions, other)
    const listed = from ?? versions[versions.indexOf(version) + 1]
    const after = readVersion(dir, inContent(version.path), texts.after)
    const before = from
      ? readVersion(dir, inContent(from.path), (await readTexts(repository, from)).after)
      : texts.before && readVersion(dir, inContent(version.oldPath), texts.before)
    const [old, now] = await Promise.all([before && tryPreview(before), tryPreview(after)])
    return {
      version: summaryOf(version),
      from: listed ? summaryOf(listed) : null,
      merged: from ? [] : await mergedBy(repository, version),
      isFirst: before === undefined,
      isCurrent: file === post.file && today.text === (await content.read(post.file)),
      ...diffVersions(before, after),
      rendered: now.preview && old?.preview !== null ? diffRendered(old?.preview, now.preview) : null,
      post: shown.preview,
      before: old?.preview ?? null,
      problem: shown.problem,
      notes: today.problem === undefined ? await notesOn(today.entry, content.snapshot(), isStored) : [],
    }
  }

  async function restore(id: string, commit: string, revision: string, editor: Editor): Promise<void> {
    const { post, path, repository, file, today, ...shown } = await find(id, commit)
    if (!shown.preview) throw new InvalidVersionError(shown.problem)
    // Uncommitted work would be lost. Our own saves are committed later, in their order.
    const isWaiting = (checkout?.state().commits.waiting ?? 0) > 0
    if (!isWaiting && (await repository.uncommitted([path])).length > 0) throw new ConflictError(UNCOMMITTED)
    const subject = `post: restore "${shown.preview.title}" from ${commit.slice(0, 7)}`
    await content.change(
      async (tx) => {
        const { file: current } = postIn(tx.snapshot, id)
        const now = await tx.read(current)
        if (current !== post.file || revisionIn(now) !== revision)
          throw new ConflictError('This post has been changed since its history was opened. Nothing was restored.')
        if (file === post.file && now === today.text) return
        tx.write(file, today.text)
        if (file !== post.file) tx.remove(post.file)
      },
      { subject, id, editor },
    )
  }

  return {
    lastEditor,
    /** Throws `NotFoundError` and `GitUnavailableError`. */
    list: (id: string) => list(id).catch(unavailable),
    /** One version, and its changes since the one before or another one. Throws `NotFoundError` and `GitUnavailableError`. */
    version: (id: string, commit: string, other?: string) => detail(id, commit, other).catch(unavailable),
    /**
     * Restores an old version by a new commit. `revision` is the file's when its history was read. Throws `NotFoundError`,
     * `GitUnavailableError`, `InvalidVersionError`, and `ConflictError` where the file has changed or has
     * uncommitted changes.
     */
    restore: (id: string, commit: string, revision: string, editor: Editor) =>
      restore(id, commit, revision, editor).catch(unavailable),
  }
}

/** A version with a file. Throws `NotFoundError`. */
function versionIn(versions: readonly Version[], commit: string): Version {
  const version = versions.find((one) => one.commit === commit)
  if (version?.blob === undefined) throw new NotFoundError('This post has no such version.')
  return version
}

function postIn({ posts }: Snapshot, id: string): PostEntry {
  const post = posts.get(id)
  if (!post) throw new NotFoundError('This post does not exist.')
  return post
}

const unavailable = (error: unknown): never =>
  throwUnavailable(
    error,
    (reason) => `Git cannot read the versions of this post: ${reason}. Saving works. Ask the operator of the server.`,
  )

const summaryOf = ({ commit, at, author, subject, event }: Version): PostVersion => ({
  commit,
  at,
  author,
  subject,
  event,
})
const revisionIn = (text: string) => revisionOf(new TextEncoder().encode(text))

/** A version that is invalid today. The message is for the administrator, and may quote the version. */
class InvalidVersionError extends DomainError {
  readonly kind = 'invalid'
}
