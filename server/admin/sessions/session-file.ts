import { join } from 'node:path'
import * as v from 'valibot'
import { timestamp } from '#contract/posts.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { type InodeBoundText, readInodeBound, writeInodeBound } from '#server/storage/inode-bound-file.ts'
import { withFileLock } from '#server/storage/locks.ts'
import type { PrivateText } from '#server/storage/private-text.ts'
import { readStored, type StoredJson, storedText } from '#server/storage/stored-json.ts'

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
  links: v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((links) =>
      Object.fromEntries(Object.entries(links).filter((one): one is [string, string] => typeof one[1] === 'string')),
    ),
  ),
})
export type AllSessions = v.InferOutput<typeof AllSessionsSchema>
const NONE: AllSessions = { generation: 0, sessions: [], links: {} }

export type SessionStore = {
  /** A file never throws; PostgreSQL throws `StorageError`. */
  current(): Promise<AllSessions>
  /** Stores what `edit` returns, unless that is what it got. Returns whether it was something else. Throws what the store throws. */
  change(edit: (before: AllSessions) => AllSessions): Promise<boolean>
}

/** `sessions.json`, shared by the server and the shell commands. A file that was restored, or moved away and back, counts as empty. */
export function createSessionFile(folder: string, log: Pick<Log, 'error'>): SessionStore {
  const path = join(folder, 'sessions.json')
  let known: InodeBoundText | undefined
  let file: AllSessions = NONE
  /** What the next write must keep. */
  let json: StoredJson<AllSessions> | undefined
  /** No older file is accepted, not even the original. */
  let generation = 0
  let readable = true

  /** Throws what the disk throws, and `OperatorError` for a file of an unknown version. */
  async function read(): Promise<AllSessions> {
    const original = await readInodeBound(path, known)
    if (original && original === known) return file
    const stored = storedIn(original?.text, path)
    known = original
    const isNewer = stored !== undefined && stored.known.generation >= generation
    // Once the sessions were gone, the file that held them is too old.
    if (!isNewer && file !== NONE) generation += 1
    json = isNewer ? stored : undefined
    file = json?.known ?? NONE
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
        await writeInodeBound(path, storedText({ ...after, generation: generation + 1 }, json, 2))
        await read()
        return true
      }),
  }
}

/** A text that is no JSON counts as none. Throws `OperatorError` for JSON of an unknown version. */
function storedIn(text: string | undefined, name: string): StoredJson<AllSessions> | undefined {
  const stored = text === undefined ? 'damaged' : readStored(AllSessionsSchema, text, name)
  return stored === 'damaged' ? undefined : stored
}

/** The sessions in a row of PostgreSQL. */
export function createSessionRow(text: PrivateText): SessionStore {
  return {
    current: async () => storedIn(await text.read(), text.name)?.known ?? NONE,
    async change(edit) {
      let isChanged = false
      await text.change(async (stored) => {
        const json = storedIn(stored, text.name)
        const before = json?.known ?? NONE
        const after = edit(before)
        isChanged = after !== before
        return isChanged ? storedText(after, json) : stored
      })
      return isChanged
    },
  }
}
