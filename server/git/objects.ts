import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Git, GitError } from './run-git.ts'

/** Git's id of these bytes. Any id of the repository shows which hash it uses. */
export const blobId = (bytes: Uint8Array, anyId: string): string =>
  new Bun.CryptoHasher(anyId.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest('hex')

/** Whether git stores these bytes under this id, as they are or with normalized line ends. */
export const matchesBlob = (bytes: Uint8Array, blob: string): boolean =>
  blobId(bytes, blob) === blob || (bytes.includes(CR) && blobId(withLineFeeds(bytes), blob) === blob)

/** Whether a file on the disk is this blob; `undefined`: whether there is no file. */
export async function isOnDisk(root: string, path: string, blob: string | undefined): Promise<boolean> {
  const bytes = await readFile(join(root, path)).catch(() => undefined)
  return bytes ? blob !== undefined && matchesBlob(bytes, blob) : blob === undefined
}

const CR = 13
const LF = 10

/** As git normalizes a text file. */
export const withLineFeeds = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')

/** Reads blobs with one git process, and another one if there is a size limit. Throws `GitError`, also for a missing blob. */
export async function readBlobs(git: Git, ids: readonly string[], maxBytes = Number.POSITIVE_INFINITY) {
  const found = new Map<string, Uint8Array>()
  const wanted = maxBytes === Number.POSITIVE_INFINITY ? ids : await smallBlobs(git, ids, maxBytes)
  if (wanted.length === 0) return found
  const listed = await git.bytes(['cat-file', '--batch'], { input: `${wanted.join('\n')}\n` })
  for (let at = 0; at < listed.length; ) {
    const end = listed.indexOf(LF, at)
    const { id, size } = parseHeader(new TextDecoder().decode(listed.subarray(at, end)))
    found.set(id, listed.slice(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return found
}

async function smallBlobs(git: Git, ids: readonly string[], maxBytes: number): Promise<string[]> {
  if (ids.length === 0) return []
  const lines = (await git(['cat-file', '--batch-check'], { input: `${ids.join('\n')}\n` })).split('\n')
  return lines.map(parseHeader).flatMap(({ id, size }) => (size <= maxBytes ? [id] : []))
}

/** `ID blob SIZE`, or `ID missing`. */
function parseHeader(line: string) {
  const [id = '', type, size] = line.split(' ')
  if (type !== 'blob') throw new GitError('cat-file', `the repository lacks the object ${id.slice(0, 7)}`)
  return { id, size: Number(size) }
}

export type Author = { name: string; email: string }

export type CommitMessage = {
  /** First line: `post: update "How to plan a bake"`. */
  subject: string
  /** `Content-Id`, `Via`. */
  trailers: Readonly<Record<string, string>>
  author: Author
  /** ISO 8601. */
  at: string
}
/** A file of a commit: its bytes, or git's id of them. Neither: the commit deletes the file. */
export type CommitFile = { path: string; mode: string; bytes: Uint8Array | null; blob?: string }
export type NewCommit = CommitMessage & { files: readonly CommitFile[] }

/**
 * Appends commits to HEAD, which must still be `parent`, and returns the id of the last one. One git process for any number
 * of files; it reads and writes only the folders that change, not an index of ten thousand files. Throws `GitError`.
 */
export async function importCommits(
  git: Git,
  parent: string | undefined,
  commits: readonly NewCommit[],
): Promise<string> {
  const input = commits.flatMap((commit, index) => commitLines(commit, index + 1, index === 0 ? parent : `:${index}`))
  return git(['fast-import', '--quiet', '--done'], {
    input: Buffer.concat([...input, line(`get-mark :${commits.length}`, 'done')]),
  })
}

function commitLines({ author, at, files, ...message }: NewCommit, mark: number, parent: string | undefined) {
  const seconds = Math.floor(Date.parse(at) / 1000)
  const who = `${bare(author.name)} <${bare(author.email)}> ${seconds} +0000`
  return [
    line('commit HEAD', `mark :${mark}`, `author ${who}`, `committer ${who}`),
    ...data(new TextEncoder().encode(textOf(message))),
    ...(parent ? [line(`from ${parent}`)] : []),
    ...files.flatMap(fileLines),
    line(''),
  ]
}

function fileLines({ path, mode, bytes, blob }: CommitFile) {
  if (bytes) return [line(`M ${mode} inline ${quoted(path)}`), ...data(bytes)]
  return [line(blob ? `M ${mode} ${blob} ${quoted(path)}` : `D ${quoted(path)}`)]
}

const line = (...texts: string[]) => Buffer.from(texts.map((text) => `${text}\n`).join(''))
const data = (bytes: Uint8Array) => [line(`data ${bytes.byteLength}`), bytes, line('')]

/** As git would write it: nothing of it can end the line. */
const bare = (text: string) => text.replace(/[<>\p{Cc}]/gu, '').trim()
const quoted = (path: string) => (/["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path)

/** A title may contain a line break. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const textOf = ({ subject, trailers }: Pick<CommitMessage, 'subject' | 'trailers'>) =>
  `${oneLine(subject)}\n\n${Object.entries(trailers)
    .map(([name, value]) => `${name}: ${oneLine(value)}\n`)
    .join('')}`
