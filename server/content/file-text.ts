import { badFile, ContentFileError, ContentNotFoundError } from './errors.ts'

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
