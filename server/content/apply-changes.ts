import { bytesOf, type FileChange } from './content.ts'
import { checkName, decodeFile, isContentFile } from './decode-file.ts'
import { InvalidContentError } from './errors.ts'
import { ContentFileError } from './file-error.ts'
import { filesOfPost } from './file-id.ts'
import { type Files, problemsOf } from './loaded-files.ts'
import { nextSnapshot } from './next-snapshot.ts'
import type { Snapshot } from './snapshot.ts'

export type Next = { files: Files; snapshot: Snapshot }

/** What all content would be after these changes. Throws `InvalidContentError` for a file that nobody could read again, or whose id is taken. */
export function withChanges(dir: string, now: Next, changes: readonly FileChange[]): Next {
  const next = new Map(now.files)
  for (const change of changes) {
    const { file } = change
    if (!isContentFile(file)) throw new RangeError(`Content is not kept in ${file}.`)
    const bytes = bytesOf(change)
    if (bytes === null) next.delete(file)
    else next.set(file, { holds: decoded(dir, file, bytes), problems: [] })
  }
  const changed = changes.map(({ file }) => file)
  const snapshot = nextSnapshot(dir, now, next, changed)
  assertIdsAreFree(changes, now.files, next, snapshot)
  return { files: next, snapshot }
}

function decoded(dir: string, file: string, bytes: Uint8Array) {
  try {
    checkName(file)
    return decodeFile(file, bytes)
  } catch (error) {
    throw error instanceof ContentFileError ? toInvalidContent(dir, file, error) : error
  }
}

/** The reasons may quote what was sent, so the message names only the place. */
function toInvalidContent(dir: string, file: string, error: ContentFileError): InvalidContentError {
  const { line, column } = error.flaws[0] ?? { line: 1, column: 1 }
  const message = `Nothing was saved: ${file} could not be read again (line ${line}, column ${column}).`
  return new InvalidContentError(message, problemsOf(dir, file, error))
}

/** Two files with one id: one of them would be no post. Where that is so already, the one that is the post can be changed. */
function assertIdsAreFree(changes: readonly FileChange[], before: Files, next: Files, { posts }: Snapshot): void {
  for (const { file } of changes) {
    const holds = next.get(file)?.holds
    if (holds?.kind !== 'posts') continue
    if (!filesOfPost(holds.post.id).some((one) => one !== file && next.has(one))) continue
    const isThePost = before.has(file) && posts.get(holds.post.id)?.file === file
    if (!isThePost) throw new InvalidContentError('Nothing was saved: another post has this id already.')
  }
}
