import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import { version } from '#server/lib/version.ts'

/**
 * The format of stored JSON, in the field `format` of its top level; without one it is 1. It is raised only when an older version
 * would misread the JSON: a new field does not raise it, because fields that a version does not know stay as they are. A version
 * writes no number that the release before it rejects, so a release that reads a new format comes before one that writes it.
 */
export const FORMATS = { written: 1, readUpTo: 1 }

/** A newer version has stored this. It is left as it is. */
export class NewerFormatError extends OperatorError {
  constructor(name: string, format: number, writer?: string) {
    const needed = writer === undefined ? 'Start the version that wrote it' : `Start version ${writer}`
    super(
      `${name} has format ${format}, and this version (${version}) reads formats up to ${FORMATS.readUpTo}. ${needed}, or a newer one. It was left as it is.`,
    )
  }
}

/** This is damaged, or of another version. It is left as it is. */
export class UnreadableStateError extends OperatorError {
  constructor(name: string, more = '') {
    super(
      `${name} is damaged, or another version wrote it. Start that version, or restore it from a backup.${more} It was left as it is.`,
    )
  }
}

/** Stored JSON: all of it, and the part that this version knows. */
export type StoredJson<Known> = { all: unknown; known: Known }

type Schema<Known> = v.GenericSchema<unknown, Known>

/** `undefined` for a text that is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws `NewerFormatError`. `name`: what messages call it; `writer`: the version that wrote it, if that is known. */
export function assertFormat(all: unknown, name: string, writer?: string): void {
  const format = isObject(all) ? all.format : undefined
  if (typeof format === 'number' && format > FORMATS.readUpTo) throw new NewerFormatError(name, format, writer)
}

/**
 * Reads stored JSON; `'damaged'`: it is no JSON, which no version can read. Throws `NewerFormatError`, and `UnreadableStateError` for
 * JSON of an unknown shape.
 */
export function readStored<Known>(schema: Schema<Known>, text: string, name: string): StoredJson<Known> | 'damaged' {
  const all = jsonIn(text)
  if (all === undefined) return 'damaged'
  assertFormat(all, name)
  const parsed = v.safeParse(schema, all)
  if (!parsed.success) throw new UnreadableStateError(name)
  return { all, known: parsed.output }
}

/** The text to store: `known`, with the fields of `before` that this version does not know, at every depth. */
export function storedText<Known extends object>(known: Known, before?: StoredJson<Known>, indent?: number): string {
  const merged = before ? withUnknown(before.all, before.known, known) : known
  return JSON.stringify({ format: FORMATS.written, ...(isObject(merged) ? merged : known) }, null, indent)
}

/** `after`, with what is in `all` and not in `known`. Objects in lists are the same if their `id` is. */
function withUnknown(all: unknown, known: unknown, after: unknown): unknown {
  if (Array.isArray(all) && Array.isArray(known) && Array.isArray(after)) {
    return after.map((one: unknown) => withUnknown(findSame(all, one), findSame(known, one), one))
  }
  if (!isObject(all) || !isObject(known) || !isObject(after)) return after
  const unknown = Object.entries(all).filter(([name]) => !Object.hasOwn(known, name) && !Object.hasOwn(after, name))
  const merged = Object.entries(after).map(([name, value]) => [name, withUnknown(all[name], known[name], value)])
  return Object.fromEntries([...merged, ...unknown])
}

const findSame = (list: readonly unknown[], one: unknown): unknown =>
  isObject(one) && 'id' in one ? list.find((other) => isObject(other) && other.id === one.id) : undefined
