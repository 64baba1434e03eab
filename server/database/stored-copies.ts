import type { SQL } from 'bun'
import { type Connection, LARGE_READ_MS } from './connection.ts'
import type { StoredText } from './stored-texts.ts'

/** The file that a working copy would be, with its administrator and key. */
const NAME = /^drafts\/([^/]+)\/([^/]+)\.json$/

/** All working copies under the names of their files. Throws `StorageError`. */
export const exportCopies = ({ run }: Pick<Connection, 'run'>): Promise<StoredText[]> =>
  run(
    async (sql) => [
      ...(await sql<StoredText[]>`
        select 'drafts/' || owner || '/' || key || '.json' as name, copy as value
        from site_working_copy order by owner, key`),
    ],
    LARGE_READ_MS,
  )

/** Stores working copies in a transaction. `replace`: all others are deleted. */
export async function importCopies(tx: SQL, copies: readonly StoredText[], replace: boolean): Promise<void> {
  if (replace) await tx.unsafe('delete from site_working_copy; delete from site_upload')
  for (const { name, value } of copies) {
    const [, owner = '', key = ''] = NAME.exec(name) ?? []
    await tx`
      insert into site_working_copy (owner, key, saved_at, put_id, copy)
      values (${owner}, ${key}, ${value}::text::json ->> 'saved_at', gen_random_uuid(), ${value})
      on conflict (owner, key) do update
      set saved_at = excluded.saved_at, put_id = excluded.put_id, copy = excluded.copy`
  }
}
