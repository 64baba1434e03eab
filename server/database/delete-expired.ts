import { MIGRATION_BACKUP_DAYS } from '#server/storage/migration-backups.ts'
import type { Connection } from './connection.ts'

/** Longer than any window. */
const ATTEMPT_LIFETIME_MS = 60 * 60_000

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
