import type { Git } from './run-git.ts'

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
