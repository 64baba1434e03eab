import * as v from 'valibot'
import { WORKING_COPIES_MAX, WORKING_COPY_DAYS } from '#contract/limits.ts'
import { StoredDocumentSchema } from '#contract/stored-document.ts'
import { type KeepWorkingCopy, type WorkingCopy, type WorkingCopyHead, WorkingFieldsSchema } from '#contract/writing.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { ConflictError, NotFoundError, OperatorError, ValidationError } from '#server/lib/errors.ts'
import { readStored, type StoredJson, storedText } from '#server/storage/stored-json.ts'

const LIFETIME_MS = WORKING_COPY_DAYS * DAY_MS

const StoredSchema = v.object({
  saved_at: v.pipe(v.string(), v.isoTimestamp()),
  revision: v.nullable(v.string()),
  fields: WorkingFieldsSchema,
  document: v.optional(StoredDocumentSchema),
})
/** A copy as it is stored: in a file, or in a row. */
export type StoredCopy = v.InferOutput<typeof StoredSchema>

/**
 * What administrators have written and not saved. A copy is deleted when its administrator saves the post, and 30 days after
 * its last change. Those of a removed administrator stay until then, for the operator. Functions throw `StorageError`.
 */
export type WorkingCopies = {
  /** Returns the copies of an administrator, newest first. */
  list(owner: string): Promise<WorkingCopyHead[]>
  /** Throws `NotFoundError`. */
  get(owner: string, key: string): Promise<WorkingCopy>
  /** Throws `NotFoundError` for an invalid key, `ConflictError` for a copy that this one does not continue, `ValidationError` for too many. */
  put(owner: string, key: string, copy: KeepWorkingCopy): Promise<WorkingCopyHead>
  /** Throws `NotFoundError`. */
  remove(owner: string, key: string): Promise<void>
  /** Deletes copies whose text is in a saved post now. Never throws: the save is complete. */
  removeSaved(owner: string, keys: readonly string[]): Promise<void>
  /** Deletes what is too old, of removed administrators too. Never throws. */
  removeOld(): Promise<void>
  /** Returns the texts of all administrators, joined for a search of mentions. */
  allText(): Promise<string>
  close(): void
}

/** `'unknown'`: another version has stored it, which must stay as it is. */
export type ReadCopy = StoredJson<StoredCopy> | 'damaged' | 'unknown'

export function readCopy(text: string): ReadCopy {
  try {
    return readStored(StoredSchema, text, '')
  } catch (error) {
    if (error instanceof OperatorError) return 'unknown'
    throw error
  }
}

/** When a copy was saved; `undefined` for one that this version cannot read. */
export function savedAt(text: string): string | undefined {
  const copy = readCopy(text)
  return typeof copy === 'object' ? copy.known.saved_at : undefined
}

/** The text to store in place of what there is. Throws `ConflictError` for a copy of an unknown version. */
export function copyText(next: StoredCopy, before: ReadCopy | undefined): string {
  if (before === 'unknown') throw new ConflictError(UNKNOWN)
  return storedText(next, before === 'damaged' ? undefined : before)
}
const UNKNOWN =
  'Another version of this site has stored text here, which this version cannot read. Copy what you typed.'

export const headOf = (key: string, { saved_at, fields }: StoredCopy): WorkingCopyHead => ({
  key,
  title: fields.title,
  saved_at,
  deleted_at: new Date(Date.parse(saved_at) + LIFETIME_MS).toISOString(),
})

/** The copy as it is sent. */
export const copyFrom = (key: string, stored: StoredCopy): WorkingCopy => ({ ...headOf(key, stored), ...stored })

/** A copy that was saved by then is too old at `now`. */
export const cutoff = (now: Date): string => new Date(now.getTime() - LIFETIME_MS).toISOString()

type Before = { saved_at: string } | undefined

/** Throws `ConflictError` and `ValidationError` for a copy that must not be stored. `count`: of the administrator's copies. */
export function checkPut(before: Before, count: number, { replaces }: Pick<KeepWorkingCopy, 'replaces'>): void {
  if (replaces !== undefined && before && before.saved_at !== replaces)
    throw new ConflictError('This text was changed in another tab or on another device.')
  if (!before && count >= WORKING_COPIES_MAX) throw new ValidationError({}, TOO_MANY)
}
const TOO_MANY = `You have ${WORKING_COPIES_MAX} unsaved texts. Save or discard one of them first.`

export const missing = () => new NotFoundError('There is no such unsaved text.')
