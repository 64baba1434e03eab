import { join } from 'node:path'
import { revisionOf } from '#server/content/decode-file.ts'
import { decodePostFile } from '#server/content/decode-post.ts'
import { ContentFileError, problemLine } from '#server/content/errors.ts'
import { fileText } from '#server/content/file-text.ts'
import { type ReadFields, readFields } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/** What a post's file held at some time. `text` is empty where it was no text, or not there. */
export type ReadVersion = { text: string; problem: string } | GoodVersion
export type GoodVersion = { text: string; entry: PostEntry; read: ReadFields; problem?: undefined }

/** Reads the bytes of a version as if `file`, a path inside the content folder `dir`, held them today. */
export function readVersion(dir: string, file: string, bytes: Uint8Array | undefined): ReadVersion {
  if (!bytes) return { text: '', problem: 'In this version the file was not there, or it was too large.' }
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
