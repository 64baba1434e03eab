import { join } from 'node:path'
import { sourceVersion } from '#server/lib/source-version.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import type { FileSignature } from '#server/storage/watch-folder.ts'
import type { DecodedPost } from './decode-post.ts'

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
  const decoder = sourceVersion(join(import.meta.dir, 'decode-post.ts'))
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
