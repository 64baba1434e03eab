import type { CacheDb } from '#server/storage/cache-db.ts'
import { revisionOf } from './decode-file.ts'
import { fileText } from './file-text.ts'

/** `unused_since`, in milliseconds, is set while no file has this text. */
export const versionSchema = `
  create table content_version (revision text primary key, unused_since integer, bytes blob not null);
  create index content_version_unused on content_version (unused_since) where unused_since is not null;
  create table last_good (file text primary key, revision text not null) without rowid;
  create index last_good_revision on last_good (revision)`

/** How long a text stays that no file has any more: an editor may have started from it. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

export type VersionStore = ReturnType<typeof createVersionStore>

/**
 * Valid texts of content files by their revision, and the last valid revision of each file: for files that are invalid at a
 * start, and for saves of editors who started from an older text. Never throws: without a database it has no texts.
 */
export function createVersionStore(cacheDb: CacheDb, now = Date.now) {
  /** Returns whether the text is stored. */
  function keep(revision: string, bytes: Uint8Array): boolean {
    const insert = `insert into content_version (revision, bytes, unused_since)
      values ($revision, $bytes, iif(exists (select 1 from last_good where revision = $revision), null, $now))
      on conflict (revision) do update set bytes = excluded.bytes`
    return cacheDb.tryWrite((db) => db.query(insert).run({ revision, bytes, now: now() })) !== undefined
  }

  /** Returns the bytes with this revision. The revision may come from a request. */
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

  function revisions(): Set<string> {
    const select = 'select revision from content_version'
    const rows = cacheDb.tryRead((db) => db.query<{ revision: string }, []>(select).all())
    return new Set(rows?.map(({ revision }) => revision))
  }

  /** Returns path in the content folder → last valid revision. */
  function lastGood(): Map<string, string> {
    const select = 'select file, revision from last_good'
    const rows = cacheDb.tryRead((db) => db.query<{ file: string; revision: string }, []>(select).all())
    return new Map(rows?.map(({ file, revision }) => [file, revision]))
  }

  /** Saves the valid revision of each file, `undefined` for a deleted file, and deletes texts that are unused for thirty days. */
  function saveLastGood(changes: Iterable<readonly [file: string, revision: string | undefined]>): void {
    cacheDb.tryWrite((db) => {
      const before = db.query<{ revision: string }, [string]>('select revision from last_good where file = ?')
      const use = db.query('update content_version set unused_since = null where revision = ?')
      const release = db.query(`update content_version set unused_since = ?1
        where revision = ?2 and not exists (select 1 from last_good where revision = ?2)`)
      for (const [file, revision] of changes) {
        const old = before.get(file)?.revision
        if (revision === undefined) db.query('delete from last_good where file = ?').run(file)
        else db.query('insert or replace into last_good (file, revision) values (?, ?)').run(file, revision)
        if (revision !== undefined) use.run(revision)
        if (old !== undefined) release.run(now(), old)
      }
      db.query('delete from content_version where unused_since < ?').run(now() - RETENTION_MS)
    })
  }

  return { keep, bytes, read, revisions, lastGood, saveLastGood }
}
