import type { Database } from 'bun:sqlite'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { fileText } from './content-file.ts'
import { revisionOf } from './decode-file.ts'

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
