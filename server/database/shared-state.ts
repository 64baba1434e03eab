import { MIGRATION_BACKUP_DAYS } from '#server/storage/migration-backups.ts'
import { keyIn, newKey } from '#server/storage/secret-key-file.ts'
import type { Connection } from './connection.ts'
import { createPostgresAttempts } from './postgres-attempts.ts'
import { createPostgresText, removeMigrationBackupRows, storedOnce } from './postgres-text.ts'
import { createPostgresUsedTokens } from './postgres-used-tokens.ts'

/** Longer than any window. */
const ATTEMPT_LIFETIME_MS = 60 * 60_000

/** Private texts, keys, used tokens and failed logins, shared by several processes. Functions throw `StorageError`. */
export function createSharedState(connection: Connection) {
  return {
    text: (name: string) => createPostgresText(connection, name),
    /** A random key, which the first process that asks for it creates. Throws `OperatorError` for a text that is no key. */
    key: async (name: string): Promise<Uint8Array> => keyIn(await storedOnce(connection, name, newKey()), name),
    /** Deletes texts as they were before a migration. */
    removeMigrationBackups: () => removeMigrationBackupRows(connection),
    usedTokens: (kind: string) => createPostgresUsedTokens(connection, kind),
    /** `now` in milliseconds. */
    attempts: (now: () => number) => createPostgresAttempts(connection, now),
  }
}

/** Deletes attempts, used tokens, heartbeats, pushed saves and texts of before a migration that nothing needs any more. Throws `StorageError`. */
export async function deleteExpired({ run }: Pick<Connection, 'run'>): Promise<void> {
  const nowMs = Date.now()
  await run((sql) => sql`delete from site_attempt where at < ${nowMs - ATTEMPT_LIFETIME_MS}::float8::bigint`)
  await run((sql) => sql`delete from site_used_token where until < ${nowMs}::float8::bigint`)
  await run((sql) => sql`delete from site_save where pushed < now() - interval '1 hour'`)
  await run((sql) => sql`delete from site_text where kept_at < now() - ${MIGRATION_BACKUP_DAYS} * interval '1 day'`)
  // Large saves of replicas that are gone.
  await run(
    (sql) =>
      sql`delete from site_save where change is null and pushed is null and recorded < now() - interval '1 hour'`,
  )
  await run((sql) => sql`delete from site_replica where seen < now() - interval '1 hour'`)
}
