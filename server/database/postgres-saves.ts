import { hostname } from 'node:os'
import type { SQL } from 'bun'
import * as v from 'valibot'
import { BytesSchema, encodeBytes } from '#server/lib/bytes.ts'
import { OperatorError } from '#server/lib/errors.ts'
import type { RecordedSave, SharedSaves, StuckSave } from '#server/storage/shared-saves.ts'
import { NewerFormatError, readStored, storedText } from '#server/storage/stored-json.ts'
import { type Connection, LARGE_READ_MS, limitFor } from './connection.ts'
import { PUSH_CHANNEL, type PushListener } from './push-listener.ts'
import { createPushLock } from './push-lock.ts'

const SaveSchema = v.object({
  at: v.string(),
  subject: v.string(),
  contentId: v.optional(v.string()),
  via: v.optional(v.string()),
  editor: v.optional(v.object({ name: v.string(), email: v.string() })),
  files: v.array(v.object({ path: v.string(), before: BytesSchema, after: BytesSchema })),
})

/** A recorded save, or why it cannot be read. */
function readSave(id: string, change: string): RecordedSave | 'newer' | 'damaged' {
  try {
    const stored = readStored(SaveSchema, change, 'site_save')
    return stored === 'damaged' ? stored : { id, ...stored.known }
  } catch (error) {
    if (error instanceof NewerFormatError) return 'newer'
    if (error instanceof OperatorError) return 'damaged'
    throw error
  }
}

const UNREADABLE = {
  newer: 'Its record is of a newer version. Start that version, which can apply it, or discard it.',
  damaged: 'Its record in the database is damaged, and cannot be read. Make the change again, and discard this one.',
}

/** Two heartbeats may be missing. */
const SILENT_SECONDS = 6
/** A replica with a heartbeat may hang in a push. With many saves at once, some wait for several seconds. */
const SLOW_SECONDS = 30
/** Replicas of a newer version recover its saves much sooner. */
const NEWER_SECONDS = 600
/** One that was stopped or lost is listed for so long. */
const SHOWN_SECONDS = 300
/** Together with the schema, it names the lock under which saves are recorded. */
const RECORDING = 8
/** The replica of a save that has none any more. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** All commits of a replica that was apart for long. */
const RELEASE_LIMIT_MS = 30_000

type Options = {
  connection: Pick<Connection, 'run' | 'transaction'>
  url: string
  onPush: PushListener
  log: Parameters<typeof createPushLock>[0]['log']
}

/** Saves in PostgreSQL until they are on the git remote. */
export function createPostgresSaves({ connection: { run, transaction }, url, onPush, log }: Options): SharedSaves {
  /** A process that was started again has lost what it knew. */
  const replica = crypto.randomUUID()
  const { withPushLock } = createPushLock({ url, log })

  async function reject(id: string, reason: string): Promise<void> {
    await run((sql) => sql`update site_save set problem = ${reason} where id = ${id}::uuid and pushed is null`)
  }

  return {
    withPushLock,
    onPush,
    record: (save, isKnown, isLarge) => {
      const { id } = save
      const change = isLarge ? null : encodeSave(save)
      return transaction(
        async (tx) => {
          const paths = pathsOf(tx, save)
          // Before the lock, for which others would wait until a large save has arrived. It is invisible before the commit.
          await tx`
            insert into site_save (id, replica, files, change) values (${id}::uuid, ${replica}::uuid, ${paths}, ${change})`
          await tx`select pg_advisory_xact_lock(${RECORDING}, hashtext(current_schema()))`
          // A large save whose replica is gone is gone, too: it was not acknowledged.
          const earlier = await tx<{ id: string }[]>`
            select id from site_save
            where files && ${paths} and replica <> ${replica}::uuid and problem is null
              and (change is not null or pushed is not null or exists (
                select from site_replica
                where site_replica.id = replica and seen > now() - ${SLOW_SECONDS} * interval '1 second'))`
          const missing = earlier.map((row) => row.id).filter((earlierId) => !isKnown(earlierId))
          if (missing.length > 0) await tx`delete from site_save where id = ${id}::uuid`
          return missing
        },
        limitFor(change?.length ?? 0),
      )
    },
    async release(saves) {
      await transaction(async (tx) => {
        for (const { save, problem = null } of saves)
          await tx`
            insert into site_save (id, replica, recorded, files, change, problem)
            values (${save.id}::uuid, ${NOBODY}::uuid, to_timestamp(0), ${pathsOf(tx, save)}, ${encodeSave(save)}, ${problem})
            on conflict (id) do update
              set replica = excluded.replica, recorded = excluded.recorded, pushed = null, change = excluded.change
              where site_save.problem is null`
      }, RELEASE_LIMIT_MS)
    },
    /** Leaves a row without files, so that a record that was sent before and arrives later changes nothing. */
    async withdraw(id) {
      await run(
        (sql) => sql`
          insert into site_save (id, replica, files, pushed) values (${id}::uuid, ${replica}::uuid, '{}', now())
          on conflict (id) do update set files = '{}', change = null, pushed = now() where site_save.pushed is null`,
      )
    },
    async heartbeat(syncedAt) {
      const synced = syncedAt?.toISOString() ?? null
      await run(
        (sql) => sql`
          insert into site_replica (id, host, synced) values (${replica}::uuid, ${hostname()}, ${synced}::timestamptz)
          on conflict (id) do update set seen = now(), synced = excluded.synced`,
      )
    },
    async replicas() {
      const rows = await run(
        (sql) => sql<{ host: string; isThis: boolean; seen: Date; synced: Date | null }[]>`
          select host, id = ${replica}::uuid as "isThis", seen, synced from site_replica
          where seen > now() - ${SHOWN_SECONDS} * interval '1 second' order by host, id`,
      )
      return rows.map(({ host, isThis, seen, synced }) => ({
        host,
        isThis,
        seenAt: seen,
        syncedAt: synced ?? undefined,
      }))
    },
    async abandoned() {
      const rows = await run(
        (sql) => sql<{ id: string; change: string; isOld: boolean }[]>`
          select id, change, recorded < now() - ${NEWER_SECONDS} * interval '1 second' as "isOld" from site_save
          where pushed is null and problem is null and change is not null and replica <> ${replica}::uuid
            and recorded < now() - ${SILENT_SECONDS} * interval '1 second'
            and (recorded < now() - ${SLOW_SECONDS} * interval '1 second' or not exists (
              select from site_replica
              where site_replica.id = replica and seen > now() - ${SILENT_SECONDS} * interval '1 second'))
          order by number`,
        LARGE_READ_MS,
      )
      const saves: RecordedSave[] = []
      for (const { id, change, isOld } of rows) {
        const read = readSave(id, change)
        if (typeof read === 'object') saves.push(read)
        else if (read === 'damaged' || isOld) await reject(id, UNREADABLE[read])
      }
      return saves
    },
    async markPushed(ids) {
      await run(async (sql) => {
        if (ids.length > 0)
          await sql`update site_save set pushed = now(), change = null where pushed is null and id = any (${uuids(sql, ids)})`
        await sql`select pg_notify(${PUSH_CHANNEL}, '')`
      })
    },
    reject,
    async stuck() {
      const rows = await run(
        (sql) => sql<{ id: string; change: string; problem: string; recorded: Date; files: string[] }[]>`
          select id, change, problem, recorded, files from site_save
          where problem is not null and change is not null and pushed is null order by number`,
      )
      return rows.map(({ id, change, problem, recorded, files }): StuckSave => {
        const read = readSave(id, change)
        if (typeof read === 'object') return { ...read, problem }
        const unknown = files.map((path) => ({ path, before: null, after: null }))
        const subject = 'A save that cannot be read'
        return {
          id,
          at: recorded.toISOString(),
          subject,
          files: unknown,
          problem: UNREADABLE[read],
          isUnreadable: true,
        }
      })
    },
    async dismiss(id) {
      const rows = await run(
        (sql) =>
          sql`delete from site_save where id = ${id}::uuid and problem is not null and pushed is null returning id`,
      )
      return rows.length > 0
    },
  }
}

function encodeSave({ id: _, files, ...rest }: RecordedSave): string {
  const encoded = files.map((one) => ({ ...one, before: encodeBytes(one.before), after: encodeBytes(one.after) }))
  return storedText({ ...rest, files: encoded })
}

const pathsOf = (sql: SQL, { files }: RecordedSave) =>
  sql.array(
    files.map(({ path }) => path),
    'TEXT',
  )

const uuids = (sql: SQL, ids: readonly string[]) => sql.array([...ids], 'UUID')
