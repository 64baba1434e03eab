import type { SQL } from 'bun'
import { assertFormat, jsonIn } from '#server/storage/stored-json.ts'
import type { Connection } from './connection.ts'

/** A private file that the database has as a row. */
export type StoredText = { name: string; value: string }

/** The rows with these names that have a text, in order of their names. Throws `StorageError`. */
export const exportTexts = ({ run }: Pick<Connection, 'run'>, names: readonly string[]): Promise<StoredText[]> =>
  run(async (sql) => [
    ...(await sql<StoredText[]>`
        select name, value from site_text
        where value is not null and name = any(string_to_array(${names.join(',')}, ',')) order by name`),
  ])

/** Throws `NewerFormatError` for the first text that a newer version has written in another format, and `StorageError`. */
export async function assertKnownTexts({ run }: Connection): Promise<void> {
  const rows = await run(
    (sql) => sql<StoredText[]>`select name, value from site_text where name like '%.json' and value like '%"format"%'`,
  )
  for (const { name, value } of rows) assertFormat(jsonIn(value), `${name} in the database`)
}

/** Stores texts in a transaction. `replace`: all others are deleted. */
export async function importTexts(tx: SQL, texts: readonly StoredText[], replace: boolean): Promise<void> {
  if (replace) await tx`delete from site_text`
  for (const { name, value } of texts)
    await tx`
      insert into site_text (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value, version = gen_random_uuid()`
}
