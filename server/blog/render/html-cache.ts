import type { CacheDb } from '#server/storage/cache-db.ts'

export const htmlSchema = `create table rendered_html (
  key text primary key, renderer text not null, used_at integer not null, size integer not null,
  checksum text not null, html text not null)`

/** Enough for 20,000 posts and some hundred old versions of each recent one. */
const MAX_CHARACTERS = 200_000_000
/** Least recently used entries that are deleted at a time, when the cache is full. */
const EVICTED_ENTRIES = 100
/** How exact `used_at` is. */
const USED_EVERY_MS = 24 * 60 * 60 * 1000

export type HtmlCache = ReturnType<typeof createHtmlCache>

/**
 * Rendered HTML by the hash of its source, of one version of the renderer; the results of others are deleted. Never throws:
 * anything that is not in the cache is rendered again.
 */
export function createHtmlCache(cacheDb: CacheDb, renderer: string, maxCharacters = MAX_CHARACTERS) {
  cacheDb.tryWrite((db) => db.query('delete from rendered_html where renderer <> ?').run(renderer))
  let characters = readSize()
  cacheDb.onLost(() => {
    characters = 0
  })

  function readSize(): number {
    const select = 'select coalesce(sum(size), 0) as size from rendered_html'
    return cacheDb.tryRead((db) => db.query<{ size: number }, []>(select).get())?.size ?? 0
  }

  function get(key: string): string | undefined {
    const select = 'select html, checksum, used_at as usedAt from rendered_html where key = ?'
    const found = cacheDb.tryRead((db) =>
      db.query<{ html: string; checksum: string; usedAt: number }, [string]>(select).get(key),
    )
    if (!found || checksumOf(key, found.html) !== found.checksum) return undefined
    if (Date.now() - found.usedAt > USED_EVERY_MS) {
      cacheDb.tryWrite((db) => db.query('update rendered_html set used_at = ? where key = ?').run(Date.now(), key))
    }
    return found.html
  }

  function set(key: string, html: string): void {
    const insert = 'insert or replace into rendered_html (key, renderer, used_at, size, checksum, html)'
    cacheDb.tryWrite((db) =>
      db
        .query(`${insert} values (?, ?, ?, ?, ?, ?)`)
        .run(key, renderer, Date.now(), html.length, checksumOf(key, html), html),
    )
    characters += html.length
    if (characters > maxCharacters) evict()
  }

  function evict(): void {
    const oldest = 'select key from rendered_html order by used_at limit ?'
    cacheDb.tryWrite((db) => db.query(`delete from rendered_html where key in (${oldest})`).run(EVICTED_ENTRIES))
    characters = readSize()
  }

  return { get, set, isEmpty: () => characters === 0 }
}

/** SQLite does not notice when the disk changes the text of a row. */
const checksumOf = (key: string, html: string) => Bun.hash(key + html).toString(16)
