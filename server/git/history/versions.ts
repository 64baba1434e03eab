import { join } from 'node:path'
import type { Transaction } from '#server/content/content.ts'
import { fileText, revisionOf } from '#server/content/content-files.ts'
import { decodePostFile } from '#server/content/decode-file.ts'
import { problemLine } from '#server/content/errors.ts'
import { decodeFields, editPost, type PostEntry, type ReadFields, readFields } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { type Entry, entriesAt, headOf } from '#server/git/commit.ts'
import { isOnDisk } from '#server/git/objects.ts'
import type { Repository } from '#server/git/repository.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { ContentFileError } from '#server/lib/text-file.ts'

/** A file's path and git's id of its bytes. */
export type FileBlob = { path: string; blob: string }

/** One commit that changed a file. */
export type Version = {
  commit: string
  /** ISO 8601. */
  at: string
  author: string
  /** First line of its message. */
  subject: string
  /** The file in this commit; `blob` is `undefined` where the commit deleted it. */
  path: string
  blob: string | undefined
  /** The file before the commit, under its old name; `undefined` where the commit created it. */
  before: FileBlob | undefined
}

export const VERSIONS_MAX = 200
const FORMAT = '%H%x1f%aI%x1f%an%x1f%s'
/** A merge is compared with its first parent only, and stands for all commits of the other side. */
const LOG = ['log', '--follow', '-M', '--first-parent', '--diff-merges=first-parent', '--raw', '--no-abbrev', '-z']

/**
 * The versions of a file on the branch, newest first, through its renames; at most 200. Merges that changed the file are
 * included. Empty for a file without commits. Throws `GitError`.
 */
export async function historyOf({ git }: Repository, path: string): Promise<Version[]> {
  const options = ['--no-ext-diff', '--no-textconv', `--max-count=${VERSIONS_MAX}`, `--format=${FORMAT}`]
  try {
    return parseVersions(await git([...LOG, ...options, '--', path]))
  } catch (error) {
    if ((await headOf(git)) === undefined) return []
    throw error
  }
}

/** Fields end with NUL: the commit, `:modes ids status`, the old name of a renamed file, the name. */
function parseVersions(listed: string): Version[] {
  const fields = listed.split('\0').filter((field) => field.trim() !== '')
  const versions: Version[] = []
  for (let at = 0; at < fields.length; ) {
    const [commit = '', date = '', author = '', ...subject] = (fields[at++] ?? '').split('\u001f')
    const [, , before = '', after = '', status = ''] = (fields[at++] ?? '').trim().split(' ')
    const old = fields[at++] ?? ''
    const path = /^[RC]/.test(status) ? (fields[at++] ?? '') : old
    const previous = idOrNone(before) ? { path: old, blob: before } : undefined
    versions.push({
      commit,
      at: date,
      author,
      subject: subject.join(' '),
      path,
      blob: idOrNone(after),
      before: previous,
    })
  }
  return versions
}

const idOrNone = (id: string) => (/^0*$/.test(id) ? undefined : id)

/** Returns those of the files that differ on the disk from the last commit. Throws `GitError`. */
export async function uncommitted({ git, root }: Repository, paths: readonly string[]): Promise<string[]> {
  const head = paths.length > 0 ? await headOf(git) : undefined
  const entries = head ? await entriesAt(git, head, paths) : new Map<string, Entry>()
  const found = paths.map(async (path) => ((await isOnDisk(root, path, entries.get(path)?.blob)) ? [] : [path]))
  return (await Promise.all(found)).flat()
}

export type Restore = {
  id: string
  /** Hash of the file's bytes when the administrator looked at its history. */
  revision: string
  /** The file that gets the old text, and that text. */
  file: string
  text: string
}

/** Restores an old text. Throws `NotFoundError`, and `ConflictError` where the file changed meanwhile. */
export async function restoreText(tx: Transaction, { id, revision, file, text }: Restore): Promise<void> {
  const post = tx.snapshot.posts.get(id)
  if (!post) throw new NotFoundError('This post does not exist.')
  const now = await tx.read(post.file)
  if (revisionOf(new TextEncoder().encode(now)) !== revision || isOtherFile(post.file, file))
    throw new ConflictError('This post has been changed since its history was opened. Nothing was restored.')
  if (file === post.file && now === text) return
  tx.write(file, text)
  if (file !== post.file) tx.remove(post.file)
}

const isOtherFile = (one: string, other: string) => withoutFormat(one) !== withoutFormat(other)
const withoutFormat = (file: string) => file.replace(/\.(?:md|html)$/, '')

/**
 * The text of a restored post: the old one, byte for byte, plus the aliases that the post has today: former URLs must not
 * break.
 */
export function restoredText(text: string, { id, aliases }: Pick<PostEntry, 'id' | 'aliases'>): string {
  try {
    const known = decodeFields(text).aliases
    const lost = aliases.filter((alias) => !known.includes(alias))
    return lost.length === 0 ? text : editPost(text, { aliases: [...known.filter((one) => one !== id), ...lost] })
  } catch (error) {
    // The caller reports why the text is invalid.
    if (error instanceof ContentFileError) return text
    throw error
  }
}

/** The file with the extension of `path`, which is the format of the post. */
export const inFormatOf = (path: string, file: string) =>
  file.replace(/\.(?:md|html)$/, path.endsWith('.html') ? '.html' : '.md')

/** Converts a path in the repository to one in the content folder: `site/content/posts/a.md` → `posts/a.md`. */
export const inContent = (path: string) =>
  /(?:^|\/)(posts\/(?:[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? `posts/${path.split('/').at(-1)}`

/** A version of a post's file. `text` is empty where the file was missing or not text. */
export type ReadVersion = { text: string; problem: string } | GoodVersion
export type GoodVersion = { text: string; entry: PostEntry; read: ReadFields; problem?: undefined }

/** Decodes the bytes of a version as the content file `file` of the folder `dir`. */
export function readVersion(dir: string, file: string, bytes: Uint8Array | undefined): ReadVersion {
  if (!bytes) return { text: '', problem: 'In this version, the file was missing or too large.' }
  let text = ''
  try {
    text = fileText(bytes)
    return { text, entry: decodePostFile(file, text, revisionOf(bytes)).post, read: readFields(text) }
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const [{ line, column, reason } = { line: 1, column: 1, reason: error.message }] = error.flaws
    return { text, problem: problemLine({ file: join(dir, file), line, column, reason, severity: 'error' }) }
  }
}

/** The terms and the image of a version that no longer exist. `isStored` looks for an image under /storage/. */
export async function notesOn(
  { category, tags, image, beside = [] }: PostEntry,
  snapshot: Snapshot,
  isStored: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const notes: string[] = []
  if (category !== null && !snapshot.categories.has(category))
    notes.push(`The category "${category}" no longer exists.`)
  for (const tag of tags) if (!snapshot.tags.has(tag)) notes.push(`The tag "${tag}" no longer exists.`)
  if (image !== null && !beside.includes(image) && !(await isStored(image)))
    notes.push('The image of this version is no longer stored.')
  return notes
}
