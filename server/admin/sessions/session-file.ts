import { join } from 'node:path'
import * as v from 'valibot'
import { errorFields, type Log } from '#server/lib/log.ts'
import { withFileLock } from '#server/storage/locks.ts'
import { type Original, readOriginal, writeOriginal } from '#server/storage/original-file.ts'
import type { PrivateText } from '#server/storage/private-text.ts'

const timestamp = v.pipe(v.string(), v.isoTimestamp())
const StoredSessionSchema = v.object({
  id: v.string(),
  administrator: v.string(),
  started: timestamp,
  lastUsed: timestamp,
  /** When the password, a code or a passkey was entered last. */
  confirmed: timestamp,
  browser: v.string(),
  address: v.string(),
})
export type StoredSession = v.InferOutput<typeof StoredSessionSchema>

const AllSessionsSchema = v.object({
  /** Grows with each write of a file. */
  generation: v.pipe(v.number(), v.safeInteger()),
  sessions: v.array(StoredSessionSchema),
  /** By administrator: part of their preview links and device tokens, replaced when all their sessions are ended. */
  links: v.record(v.string(), v.string()),
})
export type AllSessions = v.InferOutput<typeof AllSessionsSchema>
const NONE: AllSessions = { generation: 0, sessions: [], links: {} }

export type SessionStore = {
  /** A file never throws; PostgreSQL throws `StorageError`. */
  current(): Promise<AllSessions>
  /** Stores what `edit` returns, unless that is what it got. Returns whether it was something else. Throws what the store throws. */
  change(edit: (before: AllSessions) => AllSessions): Promise<boolean>
}

const parsed = (text: string | undefined) => v.safeParse(v.pipe(v.string(), v.parseJson(), AllSessionsSchema), text)

/** `sessions.json`, shared by the server and the shell commands. A file that was restored, or moved away and back, counts as empty. */
export function createSessionFile(folder: string, log: Pick<Log, 'error'>): SessionStore {
  const path = join(folder, 'sessions.json')
  let known: Original | undefined
  let file: AllSessions = NONE
  /** No older file is accepted, not even the original. */
  let generation = 0
  let readable = true

  /** Throws what the disk throws. */
  async function read(): Promise<AllSessions> {
    const original = await readOriginal(path, known)
    if (original && original === known) return file
    known = original
    const stored = parsed(original?.text)
    const isNewer = stored.success && stored.output.generation >= generation
    // Once the sessions were gone, the file that held them is too old.
    if (!isNewer && file !== NONE) generation += 1
    file = isNewer ? stored.output : NONE
    generation = Math.max(generation, file.generation)
    return file
  }

  return {
    /** While the file cannot be read, its last contents count, and the log reports it. */
    async current() {
      try {
        await read()
        readable = true
      } catch (error) {
        if (readable) log.error('sessions unreadable', errorFields(error))
        readable = false
      }
      return file
    },
    change: (edit) =>
      withFileLock(join(folder, 'sessions.lock'), async () => {
        const before = await read()
        const after = edit(before)
        if (after === before) return false
        await writeOriginal(path, JSON.stringify({ ...after, generation: generation + 1 }, null, 2))
        await read()
        return true
      }),
  }
}

/** A text that is no list of sessions counts as empty. */
export function sessionsIn(text: string | undefined): AllSessions {
  const found = parsed(text)
  return found.success ? found.output : NONE
}

/** The sessions in a row of PostgreSQL. */
export function createSessionRow(text: PrivateText): SessionStore {
  return {
    current: async () => sessionsIn(await text.read()),
    async change(edit) {
      let isChanged = false
      await text.change(async (stored) => {
        const before = sessionsIn(stored)
        const after = edit(before)
        isChanged = after !== before
        return isChanged ? JSON.stringify(after) : stored
      })
      return isChanged
    },
  }
}
