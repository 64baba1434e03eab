import { join } from 'node:path'
import type { PostVersion } from '#contract/history.ts'
import { FILE_MAX_BYTES, fileText, revisionOf } from '#server/content/files/content-files.ts'
import { decodePostFile } from '#server/content/files/decode-file.ts'
import { problemLine } from '#server/content/files/errors.ts'
import { editPost, type PostEntry, type ReadFields, readFields } from '#server/content/files/post-file.ts'
import { formatOf, imageOf, inFormat } from '#server/content/files/post-names.ts'
import { isUnfiled, resolveTerm, type TermKind } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { headOf, type Repository, readUpTo } from '#server/git/runner/repository.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'

/** One commit that changed a file. */
export type Version = {
  commit: string
  /** ISO 8601. */
  at: string
  author: string
  /** First line of its message. */
  subject: string
  /** The file in this commit, and git's id of its bytes; `undefined` where the commit deleted it. */
  path: string
  blob: string | undefined
  /** The same before the commit, under its old name; `undefined` where the commit created it. */
  oldPath: string
  oldBlob: string | undefined
  event: PostVersion['event']
}

export const VERSIONS_MAX = 200
/** A merge is compared with its first parent only, and stands for all commits of the other side. */
const LOG = ['log', '--follow', '-M', '--first-parent', '--diff-merges=first-parent', '--raw', '--no-abbrev', '-z']
/** Each field ends with NUL; then `:modes ids status`, the old name of a renamed file, and the name. */
const FORMAT = '%H%x00%aI%x00%an%x00%s'
const VERSION =
  /(\w+)\0([^\0]+)\0([^\0]*)\0([^\0]*)\0\n:\d+ \d+ (\w+) (\w+) (?:([RC])\d+\0([^\0]+)|[A-Z])\0([^\0]+)\0/gy

/**
 * The versions of a file on the branch, newest first, through its renames; at most 200. Merges that changed the file are
 * included. Empty for a file without commits. Throws `GitError`.
 */
export async function versionsOf({ git }: Repository, path: string): Promise<Version[]> {
  if (!(await headOf(git))) return []
  const found: Found[] = []
  for (let next: Place | undefined = { from: 'HEAD', path }; next; ) {
    const older: Found[] = await commitsOf(git, next, VERSIONS_MAX - found.length)
    const copied = older.findIndex(({ isCopy }) => isCopy)
    found.push(...(copied === -1 ? older : older.slice(0, copied + 1)))
    const copy = older[copied]
    // Git follows a copy to its original, which is another post. A restored post that resembles one looks like its copy, too.
    next = copy && found.length < VERSIONS_MAX ? { from: `${copy.commit}^`, path: copy.path } : undefined
  }
  return found.map((version, index) => withEvent(version, found[index + 1]))
}

/** A file and the commit to begin at. */
type Place = { from: string; path: string }

async function commitsOf(git: Repository['git'], { from, path }: Place, max: number): Promise<Found[]> {
  const options = ['--no-ext-diff', '--no-textconv', `--max-count=${max}`, `--format=${FORMAT}`]
  const listed = await git([...LOG, ...options, from, '--', path])
  return [...listed.matchAll(VERSION)].map(
    ([, commit = '', at = '', author = '', subject = '', old = '', blob = '', moved, original, name = '']) => {
      const isCopy = moved === 'C'
      const before = isCopy
        ? { oldPath: name, oldBlob: undefined }
        : { oldPath: original ?? name, oldBlob: idOrNone(old) }
      return { commit, at, author, subject, isCopy, path: name, blob: idOrNone(blob), ...before }
    },
  )
}

type Found = Omit<Version, 'event'> & { isCopy: boolean }

/** A restored post did not begin again: it is compared with what was deleted. */
function withEvent(version: Found, before: Found | undefined): Found & Pick<Version, 'event'> {
  if (version.blob === undefined) return { ...version, event: 'deleted' }
  const isRestored = version.oldBlob === undefined && before?.blob === undefined && before?.oldBlob === version.blob
  if (!isRestored) return { ...version, event: null }
  return { ...version, oldPath: before.oldPath, oldBlob: before.oldBlob, event: 'restored' }
}

const idOrNone = (id: string) => (/^0*$/.test(id) ? undefined : id)

const MERGED_MAX = 50
const COMMIT = /(\w+)\0([^\0]+)\0([^\0]*)\0([^\0]*)\0/gy

/** The commits on the other sides of a merge that changed the file, newest first; none for another commit. Throws `GitError`. */
export async function mergedBy({ git }: Repository, { commit, path, oldPath }: Version) {
  const parents = (await git(['rev-list', '--parents', '--max-count=1', commit])).trim().split(' ').slice(1)
  if (parents.length < 2) return []
  const range = [`${commit}^1..${commit}`, '--no-merges', `--max-count=${MERGED_MAX}`]
  const listed = await git(['log', '-z', `--format=tformat:${FORMAT}`, ...range, '--', ...new Set([path, oldPath])])
  return [...listed.matchAll(COMMIT)].map(([, hash = '', at = '', author = '', subject = '']) => ({
    commit: hash,
    at,
    author,
    subject,
  }))
}

/** The bytes of a version and of the one before; `undefined` where there is no file, or a larger one than content may have. */
export async function readTexts({ git }: Repository, { blob, oldBlob }: Version) {
  const ids = [blob, oldBlob].filter((id) => id !== undefined)
  const found = await readUpTo(git, FILE_MAX_BYTES, ids)
  const bytesOf = (id: string | undefined) => (id === undefined ? undefined : found[ids.indexOf(id)])
  return { after: bytesOf(blob), before: bytesOf(oldBlob) }
}

/** The file with the extension of `path`, which is the format of the post. */
export const inFormatOf = (path: string, file: string) => inFormat(file, formatOf(path))

/** Converts a path in the repository to one in the content folder: `site/content/posts/a.md` → `posts/a.md`. */
export function inContent(path: string): string {
  const at = `/${path}`.indexOf('/posts/')
  return at === -1 ? `posts/${path.split('/').at(-1)}` : path.slice(at)
}

/** A version of a post's file. `text` is empty where the file was missing or not text. */
export type ReadVersion = { text: string; problem: string } | GoodVersion
export type GoodVersion = { text: string; entry: PostEntry; read: ReadFields; problem?: undefined }

/**
 * Decodes the bytes of a version as the content file `file` of the folder `dir`: byte for byte, or with the aliases that the
 * post has `today`, because a restore must not break former URLs.
 */
export function readVersion(dir: string, file: string, bytes: Uint8Array | undefined, today?: PostEntry): ReadVersion {
  if (!bytes) return { text: '', problem: 'In this version, the file was missing or too large.' }
  let text = ''
  try {
    text = fileText(bytes)
    if (today) text = withAliases(text, today)
    return { text, entry: decodePostFile(file, text, revisionOf(bytes)).post, read: readFields(text) }
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const [{ line, column, reason } = { line: 1, column: 1, reason: error.message }] = error.flaws
    return { text, problem: problemLine({ file: join(dir, file), line, column, reason, severity: 'error' }) }
  }
}

function withAliases(text: string, { id, aliases }: PostEntry): string {
  const known = readFields(text).fields.aliases
  const lost = aliases.filter((alias) => !known.includes(alias))
  return lost.length === 0 ? text : editPost(text, { aliases: [...known.filter((one) => one !== id), ...lost] })
}

/** The terms and the image of a version that no longer exist. `isStored` looks for an image under /storage/. */
export async function notesOn(
  { category, tags, image, file }: PostEntry,
  snapshot: Snapshot,
  isStored: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const hasFile = (kind: TermKind, written: string) => {
    const term = snapshot[kind].get(resolveTerm(snapshot, kind, written))
    return term !== undefined && !isUnfiled(term)
  }
  const isLost = image !== null && !snapshot.pictures.has(imageOf(file, image) ?? '') && !(await isStored(image))
  return [
    ...(category === null || hasFile('categories', category) ? [] : [`The category "${category}" no longer exists.`]),
    ...tags.filter((tag) => !hasFile('tags', tag)).map((tag) => `The tag "${tag}" no longer exists.`),
    ...(isLost ? ['The image of this version is no longer stored.'] : []),
  ]
}
