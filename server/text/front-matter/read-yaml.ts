import * as v from 'valibot'
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Pair,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'
import { badFile, ContentFileError, type Flaw } from './content-file-error.ts'

const FLAWS_SHOWN = 5
/** Far more than any other valid file than `site.yml` needs. */
export const YAML_MAX_CHARACTERS = 20_000
/** The parser with places takes up to 10 µs for each character, and blocks the site. */
const PLACES_MAX_CHARACTERS = 10_000

const UNPLACED =
  'the YAML is broken, repeats a key, or has a wrong value ' +
  `(below ${PLACES_MAX_CHARACTERS.toLocaleString('en')} characters the line is named)`

/** A mapping as it was parsed. */
export type Data = Readonly<Record<string, unknown>>

/**
 * Parses YAML and validates it with a schema. Bun's parser is tried first, because ten thousand files are read at a start;
 * only where it fails, or the schema rejects its result, a slower parser that knows the places. Throws `ContentFileError`
 * with line and column.
 */
export function readYaml<S extends v.GenericSchema>(
  schema: S,
  text: string,
  maxCharacters = YAML_MAX_CHARACTERS,
): { output: v.InferOutput<S>; data: Data } {
  const validate = (parsed: unknown) => {
    const data = isMapping(parsed) ? parsed : {}
    // Without a prototype, a key like `constructor` has no other meaning.
    return { data, result: v.safeParse(schema, Object.assign(Object.create(null), data)) }
  }

  assertLength(text, maxCharacters)
  const quick = validate(hasRepeatedKey(text) ? undefined : attempt(() => Bun.YAML.parse(text)))
  if (quick.result.success) return { output: quick.result.output, data: quick.data }
  if (text.length > PLACES_MAX_CHARACTERS) throw badFile(UNPLACED)

  const { document, flawAt } = parseWithPlaces(text)
  const meant = validate(dataOf(document))
  const spelled = validate(dataOf(asSpelled(document)))
  const { data, result } = countOf(spelled.result.issues) < countOf(meant.result.issues) ? spelled : meant
  if (result.success) return { output: result.output, data }
  throw new ContentFileError(
    result.issues.slice(0, FLAWS_SHOWN).map(({ path = [], input, message }) => {
      const names = path.map(({ key }) => key)
      const words = input === undefined ? 'is missing' : message
      return flawAt(nodeStart(document, names), names.length > 0 ? `${names.join('.')}: ${words}` : words)
    }),
  )
}

const countOf = (issues: readonly unknown[] | undefined) => issues?.length ?? 0

export const isMapping = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first text that is not blank under these keys; an empty one without any. */
export function textIn(data: Data, ...keys: string[]): string {
  const found = keys.map((key) => data[key]).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : ''
}

type Reading = { parse?: (text: string) => unknown; uniqueKeys?: boolean }

/**
 * Parses a mapping, or nothing at all; without `uniqueKeys`, the last of equal keys counts. Throws `ContentFileError` with line
 * and column.
 */
export function readMapping(text: string, { parse = Bun.YAML.parse, uniqueKeys = true }: Reading = {}): Data {
  assertLength(text)
  const quick = uniqueKeys && hasRepeatedKey(text) ? undefined : attempt(() => parse(text))
  if (isMapping(quick)) return quick
  if (text.length > PLACES_MAX_CHARACTERS) throw badFile(UNPLACED)
  return dataOf(parseWithPlaces(text, uniqueKeys).document)
}

/** A key that a mapping has more than once: its values before the last one, and where that begins. */
export type RepeatedKey = { name: string; earlier: readonly unknown[]; line: number; column: number }

/** The repeated keys of a text that `readMapping` accepts. Throws `ContentFileError` for a text that is too long for that. */
export function repeatedKeys(text: string): RepeatedKey[] {
  if (!hasRepeatedKey(text)) return []
  if (text.length > PLACES_MAX_CHARACTERS) throw badFile(UNPLACED)
  const { document, flawAt } = parseWithPlaces(text, false)
  const { items } = document.contents as YAMLMap.Parsed
  const nameOf = ({ key }: Pair<ParsedNode>) => (isScalar(key) ? String(key.value) : '')
  return [...Map.groupBy(items, nameOf)].flatMap(([name, same]) => {
    const last = same.pop()
    const { line, column } = flawAt(last?.key.range[0] ?? 0, name)
    const earlier = same.map(({ value }) => value?.toJS(document))
    return earlier.length > 0 ? [{ name, earlier, line, column }] : []
  })
}

/** The values of a mapping that `readMapping` accepts as they are spelled; `undefined` for a text that is too long for that. */
export const readSpelled = (text: string): Data | undefined =>
  text.length > PLACES_MAX_CHARACTERS ? undefined : dataOf(asSpelled(parseWithPlaces(text, false).document))

function assertLength(text: string, max = YAML_MAX_CHARACTERS): void {
  if (text.length > max) throw badFile(`the YAML is longer than ${max.toLocaleString('en')} characters`)
}

/** The values as they are spelled: a title of `1.10` is a number in YAML, and text here. */
function asSpelled(document: Document.Parsed): Document.Parsed {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'number' || typeof node.value === 'boolean') node.value = node.source
    },
  })
  return document
}

/** Bun's parser would silently take the last of two equal keys. */
function hasRepeatedKey(text: string): boolean {
  const keys = text.match(/^[A-Za-z_][\w-]*(?=:)/gm) ?? []
  return new Set(keys).size < keys.length
}

/** The result, or `undefined` where a parser throws. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** Throws `ContentFileError` with line and column for broken YAML, of which the quick parser may make something. */
export function assertWellFormed(text: string): void {
  assertLength(text)
  if (text.length <= PLACES_MAX_CHARACTERS) parseStrictly(text, true)
}

/** Throws `ContentFileError` for anything but a mapping. */
function parseWithPlaces(text: string, uniqueKeys = true) {
  const parsed = parseStrictly(text, uniqueKeys)
  const { document, flawAt } = parsed
  if (isMap(document.contents)) return parsed
  throw new ContentFileError([flawAt(nodeStart(document, []), 'this must be a list of `key: value` lines')])
}

function parseStrictly(text: string, uniqueKeys: boolean) {
  const lineCounter = new LineCounter()
  const flawAt = (index: number, reason: string): Flaw => {
    const { line, col } = lineCounter.linePos(index)
    return { line, column: col, reason }
  }
  const document = attempt(() => parseDocument(text, { lineCounter, uniqueKeys, prettyErrors: false }))
  if (!document || document.errors.some(({ message }) => message.startsWith('Maximum call stack')))
    throw badFile('this is nested too deeply')
  const flaws = document.errors.slice(0, FLAWS_SHOWN).map(({ pos, message }) => flawAt(pos[0], message))
  if (flaws.length > 0) throw new ContentFileError(flaws)
  return { document, flawAt }
}

function dataOf(document: Document.Parsed): Data {
  const data = attempt(() => document.toJS())
  if (!isMapping(data)) throw badFile('this repeats itself too often')
  return data
}

/** The index of the value at `path`, or of the closest parent that exists. */
function nodeStart(document: Document.Parsed, path: readonly unknown[]): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}
