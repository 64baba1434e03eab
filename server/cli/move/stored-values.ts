import { createHash } from 'node:crypto'
import type { LogName } from '#server/database/log-states.ts'
import { type Cursor, createCursor, cursorKey } from '#server/leads/records/cursor.ts'
import { DETAILS_FOLDER } from '#server/media/image-details.ts'
import type { KeyedStore, StoredValue } from '#server/storage/keyed-store.ts'
import { COPIES_FOLDER } from '#server/writing/working-copies.ts'
import { readCopy } from '#server/writing/working-copy.ts'

export const ACCOUNTS = 'admin.json'
export const SESSIONS = 'sessions.json'
/** Sessions are left out of backups, because a copy would give access. */
export const TEXTS_IN_BACKUPS: readonly string[] = [ACCOUNTS, 'captcha.key', 'signing.key']
/** The texts that are moved: accounts, keys and sessions. */
export const TEXT_NAMES: readonly string[] = [...TEXTS_IN_BACKUPS, SESSIONS]

const NOTIFIED: readonly LogName[] = ['registrations', 'contact-messages']
const CHANNELS = ['mail', 'webhook']

/** The progress of a channel in a log. */
export type StoredCursor = { log: LogName; channel: string; cursor: Cursor }
type CursorPlace = Pick<StoredCursor, 'log' | 'channel'>
const cursorPlaces: readonly CursorPlace[] = NOTIFIED.flatMap((log) => CHANNELS.map((channel) => ({ log, channel })))
export const cursorKeys: readonly string[] = cursorPlaces.map(({ log, channel }) => cursorKey(log, channel))

/** Returns the texts that exist, in this order, and what is stored about images. Throws what the store throws. */
export async function readTexts({ get, list }: KeyedStore, names = TEXT_NAMES): Promise<StoredValue[]> {
  const found: StoredValue[] = []
  for (const key of names) {
    const value = await get(key)
    if (value !== undefined) found.push({ key, value: value.trimEnd() })
  }
  return [...found, ...(await list(`${DETAILS_FOLDER}/`))]
}

/** Returns the unsaved texts that are not damaged. Throws what the store throws. */
export const readCopies = async ({ list }: KeyedStore): Promise<StoredValue[]> =>
  (await list(`${COPIES_FOLDER}/`)).filter(({ value }) => readCopy(value) !== 'damaged')

/** Damaged cursors are left out: notifications then go on from the end. */
export async function readCursors(store: KeyedStore): Promise<StoredCursor[]> {
  const found: StoredCursor[] = []
  for (const { log, channel } of cursorPlaces) {
    const cursor = await createCursor({ store, key: cursorKey(log, channel), holder: undefined }).read()
    if (typeof cursor === 'object') found.push({ log, channel, cursor })
  }
  return found
}

/** Cursors as they are stored, without fields that only a newer version knows. */
export const cursorValues = (cursors: readonly StoredCursor[]): StoredValue[] =>
  cursors.map(({ log, channel, cursor }) => ({ key: cursorKey(log, channel), value: JSON.stringify(cursor) }))

/** Throws what the store throws. */
export async function writeValues({ update }: KeyedStore, values: readonly StoredValue[]): Promise<void> {
  for (const { key, value } of values) await update([key], ({ put }) => put(key, value))
}

export const isSameValue = (a: StoredValue, b: StoredValue): boolean =>
  a.key === b.key && a.value.trimEnd() === b.value.trimEnd()

/** Number and checksum, the same in both stores. */
export function sumOf(values: readonly StoredValue[]): { count: number; sha256: string } {
  const hash = createHash('sha256')
  const sorted = values.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const { key, value } of sorted) hash.update(JSON.stringify([key, value]))
  return { count: values.length, sha256: hash.digest('hex') }
}
