import { expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditFile } from '#server/admin/audit/audit-files.ts'
import { removeOldEvents } from '#server/admin/audit/audit-retention.ts'
import { openDatabase } from '#server/database/database.ts'
import { createLog } from '#server/lib/log.ts'
import { olderLog } from '#server/storage/append-log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'

const ends = endsOfEachTest()
const now = new Date('2026-03-01T10:00:00Z')
const line = (time: string) => JSON.stringify({ time: `${time}T10:00:00.000Z`, event: 'post.created' })
const linesOf = (...times: string[]) => times.map((time) => `${line(time)}\n`).join('')

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('events of the audit log are deleted from all its files after the days that are set, and no others', async () => {
  const folder = await aFolder()
  const [current, older, oldest] = [0, 1, 2].map((age) => olderLog(auditFile(folder), age))
  await Bun.write(current ?? '', linesOf('2026-01-31', '2026-02-01'))
  await Bun.write(older ?? '', `${linesOf('2025-12-01')}damaged\n${linesOf('2026-01-30', '2026-01-31')}`)
  await Bun.write(oldest ?? '', linesOf('2025-01-01', '2025-11-30'))
  await removeOldEvents({ folder, database: undefined, days: 29, now })
  expect(await readFile(current ?? '', 'utf8')).toBe(linesOf('2026-01-31', '2026-02-01'))
  expect(await readFile(older ?? '', 'utf8')).toBe(linesOf('2026-01-31'))
  expect(await Bun.file(oldest ?? '').exists()).toBe(false)
  await removeOldEvents({ folder: await aFolder(), database: undefined, days: 29, now })
})

test('no event is deleted where all are older, because the clock may be wrong', async () => {
  const folder = await aFolder()
  const text = linesOf('2025-01-01', '2025-11-30')
  for (const age of [1, 2]) await Bun.write(olderLog(auditFile(folder), age), text)
  await removeOldEvents({ folder, database: undefined, days: 29, now })
  for (const age of [1, 2]) expect(await readFile(olderLog(auditFile(folder), age), 'utf8')).toBe(text)
})

test.skipIf(!hasPostgres)('events of the audit log in PostgreSQL are deleted after the days that are set', async () => {
  const url = await emptyDatabase()
  const database = await openDatabase({ url, log: createLog('error', () => {}), isServer: false })
  ends.push(database.close)
  for (const time of ['2025-01-01', '2026-01-30', '2026-01-31', '2026-02-01'])
    await database.audit.lines.append(line(time))
  const remaining = () =>
    query<{ line: string }>(url, "select line from site_record where log = 'audit' order by position")
  await removeOldEvents({ folder: '', database, days: 29, now })
  expect((await remaining()).map((row) => row.line)).toEqual([line('2026-01-31'), line('2026-02-01')])
  await removeOldEvents({ folder: '', database, days: 1, now })
  expect(await remaining()).toHaveLength(2)
})
