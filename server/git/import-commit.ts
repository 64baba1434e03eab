import type { Author } from './commit.ts'
import type { Git } from './run-git.ts'

/** A file of a commit: its bytes, or git's id of them. Neither: the commit deletes the file. */
export type CommitFile = { path: string; mode: string; bytes: Uint8Array | null; blob?: string }

export type NewCommit = {
  /** Where the commit is put; the caller moves HEAD to it. */
  ref: string
  parent: string | undefined
  author: Author
  /** ISO 8601. */
  at: string
  subject: string
  trailers: Readonly<Record<string, string>>
  files: readonly CommitFile[]
}

/**
 * Makes a commit on a reference of its own and returns its id. One call of git for any number of files; it reads and writes
 * only the folders that change, where an index of ten thousand files would be written out. Throws `GitError`.
 */
export function importCommit(git: Git, { ref, parent, author, at, files, ...message }: NewCommit): Promise<string> {
  const seconds = Math.floor(Date.parse(at) / 1000)
  const who = `${bare(author.name)} <${bare(author.email)}> ${seconds} +0000`
  const head = [`commit ${ref}`, 'mark :1', `author ${who}`, `committer ${who}`]
  const input = [
    line(...head),
    ...data(new TextEncoder().encode(messageOf(message))),
    ...(parent ? [line(`from ${parent}`)] : []),
    ...files.flatMap(fileLines),
    line('', 'get-mark :1', 'done'),
  ]
  return git(['fast-import', '--quiet', '--done'], { input: Buffer.concat(input) })
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

/** A title may hold a line break. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const messageOf = ({ subject, trailers }: Pick<NewCommit, 'subject' | 'trailers'>) =>
  `${oneLine(subject)}\n\n${Object.entries(trailers)
    .map(([name, value]) => `${name}: ${oneLine(value)}\n`)
    .join('')}`
