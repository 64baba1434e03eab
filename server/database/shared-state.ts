import { randomBytes } from 'node:crypto'
import { decodeKey } from '#server/storage/secret-key-file.ts'
import type { Connection } from './connection.ts'
import { createPostgresAttempts } from './postgres-attempts.ts'
import { createPostgresText, storedOnce } from './postgres-text.ts'
import { createPostgresUsedTokens } from './postgres-used-tokens.ts'

const KEY_BYTES = 32
/** Longer than any window. */
const ATTEMPT_LIFETIME_MS = 60 * 60_000

/** Private texts, keys, used tokens and failed logins, shared by several processes. Functions throw `StorageError`. */
export function createSharedState(connection: Connection) {
  return {
    text: (name: string) => createPostgresText(connection, name),
    /** A random key, which the first process that asks for it creates. */
    async key(name: string): Promise<Uint8Array> {
      return decodeKey(await storedOnce(connection, name, randomBytes(KEY_BYTES).toString('base64url')))
    },
    usedTokens: (kind: string) => createPostgresUsedTokens(connection, kind),
    /** `now` in milliseconds. */
    attempts: (now: () => number) => createPostgresAttempts(connection, now),
  }
}

/** Deletes attempts, used tokens, heartbeats and pushed saves that nothing needs any more. Throws `StorageError`. */
export async function deleteExpired({ run }: Pick<Connection, 'run'>): Promise<void> {
  const nowMs = Date.now()
  await run((sql) => sql`delete from site_attempt where at < ${nowMs - ATTEMPT_LIFETIME_MS}::float8::bigint`)
  await run((sql) => sql`delete from site_used_token where until < ${nowMs}::float8::bigint`)
  await run((sql) => sql`delete from site_save where pushed < now() - interval '1 hour'`)
  await run((sql) => sql`delete from site_replica where seen < now() - interval '1 hour'`)
}
