import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { privateFolder } from '#server/storage/private-folder.ts'
import { replaceFile } from '#server/storage/replace-file.ts'

/** How far a channel has come in a log, and how it fares with the next line. */
const CursorSchema = v.object({
  /** Id of the last record that is done with; empty: the log was empty. */
  after: v.string(),
  /** The byte behind that record's line: a hint, for erasing a lead makes lines before it shorter. */
  offset: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** How often the next record was tried in vain. */
  attempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Milliseconds since 1970: the next record is not tried earlier. */
  notBefore: v.pipe(v.number(), v.minValue(0)),
})
export type Cursor = v.InferOutput<typeof CursorSchema>

/** `'none'`: there is no such file; `'damaged'`: it cannot be read, or nothing can be made of it. */
export async function readCursor(file: string): Promise<Cursor | 'none' | 'damaged'> {
  try {
    return v.parse(CursorSchema, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
}

/** Returns once it is on the disk, whole; its folder is made where it is not there. Throws what the disk throws. */
export async function writeCursor(file: string, cursor: Cursor): Promise<void> {
  await privateFolder(dirname(file))
  await replaceFile(file, `${JSON.stringify(cursor)}\n`, { mode: 0o600 })
}
