import { join } from 'node:path'
import type { PostHistory, PostVersion, PostVersionDetail } from '#contract/history.ts'
import type { EditablePost } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { FILE_MAX_BYTES } from '#server/content/file-text.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import type { CheckoutState } from '#server/git/checkout.ts'
import { fileAt, fileBefore, historyOf, isUncommitted, VERSIONS_MAX, type Version } from '#server/git/history.ts'
import type { Repository } from '#server/git/repository.ts'
import { Refusal } from '#server/http/refusal.ts'
import { NotFound } from '#server/http/refusals.ts'
import { diffVersions } from './diff-versions.ts'
import { notesOn } from './notes.ts'
import { inContent, inFormatOf } from './places.ts'
import { readVersion } from './read-version.ts'
import { Uncommitted, VersionRefused } from './refusals.ts'
import { planRestore } from './restore.ts'
import { restoredText } from './restored.ts'

export type HistoryDeps = {
  content: Content
  /** The content folder. */
  dir: string
  /** `undefined`: it lies in no git checkout, or saves are no commits. */
  checkout: { repository: Repository; state(): CheckoutState } | undefined
  /** A post as this text of it would show it. Throws a `Refusal` for a text that cannot be shown. */
  preview(entry: PostEntry, text: string): Promise<EditablePost>
  /** Whether there is such a file under /storage/. */
  isStored(path: string): Promise<boolean>
}
export type History = ReturnType<typeof createHistory>
type Found = { post: PostEntry; path: string; version: Version; older: Version | undefined }

const NO_GIT = 'Older versions are kept by git: the content folder lies in no git checkout, or GIT_COMMIT is off.'
const IGNORED = 'Git does not keep the file of this post: it is ignored there.'

/** The versions of posts that git has kept, and how they come back. */
export function createHistory({ content, dir, checkout, preview, isStored }: HistoryDeps) {
  function entryOf(id: string): PostEntry {
    const post = content.snapshot().posts.get(id)
    if (!post) throw new NotFound('This post does not exist.')
    return post
  }

  const pathOf = async ({ file }: PostEntry) => checkout?.repository.pathOf(join(dir, file))

  /** Throws `NotFound`. */
  async function list(id: string): Promise<PostHistory> {
    const post = entryOf(id)
    const path = await pathOf(post)
    if (!checkout || path === undefined) return { kept: false, reason: checkout ? IGNORED : NO_GIT }
    const [versions, uncommitted, text] = await Promise.all([
      historyOf(checkout.repository, path),
      isUncommitted(checkout.repository, path),
      content.read(post.file),
    ])
    const more = versions.length === VERSIONS_MAX
    return { kept: true, versions: versions.map(asSent), more, uncommitted, revision: revisionIn(text) }
  }

  /** A commit that is none of this post's is not looked at, whatever else it is. */
  async function find(id: string, commit: string): Promise<Found> {
    const post = entryOf(id)
    const path = await pathOf(post)
    const versions = checkout && path !== undefined ? await historyOf(checkout.repository, path) : []
    const at = versions.findIndex((one) => one.commit === commit)
    const version = versions[at]
    if (path === undefined || !version) throw new NotFound('This post has no such version.')
    return { post, path, version, older: versions[at + 1] }
  }

  async function textsOf({ version, older }: Found) {
    if (!checkout) throw new NotFound()
    const { repository } = checkout
    const after = await fileAt(repository, version, FILE_MAX_BYTES)
    const before = await fileBefore(repository, version, FILE_MAX_BYTES)
    if (before || !older) return { after, before: before && { bytes: before, path: version.path } }
    const renamed = await fileBefore(repository, { ...version, path: older.path }, FILE_MAX_BYTES)
    return { after, before: renamed && { bytes: renamed, path: older.path } }
  }

  /** As the file would be read if it were restored now. */
  function asToday({ post, version }: Found, bytes: Uint8Array | undefined) {
    const file = inFormatOf(version.path, post.file)
    const read = readVersion(dir, file, bytes)
    const text = new TextEncoder().encode(restoredText(read.text, post))
    return { file, ...(read.text === '' ? read : readVersion(dir, file, text)) }
  }

  async function shown(entry: PostEntry, text: string) {
    try {
      return { post: await preview(entry, text), problem: null }
    } catch (error) {
      if (error instanceof Refusal) return { post: null, problem: error.message }
      throw error
    }
  }

  /** One version, and what its commit changed. Throws `NotFound`. */
  async function version(id: string, commit: string): Promise<PostVersionDetail> {
    const found = await find(id, commit)
    const { after, before } = await textsOf(found)
    const own = readVersion(dir, inContent(found.version.path), after)
    const old = before && readVersion(dir, inContent(before.path), before.bytes)
    const today = asToday(found, after)
    const isGood = today.problem === undefined
    const { post, problem } = isGood ? await shown(today.entry, today.text) : { post: null, problem: today.problem }
    const now = await content.read(found.post.file)
    return {
      version: asSent(found.version),
      isFirst: before === undefined,
      isCurrent: today.file === found.post.file && today.text === now,
      ...diffVersions(old, own),
      post,
      problem,
      notes: isGood ? await notesOn(today.entry, content.snapshot(), isStored) : [],
    }
  }

  /**
   * Makes an old version the newest one, by a commit of its own. `revision` is what the file held when its history was
   * looked at. Throws `NotFound`, `VersionRefused`, `Uncommitted`, and `Conflict` where the file changed meanwhile.
   */
  async function restore(id: string, commit: string, revision: string): Promise<void> {
    const found = await find(id, commit)
    const { after } = await textsOf(found)
    const today = asToday(found, after)
    if (today.problem !== undefined) throw new VersionRefused(today.problem)
    const { post, problem } = await shown(today.entry, today.text)
    if (!post) throw new VersionRefused(problem)
    await refuseUncommitted(found.path)
    const subject = `post: restore "${post.title}" from ${commit.slice(0, 7)}`
    await content.change(planRestore({ id, revision, file: today.file, text: today.text }), () => ({ subject, id }))
  }

  /** What is in no commit could not be got back. Our own saves that wait for theirs will be. */
  async function refuseUncommitted(path: string): Promise<void> {
    if (!checkout || checkout.state().commits.waiting > 0) return
    if (await isUncommitted(checkout.repository, path)) throw new Uncommitted()
  }

  return { list, version, restore }
}

const asSent = ({ commit, at, author, subject }: Version): PostVersion => ({ commit, at, author, subject })
const revisionIn = (text: string) => revisionOf(new TextEncoder().encode(text))
