import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { sourceVersion } from '#server/lib/source-version.ts'
import { ifValid } from '#server/lib/text-file.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import type { FileSignature } from '#server/storage/watch-folder.ts'
import type { Content } from './content.ts'
import { createContentFolder, fileText, isPictureFile, revisionOf } from './content-files.ts'
import { type DecodedPost, decodeFile, revisionIn } from './decode-file.ts'
import type { LoadedFile, LoadedFiles } from './snapshot.ts'

/** A text without `unused_since`, in milliseconds, is the last valid one of its file. */
export const versionSchema = `
  create table content_version (
    file text not null, revision text not null, unused_since integer, bytes blob not null, primary key (file, revision));
  create index content_version_revision on content_version (revision);
  create index content_version_unused on content_version (unused_since, file, revision)`

/** How long a text stays that its file does not have any more: an editor may have started from it. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

export type VersionStore = ReturnType<typeof createVersionStore>

/**
 * Valid texts of content files: for files that are invalid at a start, and for saves of editors who started from an older
 * text. Paths are those in the content folder. Never throws: without a database there are no texts.
 */
export function createVersionStore(cacheDb: CacheDb, now = Date.now) {
  /** Stores a text for thirty days, or longer where it is the last valid one of its file. */
  const store = (file: string, revision: string, bytes: Uint8Array) =>
    cacheDb.tryWrite((db) => insert(db, file, revision, bytes))

  const setLastGood = (file: string, revision: string, bytes: Uint8Array) =>
    cacheDb.tryWrite((db) => {
      insert(db, file, revision, bytes)
      setCurrent(db, file, revision)
    })

  const setDeleted = (file: string) => cacheDb.tryWrite((db) => setCurrent(db, file, null))

  function insert(db: Database, file: string, revision: string, bytes: Uint8Array): void {
    db.query(`insert into content_version (file, revision, unused_since, bytes) values (?, ?, ?, ?)
      on conflict (file, revision) do update set bytes = excluded.bytes`).run(file, revision, now(), bytes)
  }

  function setCurrent(db: Database, file: string, current: string | null): void {
    db.query(`update content_version set unused_since = iif(revision is $current, null, ifnull(unused_since, $now))
      where file = $file`).run({ file, current, now: now() })
    db.query('delete from content_version where unused_since < ?').run(now() - RETENTION_MS)
  }

  /** Returns path → last valid revision. */
  function lastGood(): Map<string, string> {
    const select = 'select file, revision from content_version where unused_since is null'
    const rows = cacheDb.tryRead((db) => db.query<{ file: string; revision: string }, []>(select).all())
    return new Map(rows?.map(({ file, revision }) => [file, revision]))
  }

  /** Returns the bytes with this revision, which may come from a request. */
  function bytes(revision: string): Uint8Array | undefined {
    const select = 'select bytes from content_version where revision = ?'
    const found = cacheDb.tryRead((db) => db.query<{ bytes: Uint8Array }, [string]>(select).get(revision))?.bytes
    return found && revisionOf(found) === revision ? found : undefined
  }

  /** Returns the text with this revision, byte order mark included. */
  function read(revision: string): string | undefined {
    const found = bytes(revision)
    return found && fileText(found)
  }

  return { store, setLastGood, setDeleted, lastGood, bytes, read }
}

/** `afterStartMs` leaves the start alone. `afterChangeMs` is long, because comparing ten thousand files takes 50 ms. */
export type SyncDelays = { afterStartMs: number; afterChangeMs: number }
const DELAYS: SyncDelays = { afterStartMs: 3_000, afterChangeMs: 60_000 }
/** Files that are stored in a row, in about 20 ms: requests are handled in between. */
const FILES_AT_ONCE = 100

/** What the sync needs of the content store. */
type Files = Pick<Content, 'onChange'> & { files(): LoadedFiles }
type Options = { content: Files; dir: string; versions: VersionStore; cacheDb: CacheDb; delays?: SyncDelays }

/** Stores the texts of valid files that the store does not have, and notes deleted files. A loaded file is stored at once. */
export function createVersionSync({ content, dir, versions, cacheDb, delays = DELAYS }: Options) {
  const folder = createContentFolder(dir)
  let running = Promise.resolve()
  let timer: Timer | undefined
  let isClosed = false

  async function sync(): Promise<void> {
    const current = revisionsOf(content.files())
    const stored = versions.lastGood()
    for (const file of stored.keys()) if (!current.has(file)) versions.setDeleted(file)
    const missing = [...current].filter(([file, revision]) => stored.get(file) !== revision)
    for (const [index, [file, revision]] of missing.entries()) {
      if (isClosed) return
      const bytes = await folder.read(file).catch(() => undefined)
      if (bytes && revisionOf(bytes) === revision) versions.setLastGood(file, revision, bytes)
      if (index % FILES_AT_ONCE === 0) await Bun.sleep(0)
    }
    // Otherwise some 40 MB of ten thousand texts would stay.
    if (missing.length > FILES_AT_ONCE) Bun.gc(true)
  }

  function syncAfter(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      running = running.then(sync)
    }, ms).unref()
  }

  return {
    start(): void {
      content.onChange(() => syncAfter(delays.afterChangeMs))
      cacheDb.onLost(() => syncAfter(delays.afterChangeMs))
      syncAfter(delays.afterStartMs)
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

function revisionsOf(files: LoadedFiles): Map<string, string> {
  const found = new Map<string, string>()
  for (const [file, { decoded }] of files)
    if (decoded && decoded.kind !== 'pictures') found.set(file, revisionIn(decoded))
  return found
}

/** Reads content files as the current commit has them; files that it does not have are left out. Never rejects. */
export type ReadCommitted = (files: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>

/** Returns the files, invalid ones with their last valid version from the store or else from git, where there is one. */
export async function restoreLastGood(
  files: LoadedFiles,
  versions: VersionStore,
  readCommitted?: ReadCommitted,
): Promise<LoadedFiles> {
  const invalid = [...files].filter(([file, loaded]) => isInvalid(loaded) && !isPictureFile(file))
  if (invalid.length === 0) return files
  const next = new Map(files)
  const restore = (file: string, bytes: Uint8Array | undefined) => {
    // An earlier release may have accepted what this one rejects.
    const decoded = bytes && ifValid(() => decodeFile(file, bytes))
    if (decoded) next.set(file, { decoded, problems: files.get(file)?.problems ?? [] })
    return decoded !== undefined
  }
  const revisions = versions.lastGood()
  const missing = invalid
    .map(([file]) => file)
    .filter((file) => !restore(file, versions.bytes(revisions.get(file) ?? '')))
  if (missing.length === 0 || !readCommitted) return next
  for (const [file, bytes] of await readCommitted(missing)) {
    if (restore(file, bytes)) versions.setLastGood(file, revisionOf(bytes), bytes)
  }
  return next
}

const isInvalid = ({ decoded, problems }: LoadedFile) =>
  !decoded && problems.some(({ severity }) => severity === 'error')

/** `decoder` is the version of the code that decoded the post. */
export const decodedSchema = `
  create table decoded_post (
    file text primary key, signature text not null, decoder text not null, decoded text not null) without rowid`

/** A file that changed less than this before it was read may change again without another signature. */
const SETTLED_MS = 2_000
/** Rows per transaction, in about 10 ms: requests are handled in between. */
const BATCH = 200

type Row = { file: string; signature: string; decoded: string }
type Added = { file: string; signature: string; decoded: DecodedPost }

/** Decoded posts by the signature of their file: a start reads only the files that changed since. Never throws. */
export function createDecodedCache(cacheDb: CacheDb, now = Date.now) {
  const decoder = sourceVersion(join(import.meta.dir, 'decode-file.ts'))
  let pending: Added[] = []
  let obsolete: string[] = []

  function load(): Map<string, Row> {
    const select = 'select file, signature, decoded from decoded_post where decoder = ?'
    const rows = cacheDb.tryRead((db) => db.query<Row, [string]>(select).all(decoder))
    return new Map(rows?.map((row) => [row.file, row]))
  }

  return {
    /** Returns the posts of unchanged files, and remembers which stored ones are obsolete. */
    read(signatures: ReadonlyMap<string, FileSignature>): Map<string, DecodedPost> {
      const rows = load()
      obsolete = [...rows.keys()].filter((file) => !signatures.has(file))
      const unchanged = [...rows.values()].filter(({ file, signature }) => signatures.get(file)?.text === signature)
      return new Map(unchanged.map(({ file, decoded }) => [file, JSON.parse(decoded)]))
    },
    /** Stores a post with the next `write`. `signature` was taken before the file was read. */
    add(file: string, { text, changedMs }: FileSignature, decoded: DecodedPost): void {
      if (changedMs < now() - SETTLED_MS) pending.push({ file, signature: text, decoded })
    },
    /** Writes what `add` collected. */
    async write(): Promise<void> {
      const upsert = 'insert or replace into decoded_post (file, signature, decoder, decoded) values (?, ?, ?, ?)'
      const rows = pending
      pending = []
      cacheDb.tryWrite((db) => {
        for (const file of obsolete) db.query('delete from decoded_post where file = ?').run(file)
      })
      for (let from = 0; from < rows.length; from += BATCH) {
        cacheDb.tryWrite((db) => {
          for (const { file, signature, decoded } of rows.slice(from, from + BATCH))
            db.query(upsert).run(file, signature, decoder, JSON.stringify(decoded))
        })
        await Bun.sleep(0)
      }
    },
  }
}
