import type { UsedTokens } from '#server/storage/used-tokens.ts'
import type { Connection } from './connection.ts'
import { fingerprintOf } from './fingerprint.ts'

/** Texts of one kind that are valid once, whichever process gets them. */
export const createPostgresUsedTokens = ({ run }: Pick<Connection, 'run'>, kind: string): UsedTokens => ({
  async take(token, untilMs) {
    // Recognizes a use whose answer was lost.
    const use = crypto.randomUUID()
    const [row] = await run(
      (sql) => sql<[{ isFirst: boolean }]>`
        insert into site_used_token as stored (kind, token, until, use)
        values (${kind}, ${fingerprintOf(token)}, ${untilMs}::float8::bigint, ${use}::uuid)
        on conflict (kind, token) do update set until = stored.until
        returning use = ${use}::uuid as "isFirst"`,
    )
    return row.isFirst
  },
})
