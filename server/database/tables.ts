import { basename, dirname } from 'node:path'
import type { SQL } from 'bun'
import type { StoredValue } from '#server/storage/keyed-store.ts'
import { MIGRATION_BACKUP } from '#server/storage/migration-backups.ts'
import { LARGE_READ_MS } from './connection.ts'
import { type Table, valuesIn } from './table-store.ts'

/** Callbacks of a change may call the database themselves. */
const CALLBACK_LIMIT_MS = 5_000
/** The first half of the advisory locks of administrators: any number that no other locks here begin with. */
const COPIES_LOCK = 7_254_026
/** Longer than any delivery takes. A process that was killed holds back the others for so long. */
const LEASE_SECONDS = 60

/** `site_text`: accounts, sessions and keys, and what they were before a migration. */
const texts: Table = {
  changeMs: CALLBACK_LIMIT_MS,
  async lock(tx, key) {
    await tx`insert into site_text (name) values (${key}) on conflict (name) do nothing`
    await tx`select 1 from site_text where name = ${key} for update`
  },
  get: (sql, key) => sql`select value from site_text where name = ${key}`,
  put: (tx, key, value) => tx`
    insert into site_text (name, value, kept_at)
    values (${key}, ${value}, case when ${MIGRATION_BACKUP.test(key)}::bool then now() end)
    on conflict (name) do update set value = excluded.value, version = gen_random_uuid(), kept_at = excluded.kept_at`,
  remove: (tx, key) => tx`delete from site_text where name = ${key}`,
  list: (sql, prefix) => sql`
    select name as key, value from site_text where value is not null and starts_with(name, ${prefix}) order by name`,
}

const COPY_KEY = `'drafts/' || owner || '/' || key || '.json'`
/** The administrator and the post of `drafts/OWNER/POST.json`. */
const ownerOf = (key: string): string => key.split('/')[1] ?? ''
const postOf = (key: string): string => basename(key, '.json')

/** `site_working_copy`: unsaved texts. One replica at a time changes those of an administrator, because they are counted. */
const copies: Table = {
  readMs: LARGE_READ_MS,
  lock: (tx, key) => tx`select pg_advisory_xact_lock(${COPIES_LOCK}::int, hashtext(${ownerOf(key)}))`,
  get: (sql, key) => sql`
    select copy as value from site_working_copy where owner = ${ownerOf(key)} and key = ${postOf(key)}`,
  put: (tx, key, value) => tx`
    insert into site_working_copy (owner, key, saved_at, put_id, copy)
    values (${ownerOf(key)}, ${postOf(key)}, ${value}::text::json ->> 'saved_at', gen_random_uuid(), ${value})
    on conflict (owner, key) do update
    set saved_at = excluded.saved_at, put_id = excluded.put_id, copy = excluded.copy`,
  remove: (tx, key) => tx`delete from site_working_copy where owner = ${ownerOf(key)} and key = ${postOf(key)}`,
  list: (sql, prefix) => sql`
    select ${sql.unsafe(COPY_KEY)} as key, copy as value from site_working_copy
    where ${ownerOf(prefix)} in ('', owner) order by owner, key`,
  keys: (sql, prefix) => sql`
    select ${sql.unsafe(COPY_KEY)} as key from site_working_copy where ${ownerOf(prefix)} in ('', owner) order by owner, key`,
  expire: (sql, prefix, time) => sql`
    delete from site_working_copy where ${ownerOf(prefix)} in ('', owner) and saved_at <= ${time}`,
}

/** The log and the channel of `cursors/LOG.CHANNEL.json`. */
function placeOf(key: string) {
  const [log = '', channel = ''] = basename(key).split('.')
  return { log, channel }
}

/** `site_cursor`: the progress of notifications. A holder is in the value as long as its lease lasts. */
const cursors: Table = {
  lock(tx, key) {
    const { log, channel } = placeOf(key)
    return tx`select 1 from site_cursor where log = ${log} and channel = ${channel} for update`
  },
  get(sql, key) {
    const { log, channel } = placeOf(key)
    return sql`
      select json_strip_nulls(json_build_object('after', after, 'offset', position, 'attempts', attempts,
        'notBefore', not_before, 'holder', case when held_until >= now() then holder end))::text as value
      from site_cursor where log = ${log} and channel = ${channel}`
  },
  put(tx, key, value) {
    const { log, channel } = placeOf(key)
    return tx`
      insert into site_cursor (log, channel, after, position, attempts, not_before, holder, held_until)
      select ${log}, ${channel}, after, "offset", attempts, "notBefore", holder,
        case when holder is not null then now() + make_interval(secs => ${LEASE_SECONDS}::int) end
      from json_to_record(${value}::text::json) as new(
        after text, "offset" bigint, attempts integer, "notBefore" bigint, holder uuid)
      on conflict (log, channel) do update set after = excluded.after, position = excluded.position,
        attempts = excluded.attempts, not_before = excluded.not_before, holder = excluded.holder,
        held_until = excluded.held_until`
  },
  remove(tx, key) {
    const { log, channel } = placeOf(key)
    return tx`delete from site_cursor where log = ${log} and channel = ${channel}`
  },
  list: async () => [],
}

/** `site_attempt`: a row for each failed login of `attempts/COUNTER/FINGERPRINT`. The value is the list of their times. */
const attempts: Table = {
  lock: (tx, key) => tx`select pg_advisory_xact_lock(hashtextextended(${basename(key)}, 0))`,
  get: (sql, key) => sql`
    select json_agg(at order by at)::text as value from site_attempt where key = ${basename(key)}`,
  async put(tx, key, value) {
    await attempts.remove(tx, key)
    await tx`
      insert into site_attempt (id, key, at)
      select gen_random_uuid(), ${basename(key)}, at::bigint from json_array_elements_text(${value}::text::json) as at`
  },
  remove: (tx, key) => tx`delete from site_attempt where key = ${basename(key)}`,
  list: async () => [],
}

/**
 * `site_used_token`: what is valid once, as `used-tokens/KIND/FINGERPRINT`, and until when it is remembered. The lock is a row that is
 * no value yet, because the version before takes a token by inserting its row.
 */
const usedTokens: Table = {
  lock: (tx, key) => tx`
    insert into site_used_token (kind, token, until, use)
    values (${basename(dirname(key))}, ${basename(key)}, 0, gen_random_uuid()) on conflict (kind, token) do nothing`,
  get: (sql, key) => sql`
    select until::text as value from site_used_token
    where kind = ${basename(dirname(key))} and token = ${basename(key)} and until > 0`,
  put: (tx, key, value) => tx`
    insert into site_used_token (kind, token, until, use)
    values (${basename(dirname(key))}, ${basename(key)}, ${value}::text::bigint, gen_random_uuid())
    on conflict (kind, token) do update set until = excluded.until`,
  remove: (tx, key) => tx`
    delete from site_used_token where kind = ${basename(dirname(key))} and token = ${basename(key)}`,
  list: async () => [],
}

const byFolder: Readonly<Record<string, Table>> = { drafts: copies, cursors, attempts, 'used-tokens': usedTokens }

/** The table of a key: by its first folder, and of texts without one. */
export const tableOf = (key: string): Table => (key.includes('/') && byFolder[key.split('/')[0] ?? '']) || texts

/** Stores values in a transaction. `replace`: all others are deleted. */
export async function importValues(tx: SQL, values: readonly StoredValue[], replace: boolean): Promise<void> {
  if (replace) await tx.unsafe('delete from site_text; delete from site_working_copy; delete from site_upload')
  const { put } = valuesIn(tx, tableOf)
  for (const { key, value } of values) await put(key, value)
}
