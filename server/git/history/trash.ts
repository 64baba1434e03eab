import { dirname } from 'node:path'
import { type DeletedPost, TRASH_PAGE_POSTS, type Trash } from '#contract/trash.ts'
import { isId } from '#contract/validate.ts'
import type { Content, Editor, Transaction } from '#server/content/content.ts'
import { FILE_MAX_BYTES } from '#server/content/files/content-files.ts'
import { readFields } from '#server/content/files/post-file.ts'
import { filesNamedLike, isPictureFile, isPostFile, isPostFolder, wantedId } from '#server/content/files/post-names.ts'
import { stateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { throwUnavailable } from '#server/git/runner/git-unavailable.ts'
import { headOf, prefixOf, type Repository, readObjects, readUpTo } from '#server/git/runner/repository.ts'
import { ConflictError, DomainError, NotFoundError } from '#server/lib/errors.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { type Deletion, imagesOf, readDeletions } from './deletions.ts'
import { notesOn, readVersion } from './versions.ts'

type TrashDeps = {
  content: Content
  /** The content folder. */
  dir: string
  /** `undefined` without a git checkout, or with GIT_COMMIT off. */
  checkout: Checkout
  /** Whether a file exists under /storage/. */
  isStored(path: string): Promise<boolean>
  now(): Date
}
export type TrashService = ReturnType<typeof createTrash>

/** Older ones are still in git. Reading this many takes a second among 3,000 commits of 10,000 posts. */
const COMMITS_MAX = 1_000
/** What is restored was mostly deleted a moment ago. */
const NEWEST_COMMITS = 20
const NO_GIT = 'Git stores deleted posts: the content folder is not in a git checkout, or GIT_COMMIT is off.'

/** A deleted post: its own file, and the commit that deleted it. */
type Deleted = DeletedFile & { id: string }
type DeletedFile = { file: string; blob: string; deletion: Deletion }
const keyOf = ({ file, blob }: DeletedFile) => `${blob} ${file}`
/** About 3 MB. */
const IDS_MAX = 20_000
type File = { file: string; bytes: Uint8Array | undefined }

/** The deleted posts in git, and how to restore them. */
export function createTrash({ content, dir, checkout, isStored, now }: TrashDeps) {
  /** By file and git's id of its bytes, so that no text is read twice for it. */
  const deletedIds = new Map<string, string>()

  /**
   * The posts that are not there now, each with its last deletion, newest first, until there are enough. Their texts are read a page
   * at a time. `total` counts those that were not read by their files.
   */
  async function deletedPosts(deletions: readonly Deletion[], isEnough: (found: Map<string, Deleted>) => boolean) {
    const { posts, aliases, ids } = content.snapshot()
    const files = deletedFiles(deletions, ids)
    const found = new Map<string, Deleted>()
    let read = 0
    while (read < files.length && !isEnough(found)) {
      const next = files.slice(read, read + TRASH_PAGE_POSTS)
      read += next.length
      await readIds(next)
      for (const one of next) {
        const id = deletedIds.get(keyOf(one)) ?? wantedId(one.file)
        if (!found.has(id) && !posts.has(id) && !aliases.has(id)) found.set(id, { id, ...one })
      }
    }
    return { posts: [...found.values()], total: found.size + files.length - read }
  }

  async function readIds(files: readonly DeletedFile[]): Promise<void> {
    const unknown = files.filter((one) => !deletedIds.has(keyOf(one)))
    const texts = await readTexts(unknown)
    if (deletedIds.size > IDS_MAX) deletedIds.clear()
    for (const [at, one] of unknown.entries()) deletedIds.set(keyOf(one), deletedId(one.file, texts[at]))
  }

  /** Without those that are larger than content may be. */
  const readTexts = async (files: readonly DeletedFile[]) =>
    checkout
      ? readUpTo(
          checkout.repository.git,
          FILE_MAX_BYTES,
          files.map(({ blob }) => blob),
        )
      : []

  async function list(page: number): Promise<Trash> {
    if (!checkout) return { kept: false, reason: NO_GIT }
    await checkout.idle()
    const deletions = await deletionsIn(checkout.repository, COMMITS_MAX)
    const end = page * TRASH_PAGE_POSTS
    const { posts, total } = await deletedPosts(deletions, ({ size }) => size >= end)
    const shown = posts.slice(end - TRASH_PAGE_POSTS, end)
    const texts = await readTexts(shown)
    return {
      kept: true,
      posts: shown.map((one, at) => describe(one, texts[at])),
      total,
      page,
      pages: Math.max(1, Math.ceil(total / TRASH_PAGE_POSTS)),
      more: deletions.length === COMMITS_MAX,
    }
  }

  async function deletionsIn(repository: Repository, commits: number): Promise<Deletion[]> {
    if (!(await headOf(repository.git))) return []
    return readDeletions(repository.git, (await prefixOf(repository, dir)) ?? '', commits)
  }

  function describe({ id, file, deletion }: Deleted, bytes: Uint8Array | undefined): DeletedPost {
    const version = readVersion(dir, file, bytes)
    const { at, author } = deletion
    if (version.problem !== undefined) return { id, title: id, at, author, state: null, problem: version.problem }
    return { id, title: version.entry.title, at, author, state: stateOf(version.entry, now()), problem: null }
  }

  /** The files of a deleted post, its own first: of a save that is not committed yet, or else of the last commit that deleted it. */
  async function filesOf(id: string): Promise<File[]> {
    const waiting = checkout?.deletedFiles()
    const own = [...(waiting ?? [])].find(([file, bytes]) => isPostFile(file) && deletedId(file, bytes) === id)?.[0]
    if (waiting && own) {
      const images = isPostFolder(own) ? [...waiting.keys()].filter((file) => isImageOf(own, file)) : []
      return [own, ...images].map((file) => ({ file, bytes: waiting.get(file) }))
    }
    if (!checkout || !isId(id)) return []
    for (const commits of [NEWEST_COMMITS, COMMITS_MAX]) {
      const deletions = await deletionsIn(checkout.repository, commits)
      const { posts } = await deletedPosts(deletions, (posts) => posts.has(id))
      const found = posts.find((one) => one.id === id)
      if (found) return readFiles(checkout.repository, found)
    }
    return []
  }

  async function restore(id: string, editor: Editor): Promise<string[]> {
    if (!checkout) throw new NotFoundError(NO_GIT)
    assertFree(id, content.snapshot())
    const [post, ...images] = await filesOf(id)
    if (!post) throw new NotFoundError('There is no deleted post with this address.')
    const version = readVersion(dir, post.file, post.bytes)
    if (version.problem !== undefined) throw new InvalidPostError(version.problem)
    await content.change(
      async (tx) => {
        assertFree(id, tx.snapshot)
        for (const file of filesNamedLike(post.file)) if (await tx.exists(file)) throw new ConflictError(NAME_TAKEN)
        tx.write(post.file, version.text)
        await writeMissing(tx, images)
      },
      { subject: `post: restore "${version.entry.title}" from the trash`, id, editor },
    )
    return notesOn(version.entry, content.snapshot(), isStored)
  }

  return {
    /** Whether a deletion can be undone. */
    isAvailable: () => checkout !== undefined,
    /** Throws `GitUnavailableError`. */
    list: (page: number) => list(page).catch(unavailable),
    /**
     * Writes a deleted post and its images again, as they were, and returns notes on what is missing now. Throws `NotFoundError`,
     * `ConflictError` where another post has its address, `InvalidPostError` and `GitUnavailableError`.
     */
    restore: (id: string, editor: Editor) => restore(id, editor).catch(unavailable),
  }
}

/** The files of posts that are not there now, each with its last deletion. */
function deletedFiles(deletions: readonly Deletion[], ids: Snapshot['ids']): DeletedFile[] {
  const deleted = new Map<string, DeletedFile>()
  for (const deletion of deletions)
    for (const { file, blob } of deletion.files)
      if (isPostFile(file) && !ids.has(file) && !deleted.has(file)) deleted.set(file, { file, blob, deletion })
  return [...deleted.values()]
}

/** The id that a deleted post wants, which its text may name. */
function deletedId(file: string, bytes: Uint8Array | null | undefined): string {
  const slug = bytes && ifValid(() => readFields(new TextDecoder().decode(bytes)).data.slug)
  return wantedId(file, slug)
}

const isImageOf = (post: string, file: string) => isPictureFile(file) && file.startsWith(`${dirname(post)}/`)

async function readFiles({ git }: Repository, { file, blob, deletion }: Deleted): Promise<File[]> {
  const files = [{ file, blob }, ...(isPostFolder(file) ? imagesOf(deletion, dirname(file)) : [])]
  const objects = await readObjects(
    git,
    files.map((one) => one.blob),
  )
  return files.map((one, at) => ({ file: one.file, bytes: objects[at]?.bytes }))
}

async function writeMissing(tx: Transaction, files: readonly File[]): Promise<void> {
  for (const { file, bytes } of files) if (bytes && !(await tx.exists(file))) tx.write(file, bytes)
}

const ADDRESS_TAKEN = 'Another post has this address now. Change its address, then restore this post.'
const NAME_TAKEN = 'A file has the name of this post already. Rename the file, then restore this post.'

function assertFree(id: string, { posts, aliases }: Snapshot): void {
  if (posts.has(id) || aliases.has(id)) throw new ConflictError(ADDRESS_TAKEN)
}

const unavailable = (error: unknown): never =>
  throwUnavailable(error, (reason) => `Git cannot read the deleted posts: ${reason}. Ask the operator of the server.`)

/** The last version of a post is invalid. The message is for the administrator, and may quote the version. */
class InvalidPostError extends DomainError {
  readonly kind = 'invalid'
}
