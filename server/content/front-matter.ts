import { badFile } from './errors.ts'
import { lineAt } from './file-text.ts'

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
