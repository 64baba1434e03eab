import type { SQL } from 'bun'
import { DatabaseAwayError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { migrationBackupName } from '#server/storage/migration-backups.ts'
import type { PrivateText } from '#server/storage/private-text.ts'
import type { Connection } from './connection.ts'

/** Callbacks may call the database themselves. */
const CALLBACK_LIMIT_MS = 5_000

/**
 * A private text as a row, whose lock serializes changes of all processes. Within a process one change runs at a time, because
 * it holds a connection while its callback may need another one. Functions throw `StorageError`.
 */
export function createPostgresText(
  { run, transaction }: Pick<Connection, 'run' | 'transaction'>,
  name: string,
): PrivateText {
  const alone = createMutex()

  const read = async (): Promise<string | undefined> => {
    const [row] = await run(
      (sql) => sql<{ value: string }[]>`select value from site_text where name = ${name} and value is not null`,
    )
    return row?.value
  }

  return {
    name,
    read,
    backUpBeforeMigration: (before) =>
      run(async (sql) => {
        await sql`
          insert into site_text (name, value, kept_at) values (${migrationBackupName(name)}, ${before}, now())
          on conflict (name) do update set value = excluded.value, kept_at = now()`
        await sql`
          delete from site_text
          where kept_at is not null and starts_with(name, ${`${name}.before-`}) and name <> ${migrationBackupName(name)}`
      }),
    removeMigrationBackups: () => removeMigrationBackupRows({ run }),
    whileUnchanged: (work) =>
      alone(() => {
        let first: { version: string; result: ReturnType<typeof work> } | undefined
        return transaction(async (tx) => {
          const { version } = await locked(tx, name)
          // The lock was lost while `work` ran, which cannot run twice: its result is valid if the text is unchanged.
          if (first && first.version !== version) throw new DatabaseAwayError('changed meanwhile')
          first ??= { version, result: work() }
          return first.result
        }, CALLBACK_LIMIT_MS)
      }),
    change: (edit) =>
      alone(() =>
        transaction(async (tx) => {
          const before = await locked(tx, name)
          const after = await edit(before.value ?? undefined)
          if (after === undefined || after === before.value) return
          await tx`update site_text set value = ${after}, version = gen_random_uuid() where name = ${name}`
        }, CALLBACK_LIMIT_MS),
      ),
  }
}

/** Deletes the rows of texts as they were before a migration. Throws `StorageError`. */
export async function removeMigrationBackupRows({ run }: Pick<Connection, 'run'>): Promise<void> {
  await run((sql) => sql`delete from site_text where kept_at is not null`)
}

/** Locks the row until the end of the transaction. `value`: `null` for a text that was never stored. */
async function locked(tx: SQL, name: string): Promise<{ value: string | null; version: string }> {
  await tx`insert into site_text (name) values (${name}) on conflict (name) do nothing`
  const [row] = await tx<[{ value: string | null; version: string }]>`
    select value, version::text as version from site_text where name = ${name} for update`
  return row
}

/** Stores the text unless there is one, and returns what is stored. Throws `StorageError`. */
export async function storedOnce({ run }: Pick<Connection, 'run'>, name: string, text: string): Promise<string> {
  const [row] = await run(
    (sql) => sql<[{ value: string }]>`
      insert into site_text as stored (name, value) values (${name}, ${text})
      on conflict (name) do update set value = coalesce(stored.value, excluded.value) returning value`,
  )
  return row.value
}
