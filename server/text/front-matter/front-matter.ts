import matter from 'gray-matter'
import { stringify } from 'yaml'
import { badFile, ContentFileError, type Flaw, lineAt } from './content-file-error.ts'
import { haveSameWords, indentLines, parseLeniently } from './lenient-yaml.ts'
import { setJsonFields } from './patch-json.ts'
import { setFields } from './patch-yaml.ts'
import { attempt, type Data, type RepeatedKey, readMapping, readSpelled, repeatedKeys } from './read-yaml.ts'
import { readToml, setTomlFields } from './toml.ts'
import { afterValue } from './value-ranges.ts'

const HEAD_MAX_CHARACTERS = 20_000

/** Indexes into a post's text; its front matter is from `headStart` to `headEnd`, without the lines of `---` or `+++`. */
export type Fences = {
  syntax: 'yaml' | 'toml' | 'json'
  headStart: number
  headEnd: number
  bodyStart: number
  /** A text that begins with its title needs no front matter. */
  isMissing?: true
}

export const NO_FRONT_MATTER = 'the file must begin with --- and its front matter'
/** `# Title`, as Docusaurus reads it. */
const TITLE = /^\uFEFF?\s{0,100}# +\S/

/**
 * Finds the front matter: YAML or TOML between fences, a JSON object, or none above a title in Markdown. Throws `ContentFileError`
 * where it is missing, not closed, or in another language: other programs run JavaScript there.
 */
export function findFences(text: string): Fences {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  if (text.startsWith('+++', start)) return fenced(text, start, '+++', 'toml')
  const dialect = otherDialect(text.slice(start, start + 500))
  if (dialect) throw badFile(`this is front matter of ${dialect}, which is not read: write it between lines of ---`)
  if (text.startsWith('---', start)) return fenced(text, start, '---', languageOf(text, start))
  if (/^\{\s*["}]/.test(text.slice(start, start + 1000))) return braced(text, start)
  if (TITLE.test(text)) return { syntax: 'yaml', headStart: start, headEnd: start, bodyStart: start, isMissing: true }
  throw badFile(NO_FRONT_MATTER)
}

/** Front matter of systems that write it otherwise, by their names. */
const DIALECTS: readonly (readonly [name: string, start: RegExp])[] = [
  ['Nanoc (-----)', /^-----[ \t]*\r?\n/],
  ['Nikola (.. title:)', /^\s*(?:<!--\s*)?\.\. (?:title|slug|date):/],
  ['Pelican or MultiMarkdown (Title: lines)', /^\s*(?:title|date|author|slug|category|tags)[ \t]*:[ \t]*\S/i],
  ['MDX (export const metadata)', /^\s*export const (?:metadata|meta|frontmatter)\b/],
]
const otherDialect = (text: string): string | undefined => DIALECTS.find(([, start]) => start.test(text))?.[0]

/** The word behind `---`, as gray-matter reads it. */
function languageOf(text: string, at: number): Fences['syntax'] {
  const [, word = ''] = /^--- ?(json|toml|yaml)[ \t]*\r?$/m.exec(text.slice(at, at + 20).split('\n')[0] ?? '') ?? []
  return word === 'json' || word === 'toml' ? word : 'yaml'
}

function fenced(text: string, start: number, fence: string, syntax: Fences['syntax']): Fences {
  const isNamed = /^--- ?(?:json|toml|yaml)[ \t]*\r?\n/.test(text.slice(start, start + 20))
  const headStart = isNamed ? text.indexOf('\n', start) + 1 : afterFence(text, start)
  const closing = closingOf(text, headStart - 1, fence)
  if (closing === -1) throw badFile(`the front matter is not closed: write ${fence} on a line of its own`)
  const headEnd = closing + 1
  assertLength(headEnd - headStart)
  return { syntax, headStart, headEnd, bodyStart: afterFence(text, headEnd) }
}

/** The index before the closing fence. YAML may end with `...`, which Jekyll accepts. */
function closingOf(text: string, from: number, fence: string): number {
  const closing = text.indexOf(`\n${fence}`, from)
  const head = text.slice(from, closing === -1 ? from + HEAD_MAX_CHARACTERS : closing)
  const dots = fence === '---' ? /\n\.\.\.[ \t]*\r?(?=\n|$)/.exec(head) : null
  return dots ? from + dots.index : closing
}

function assertLength(characters: number): void {
  if (characters > HEAD_MAX_CHARACTERS)
    throw badFile(`the front matter is longer than ${HEAD_MAX_CHARACTERS.toLocaleString('en')} characters`)
}

/** The index after a line of `---` that begins at `at`. */
function afterFence(text: string, at: number): number {
  const lineBreak = text.indexOf('\n', at)
  const end = lineBreak === -1 ? text.length : lineBreak
  const fence = text.slice(at, at + 3)
  if (text.slice(at + 3, end).trim() !== '')
    throw badFile(`nothing may follow ${fence} on its line`, lineAt(text, at), 4)
  return Math.min(end + 1, text.length)
}

/** A JSON object at the start of the file, as Hugo has it. */
function braced(text: string, start: number): Fences {
  const head = text.slice(start, start + HEAD_MAX_CHARACTERS + 2)
  const end = afterValue(head, 0) + start
  if (text[end - 1] !== '}') assertLength(head.length)
  const lineBreak = text.indexOf('\n', end)
  const lineEnd = lineBreak === -1 ? text.length : lineBreak
  if (text[end - 1] !== '}' || text.slice(end, lineEnd).trim() !== '')
    throw badFile('the front matter is not closed: write } on a line of its own', lineAt(text, end))
  return { syntax: 'json', headStart: start, headEnd: end, bodyStart: Math.min(lineEnd + 1, text.length) }
}

/** gray-matter is only given objects to write: a text it would parse, and execute one that begins with `---js`. */
const options = {
  language: 'yaml',
  engines: {
    yaml: {
      parse(): object {
        throw new Error('Front matter is not read by gray-matter.')
      },
      stringify: (fields: object) => stringify(fields, { lineWidth: 0 }),
    },
  },
}

/** The text of a new file with front matter in YAML. */
export const withFrontMatter = (fields: object, body: string) => matter.stringify({ content: body }, fields, options)

/** The front matter up to its end, with a first line that is no language, so that lines and columns are those of the file. */
const yamlOf = (text: string, { headStart, headEnd }: Fences) => {
  const above = text.slice(0, headStart)
  return above.trimEnd().endsWith('---') || above.trim() === ''
    ? text.slice(0, headEnd)
    : `---\n${text.slice(headStart, headEnd)}`
}

const MORE_THAN_COMMENTS = /^[ \t]*[^\s#]/m

/** Parses front matter. Nothing in it is executed. Throws `ContentFileError` with the place of the error. */
export function readFrontMatter(text: string, fences: Fences): Data {
  const { syntax, headStart, headEnd } = fences
  const head = text.slice(headStart, headEnd)
  if (syntax === 'toml') return readToml(head, lineAt(text, headStart) - 1)
  if (!MORE_THAN_COMMENTS.test(head)) return {}
  if (syntax === 'json') return readMapping(yamlOf(text, fences), { parse: () => JSON.parse(head) })
  return readMapping(yamlOf(text, fences), { parse: () => Bun.YAML.parse(head), uniqueKeys: false })
}

export type FrontMatter = {
  data: Data
  /** The same with numbers and booleans as they are written, and where the text is no strict YAML. */
  lenient?: { spelled: Data; flaw: Flaw }
}

const LENIENT = 'this line is no strict YAML (indent it): it is read, but until then only the source can be edited'

/** The same for a post, which may have YAML that only its own system reads. Throws `ContentFileError` for what that rejects, too. */
export function readLenientFrontMatter(text: string, fences: Fences): FrontMatter {
  try {
    return { data: readFrontMatter(text, fences) }
  } catch (error) {
    if (!(error instanceof ContentFileError) || fences.syntax !== 'yaml') throw error
    const read = parseLeniently(yamlOf(text, fences))
    if (!read) throw error
    const { data, spelled } = read
    const line = read.lines[0] ?? error.flaws[0]?.line ?? 1
    return { data, lenient: { spelled, flaw: { line, column: 1, reason: LENIENT } } }
  }
}

/**
 * The text with the same values in strict YAML, and its first line that was none. `undefined` for a text that is strict, or
 * that more than indentation has to be changed in.
 */
export function repairLines(text: string): { line: number; text: string } | undefined {
  const fences = findFences(text)
  const { data, lenient } = readLenientFrontMatter(text, fences)
  if (!lenient) return undefined
  const { lines = [] } = parseLeniently(yamlOf(text, fences)) ?? {}
  const repaired = indentLines(text, lines)
  const read = attempt(() => readFrontMatter(repaired, findFences(repaired)))
  return read && haveSameWords(read, data) ? { line: lenient.flaw.line, text: repaired } : undefined
}

/** The keys that front matter in YAML has more than once: of those, the last one counts. */
export const repeatedIn = (text: string, fences: Fences): RepeatedKey[] =>
  fences.syntax === 'yaml' ? repeatedKeys(yamlOf(text, fences)) : []

/** The values as they are spelled: a title of `1.10` is a number in YAML. `undefined` where that is not known. */
export const readAsSpelled = (text: string, fences: Fences): Data | undefined =>
  fences.syntax === 'yaml' ? readSpelled(yamlOf(text, fences)) : undefined

/** Jekyll needs front matter, but no keys in it. */
function setYamlFields(head: string, fields: ReadonlyMap<string, unknown>): string {
  if (MORE_THAN_COMMENTS.test(head)) return setFields(head, fields)
  const lineBreak = head.includes('\r\n') ? '\r\n' : '\n'
  return head + stringify(Object.fromEntries(fields), { lineWidth: 0 }).replaceAll('\n', lineBreak)
}

/** Keys whose values have a type of their own in TOML. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)?$/

/** Sets keys, named by their paths; `dates` are those that hold dates. Everything else stays as it is. Throws `ContentFileError`. */
export function writeFrontMatter(
  text: string,
  fields: ReadonlyMap<string, unknown>,
  dates: ReadonlySet<string>,
  data: Data,
): string {
  const { syntax, headStart, headEnd, isMissing } = findFences(text)
  if (isMissing) return text.slice(0, headStart) + addedFrontMatter(fields, text) + text.slice(headStart)
  const head = text.slice(headStart, headEnd)
  const isDate = (key: string, value: unknown) => dates.has(key) && typeof value === 'string' && MOMENT.test(value)
  const typed = [...fields].map(([key, value]) => [key, isDate(key, value) ? { dateTime: value } : value] as const)
  if (syntax === 'toml')
    return text.slice(0, headStart) + setTomlFields(head, new Map(typed), data) + text.slice(headEnd)
  const edited = syntax === 'json' ? setJsonFields(head, fields, data) : setYamlFields(head, fields)
  return text.slice(0, headStart) + edited + text.slice(headEnd)
}

/** Front matter for a text without, in front of it. */
function addedFrontMatter(fields: ReadonlyMap<string, unknown>, text: string): string {
  const given = [...fields].filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  const lines = `---\n${stringify(Object.fromEntries(given), { lineWidth: 0 })}---\n\n`
  return text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines
}
