import { join } from 'node:path'
import type { ContentFolder } from './content-folder.ts'
import {
  checkName,
  type Decoded,
  decodeFile,
  isContentFile,
  revisionIn,
  revisionOf,
  singleFiles,
} from './decode-file.ts'
import { badFile, ContentFileError } from './file-error.ts'
import { isPictureFile } from './file-id.ts'
import { decodePicture } from './picture-file.ts'
import type { Problem } from './problem.ts'

/** What is known of one file: what it holds, and what is wrong with it. A broken file keeps what it last held. */
export type Filed = { holds: Decoded | undefined; problems: readonly Problem[] }

/** All content, file by file: path inside the content folder → what is known of it. */
export type Files = ReadonlyMap<string, Filed>

/** Stands among the files for the folder itself. */
export const WHOLE = '.'

/** Reads the whole folder. Never fails because of one file. */
export async function readAll(dir: string, folder: ContentFolder): Promise<Files> {
  const names = await folder.list()
  const read = names.map((file) => [file, readOne(dir, folder, file)] as const)
  const wrong = (await folder.wrongFolders()).map((name) => [name, wrongFolder(dir, name)] as const)
  return new Map([...read, ...wrong].flatMap(([file, filed]) => (filed ? [[file, filed]] : [])))
}

/** Told of bytes that were read well. */
export type ReadWell = (revision: string, bytes: Uint8Array) => void

type Known = { before?: Filed | undefined; readWell?: ReadWell | undefined }

/** One file as it is on the disk now; `undefined` where it is gone. What says the same as `before` is not parsed again. */
export function readOne(dir: string, folder: ContentFolder, file: string, known: Known = {}): Filed | undefined {
  if (!isContentFile(file)) return { holds: undefined, problems: [problem(dir, file, NOT_READ, 'warning')] }
  try {
    checkName(file)
    if (isPictureFile(file)) return readPicture(folder, file)
    const bytes = folder.readNow(file)
    if (bytes) return readBytes(file, bytes, known)
    return singleFiles.includes(file)
      ? { holds: undefined, problems: [problem(dir, file, MISSING, 'error')] }
      : undefined
  } catch (error) {
    return { holds: undefined, problems: problemsOf(dir, file, asBadFile(error)) }
  }
}

function readPicture(folder: ContentFolder, file: string): Filed | undefined {
  const found = folder.lookAtPicture(file)
  return found && { holds: decodePicture(file, found), problems: [] }
}

function readBytes(file: string, bytes: Uint8Array, { before, readWell }: Known): Filed {
  if (before?.holds && before.problems.length === 0 && revisionIn(before.holds) === revisionOf(bytes)) return before
  const holds = decodeFile(file, bytes)
  readWell?.(revisionIn(holds), bytes)
  return { holds, problems: [] }
}

/** A disk that does not give one file is that file's problem, not everybody's. Anything else is a bug, and thrown. */
function asBadFile(error: unknown): ContentFileError {
  if (error instanceof ContentFileError) return error
  if (error instanceof Error && 'code' in error) return badFile(`this file cannot be read (${error.code})`)
  throw error
}

export const problemsOf = (dir: string, file: string, { flaws }: ContentFileError): Problem[] =>
  flaws.map((flaw) => ({ file: join(dir, file), ...flaw, severity: 'error' }))

export const problem = (
  dir: string,
  file: string,
  reason: string,
  severity: Problem['severity'],
  line = 1,
): Problem => ({
  file: join(dir, file),
  line,
  column: 1,
  reason,
  severity,
})

const MISSING = 'this file is missing'
const NOT_READ = 'files of this name are not read here'
export const wrongFolder = (dir: string, folder: string): Filed => ({
  holds: undefined,
  problems: [problem(dir, folder, 'this is not a plain folder, so nothing in it is read', 'error')],
})
