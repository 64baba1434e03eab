import type * as v from 'valibot'
import type {
  FormEntry,
  FormField,
  FormLeaf,
  FormList,
  FormValue,
  FormValues,
  LeafValue,
} from '#contract/page-files.ts'
import { replaceEntries, setFields } from '#server/text/front-matter/patch-yaml.ts'
import { isMapping, readYaml } from '#server/text/front-matter/read-yaml.ts'
import { flagDefaults, sectionsOf } from './form.ts'

/** A key that a file has and its form has not, as text. */
type OtherKey = { key: string; text: string }

/** Reads and writes the values of the form of a file. `maxCharacters`: of the file. */
export function createFormValues(schema: v.GenericSchema, maxCharacters: number) {
  const fields = sectionsOf(schema).flatMap((section) => section.fields)
  const defaults = flagDefaults(schema)

  /** The data of a file. Throws `ContentFileError` for an invalid one. */
  const dataIn = (text: string) => (text.trim() === '' ? {} : readYaml(schema, text, maxCharacters).data)

  const read = (text: string): FormValues => {
    const data = dataIn(text)
    return Object.fromEntries(fields.map((field) => [field.path, readValue(field, at(data, field.path))]))
  }

  function readValue(field: FormField, written: unknown): FormValue {
    if (field.kind !== 'list') return leafValue(field, written, defaults.get(field.path))
    if (!Array.isArray(written)) return []
    return written.map((entry) => entryOf(field, entry))
  }

  function entryOf({ path, fields }: FormList, entry: unknown): FormEntry {
    if (!isMapping(entry)) return asText(entry)
    return Object.fromEntries(
      fields.map((field) => [field.path, leafValue(field, entry[field.path], defaults.get(`${path}.${field.path}`))]),
    )
  }

  /** The text of a file with other values; all other characters stay. Throws `ContentFileError` for a file that cannot be edited. */
  function write(text: string, values: FormValues): string {
    const now = read(text)
    const data = dataIn(text)
    const edits = new Map<string, unknown>()
    let next = text
    for (const field of fields) {
      if (Bun.deepEquals(now[field.path], values[field.path])) continue
      const longer = field.kind === 'list' ? withLength(next, field, now[field.path], values[field.path]) : undefined
      if (longer === undefined) setAt(edits, data, field.path, written(field, values[field.path]))
      else {
        next = longer.text
        for (const [path, value] of longer.edits) edits.set(path, value)
      }
    }
    for (const parent of emptied(data, edits)) edits.set(parent, undefined)
    return setFields(next, edits)
  }

  /**
   * The text with as many entries of a list of maps as it is to have, and the changes of those that stay. Entries that are the same at
   * the beginning and at the end stay as they are written. `undefined` where the list has to be written as a whole.
   */
  function withLength(text: string, list: FormList, now: FormValue | undefined, wanted: FormValue | undefined) {
    if (!Array.isArray(now) || !Array.isArray(wanted) || now.length === 0 || wanted.length === 0) return
    const isSame = (one: number, other: number) => Bun.deepEquals(now[one], wanted[other])
    const shorter = Math.min(now.length, wanted.length)
    let from = 0
    while (from < shorter && isSame(from, from)) from++
    let alike = 0
    while (alike < shorter - from && isSame(now.length - 1 - alike, wanted.length - 1 - alike)) alike++
    const paired = shorter - from - alike
    const added = written(list, wanted.slice(from + paired, wanted.length - alike)) ?? []
    const removed = now.length - alike - from - paired
    if (!Array.isArray(added) || !added.every(isMapping) || !wanted.every((entry) => typeof entry === 'object')) return
    const replaced = replaceEntries(text, list.path, { from: from + paired, removed, added })
    if (replaced === undefined) return
    const edits = new Map<string, unknown>()
    for (let index = from; index < from + paired; index++)
      for (const { path } of list.fields) {
        const [before, after] = [Object(now[index])[path], Object(wanted[index])[path]]
        const [entry] = written(list, [wanted[index] as FormEntry]) as [Record<string, unknown>]
        if (before !== after) edits.set(`${list.path}.${index}.${path}`, entry[path])
      }
    return { text: replaced, edits }
  }

  function written(field: FormField, value: FormValue | undefined): unknown {
    if (field.kind !== 'list') return writtenLeaf(field, value as LeafValue, defaults.get(field.path))
    const entries = (value ?? []) as readonly FormEntry[]
    if (entries.length === 0) return undefined
    return entries.map((entry) =>
      typeof entry === 'string'
        ? oneLine(entry)
        : Object.fromEntries(
            field.fields.map((one) => [
              one.path,
              writtenLeaf(one, entry[one.path] ?? '', defaults.get(`${field.path}.${one.path}`)),
            ]),
          ),
    )
  }

  /** The keys without a field. */
  function others(text: string): OtherKey[] {
    const known = new Set(fields.map(({ path }) => path))
    const found: OtherKey[] = []
    for (const [key, value] of Object.entries(dataIn(text))) {
      if (known.has(key)) continue
      const isSection = isMapping(value) && fields.some(({ path }) => path.startsWith(`${key}.`))
      if (!isSection) found.push({ key, text: asText(value) })
      else
        for (const [name, one] of Object.entries(value))
          if (!known.has(`${key}.${name}`)) found.push({ key: `${key}.${name}`, text: asText(one) })
    }
    return found
  }

  return { fields, read, write, others }
}
export type FormValuesCodec = ReturnType<typeof createFormValues>

/** `hero.headline` of a file. */
const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, key) => (isMapping(value) ? value[key] : undefined), data)

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

const leafValue = ({ kind }: FormLeaf, written: unknown, whenAbsent = false): LeafValue =>
  kind === 'flag' ? (typeof written === 'boolean' ? written : whenAbsent) : asText(written).trim()

/** `undefined` removes the key. */
function writtenLeaf({ kind }: FormLeaf, value: LeafValue, whenAbsent = false): unknown {
  if (typeof value === 'boolean') return value === whenAbsent ? undefined : value
  const text = kind === 'lines' ? value.replaceAll('\r\n', '\n').trim() : oneLine(value)
  if (text === '') return undefined
  return kind === 'number' && NUMBER.test(text) ? Number(text) : text
}

/** Only of a biography and an address, lines mean something. */
const oneLine = (text: string) =>
  text
    .trim()
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ')
const NUMBER = /^\d{1,7}(?:\.\d{1,2})?$/

/** Sets a value, in the map that it belongs to: one that is not in the file yet is added as a whole. */
function setAt(edits: Map<string, unknown>, data: unknown, path: string, value: unknown): void {
  const dot = path.indexOf('.')
  const parent = path.slice(0, dot)
  if (dot === -1 || isMapping(at(data, parent))) {
    edits.set(path, value)
    return
  }
  if (value === undefined) return
  const whole = edits.get(parent)
  edits.set(parent, { ...(isMapping(whole) ? whole : {}), [path.slice(dot + 1)]: value })
}

/** The maps that would have no key left. */
function emptied(data: unknown, edits: Map<string, unknown>): string[] {
  const parents = new Set(
    [...edits].flatMap(([path]) => (path.includes('.') ? [path.slice(0, path.indexOf('.'))] : [])),
  )
  const found = [...parents].filter((parent) => {
    const map = at(data, parent)
    const keys = new Set(isMapping(map) ? Object.keys(map) : [])
    for (const [path, value] of edits) {
      if (!path.startsWith(`${parent}.`)) continue
      if (value === undefined) keys.delete(path.slice(parent.length + 1))
      else keys.add(path.slice(parent.length + 1))
    }
    return keys.size === 0
  })
  for (const parent of found)
    for (const path of [...edits.keys()]) if (path.startsWith(`${parent}.`)) edits.delete(path)
  return found
}

/** Merges the changes of two people to the values of a form. Of fields that both changed, each in their way, `values` has mine. */
export function mergeValues(fields: readonly FormField[], base: FormValues, mine: FormValues, theirs: FormValues) {
  const values: FormValues = {}
  const conflicts: string[] = []
  const merged: string[] = []
  for (const { path } of fields) {
    const [old, my, their] = [base[path], mine[path] ?? base[path], theirs[path]]
    const isMine = !Bun.deepEquals(my, old)
    const isTheirs = !Bun.deepEquals(their, old)
    if (isTheirs && !Bun.deepEquals(my, their)) (isMine ? conflicts : merged).push(path)
    const value = isMine ? my : their
    if (value !== undefined) values[path] = value
  }
  return { values, conflicts, merged }
}
