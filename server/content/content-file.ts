import { basename, dirname, extname } from 'node:path'
import { ID_PATTERN } from '#contract/paths.ts'
import { badFile, ContentFileError, ContentNotFoundError } from './errors.ts'

/** `posts/<id>/index.md`: a post with a folder of its own. */
const IN_FOLDER = /^posts\/[^/]+\/index\.(?:md|html)$/
export const isPostFolder = (file: string) => IN_FOLDER.test(file)

/** Whether a file is named like a co-located image. */
export const isPictureFile = (file: string) => /^posts\/[^/]+\/[^/]+\.(?:jpe?g|png|webp|gif)$/i.test(file)

/** The possible files of the post with this id. */
export const filesOfPost = (id: string): string[] =>
  ['md', 'html'].flatMap((format) => [`posts/${id}.${format}`, `posts/${id}/index.${format}`])

/** The id of a file: its base name, or the name of its post folder. Throws `ContentFileError` for an invalid id. */
export function idOf(file: string): string {
  const inFolder = isPostFolder(file)
  const id = inFolder ? basename(dirname(file)) : basename(file, extname(file))
  if (ID_PATTERN.test(id)) return id
  throw badFile(`the ${inFolder ? 'folder' : 'file'} name must be lower-case letters, digits and hyphens`)
}

/** The longest post in any script: 200,000 characters of three bytes, and its front matter. */
export const FILE_MAX_BYTES = 700_000

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a content file, byte order mark included. Throws `ContentFileError` for a file that is not text. */
export function fileText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw badFile('the file is empty')
  if (bytes.length > FILE_MAX_BYTES) throw badFile(`the file is larger than ${FILE_MAX_BYTES / 1000} kB`)
  const text = decoded(bytes)
  const nul = text.indexOf('\0')
  if (nul !== -1) throw badFile('the file contains a NUL byte', lineAt(text, nul))
  return text
}

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw badFile('the file is not UTF-8 text')
  }
}

/** The same for bytes that are being read; a file that is not text counts as missing. Throws `ContentNotFoundError`. */
export async function textOrGone(bytes: Promise<Uint8Array>): Promise<string> {
  try {
    return fileText(await bytes)
  } catch (error) {
    throw error instanceof ContentFileError ? new ContentNotFoundError() : error
  }
}

export const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** Returns the line of an index, counted from 1. Text between ascending indexes is scanned once. */
export function createLineAt(text: string): (index: number) => number {
  let line = 1
  let counted = 0
  return (index) => {
    if (index < counted) [line, counted] = [1, 0]
    for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', counted)) {
      line++
      counted = at + 1
    }
    return line
  }
}

export const lineAt = (text: string, index: number): number => createLineAt(text)(index)

const HEAD_MAX_CHARACTERS = 20_000

const TOML =
  'front matter in TOML is not read here: write --- instead of +++, and `key: value` instead of `key = value`'

/** Indexes into a post's text; the YAML between the two lines of `---` is its head. */
export type Fences = { headStart: number; headEnd: number; bodyStart: number }

/**
 * Finds the front matter. Throws `ContentFileError` where it is missing, not closed, or where anything follows a `---`: other
 * programs take a word there for a language, and may run it as JavaScript.
 */
export function findFences(text: string): Fences {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  if (text.startsWith('+++', start)) throw badFile(TOML)
  if (!text.startsWith('---', start)) throw badFile('the file must begin with --- and its front matter')
  const headStart = afterFence(text, start)
  const closing = text.indexOf('\n---', headStart - 1)
  if (closing === -1) throw badFile('the front matter is not closed: write --- on a line of its own')
  const headEnd = closing + 1
  if (headEnd - headStart > HEAD_MAX_CHARACTERS) {
    throw badFile(`the front matter is longer than ${HEAD_MAX_CHARACTERS.toLocaleString('en')} characters`)
  }
  return { headStart, headEnd, bodyStart: afterFence(text, headEnd) }
}

/** The index after a line of `---` that begins at `at`. */
function afterFence(text: string, at: number): number {
  const lineBreak = text.indexOf('\n', at)
  const end = lineBreak === -1 ? text.length : lineBreak
  if (text.slice(at + 3, end).trim() !== '') throw badFile('nothing may follow --- on its line', lineAt(text, at), 4)
  return Math.min(end + 1, text.length)
}
