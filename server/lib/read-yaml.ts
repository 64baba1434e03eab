import * as v from 'valibot'
import { type Document, isMap, isNode, LineCounter, parseDocument, visit } from 'yaml'
import { badFile, ContentFileError, type Flaw } from './text-file.ts'

const FLAWS_SHOWN = 5
/** Far more than any valid file needs. */
const YAML_MAX_CHARACTERS = 20_000
/** The parser with places takes up to 10 µs for each character, and blocks the site meanwhile. */
const PLACES_MAX_CHARACTERS = 10_000

const UNPLACED =
  'the YAML is broken, repeats a key, or has a wrong value ' +
  `(below ${PLACES_MAX_CHARACTERS.toLocaleString('en')} characters the line is named)`

type FieldsSchema = v.GenericSchema & { entries: Record<string, unknown> }
/**
 * `linesBefore` the YAML in its file. For keys with other names, `rename` returns the fields under the schema's keys, and
 * `nameOf` the name of such a key in the file.
 */
type Source = {
  text: string
  /** Parses the text quickly. The default is Bun's YAML parser. */
  parse?: () => unknown
  linesBefore?: number
  rename?: (data: Readonly<Record<string, unknown>>) => object
  nameOf?: (key: unknown) => unknown
}

/**
 * Parses YAML and validates it with a schema. Bun's parser is tried first, because ten thousand files are read at a start;
 * only where it fails, or the schema rejects its result, a slower parser that knows the places. Throws `ContentFileError`
 * with line and column.
 */
export function readYaml<S extends FieldsSchema>(schema: S, source: Source): v.InferOutput<S> {
  const { text } = source
  if (text.length > YAML_MAX_CHARACTERS)
    throw badFile(`the YAML is longer than ${YAML_MAX_CHARACTERS.toLocaleString('en')} characters`)
  const quick = v.safeParse(schema, ownFields(schema, hasRepeatedKey(text) ? undefined : parseFast(source), source))
  if (quick.success) return quick.output
  if (text.length > PLACES_MAX_CHARACTERS) throw badFile(UNPLACED)
  return readCarefully(schema, source)
}

function parseFast({ text, parse = () => Bun.YAML.parse(text) }: Source): unknown {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** The known keys of a plain object, on an object without a prototype. The schema rejects anything else. */
function ownFields(schema: FieldsSchema, value: unknown, { rename }: Source): unknown {
  if (!isMapping(value)) return undefined
  const own = Object.entries(rename ? rename(value) : value).filter(([key]) => Object.hasOwn(schema.entries, key))
  return Object.assign(Object.create(null), Object.fromEntries(own))
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Bun's parser would silently take the last of two equal keys. */
function hasRepeatedKey(text: string): boolean {
  const keys = text.match(/^[A-Za-z_][\w-]*(?=:)/gm) ?? []
  return new Set(keys).size < keys.length
}

function readCarefully<S extends FieldsSchema>(schema: S, source: Source): v.InferOutput<S> {
  const { text, linesBefore = 0 } = source
  const lines = new LineCounter()
  const document = parsed(text, lines)
  const place = (index: number) => {
    const { line, col } = lines.linePos(index)
    return { line: line + linesBefore, column: col }
  }
  if (document.errors.length > 0) {
    throw new ContentFileError(
      document.errors.slice(0, FLAWS_SHOWN).map(({ pos, message }) => ({ ...place(pos[0]), reason: message })),
    )
  }
  if (!isMap(document.contents)) throw badFile('this must be a list of `key: value` lines', linesBefore + 1)
  const best = fewestIssues(schema, document, source)
  if (best.success) return best.output
  throw new ContentFileError(best.issues.slice(0, FLAWS_SHOWN).map((issue) => flaw(issue, document, source, place)))
}

function parsed(text: string, lineCounter: LineCounter) {
  const tooDeep = badFile('this is nested too deeply')
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false })
    if (document.errors.some(({ message }) => message.startsWith('Maximum call stack'))) throw tooDeep
    return document
  } catch {
    throw tooDeep
  }
}

/** Tries the values as YAML reads them, then as they are spelled: a title of `1.10` is a number in YAML, and text here. */
function fewestIssues<S extends FieldsSchema>(schema: S, document: Document.Parsed, source: Source) {
  const meant = v.safeParse(schema, ownFields(schema, asData(document), source))
  if (meant.success) return meant
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'number' || typeof node.value === 'boolean') node.value = node.source
    },
  })
  const spelled = v.safeParse(schema, ownFields(schema, asData(document), source))
  return spelled.success || spelled.issues.length < meant.issues.length ? spelled : meant
}

function asData(document: Document.Parsed): unknown {
  try {
    return document.toJS()
  } catch {
    throw badFile('this repeats itself too often')
  }
}

function flaw(
  issue: v.BaseIssue<unknown>,
  document: Document.Parsed,
  { nameOf = (key) => key }: Source,
  place: (index: number) => object,
): Flaw {
  const path = issue.path?.map(({ key }, depth) => (depth === 0 ? nameOf(key) : key)) ?? []
  const words = issue.input === undefined ? 'is missing' : issue.message
  const found = { line: 1, column: 1, ...place(nodeStart(document, path)) }
  return { ...found, reason: path.length > 0 ? `${path.join('.')}: ${words}` : words }
}

/** The index of the value at `path`, or of the closest parent that exists. */
function nodeStart(document: Document.Parsed, path: readonly unknown[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}
