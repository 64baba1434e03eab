import type { SQL } from 'bun'
import { OperatorError } from '#server/lib/errors.ts'
import { ACCOUNT_TABLES, TEXT_BACKUPS } from './account-tables.ts'
import { REPLICA_NAMES, REPLICA_TABLE, SAVE_TABLE } from './save-table.ts'
import { SHARED_FILES } from './shared-files-tables.ts'

/** Any number that no other program on the same database uses. */
const LOCK = 7_254_188_021
const POSTGRES_MIN = 15

/**
 * Each is applied once and never edited. The version before serves while a new one starts, so a migration only adds:
 * tables, columns with defaults, indexes.
 *
 * A record has the position and length that its line would have in a log file, so that both stores are followed, backed up
 * and moved alike. `position` in `site_log` is where the next record goes; an append locks that row until it commits, so
 * that records become visible in the order of their positions and without gaps. `generation` changes when a record is
 * replaced. `append_id` recognizes an append whose answer was lost; `request`, `username` and `email` are fingerprints of
 * what is unique in a log.
 */
const MIGRATIONS: readonly string[] = [
  `
create table site_log (
  name text primary key,
  position bigint not null default 0,
  generation uuid not null default gen_random_uuid()
);
insert into site_log (name) values ('registrations'), ('contact-messages'), ('lead-events'), ('audit');
create table site_record (
  log text not null references site_log (name),
  position bigint not null,
  length integer not null,
  line text not null,
  append_id uuid not null,
  request text,
  username text,
  email text,
  primary key (log, position),
  constraint site_record_append_id unique (append_id),
  constraint site_record_request unique (log, request),
  constraint site_record_username unique (log, username),
  constraint site_record_email unique (log, email)
);
create table site_cursor (
  log text not null references site_log (name),
  channel text not null,
  after text not null,
  position bigint not null,
  attempts integer not null,
  not_before bigint not null,
  holder uuid,
  held_until timestamptz,
  primary key (log, channel)
)`,
  ACCOUNT_TABLES,
  SAVE_TABLE,
  SHARED_FILES,
  REPLICA_TABLE,
  TEXT_BACKUPS,
  REPLICA_NAMES,
]

/** Brings the tables up to date: one process does it, the others wait. Throws `OperatorError` for an old PostgreSQL. */
export async function migrate(sql: SQL): Promise<void> {
  const [server] = await sql<[{ version: number; isKnown: boolean }]>`
    select current_setting('server_version_num')::int / 10000 as version,
      to_regclass('site_migration') is not null as "isKnown"`
  if (server.version < POSTGRES_MIN) throw new OperatorError(`The site needs PostgreSQL ${POSTGRES_MIN} or later.`)
  if (server.isKnown && (await appliedTo(sql)) >= MIGRATIONS.length) return
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK}::float8::bigint)`
    await tx`create table if not exists site_migration (version integer primary key, applied timestamptz not null default now())`
    const applied = await appliedTo(tx)
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < applied) continue
      await tx.unsafe(statements)
      await tx`insert into site_migration (version) values (${index + 1})`
    }
  })
}

/** How many migrations of this version the database lacks. Changes nothing. */
export async function missingMigrations(sql: SQL): Promise<number> {
  const [{ isKnown }] = await sql<[{ isKnown: boolean }]>`select to_regclass('site_migration') is not null as "isKnown"`
  return MIGRATIONS.length - (isKnown ? Math.min(await appliedTo(sql), MIGRATIONS.length) : 0)
}

async function appliedTo(sql: SQL): Promise<number> {
  const [row] = await sql<[{ version: number }]>`select coalesce(max(version), 0)::int as version from site_migration`
  return row.version
}
