import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Warning } from '#contract/content.ts'
import { CANNOT_SAVE_HEADER } from '#contract/other-replica.ts'
import { createDiskCheck } from '#server/ops/disk-check.ts'
import { recordBackup } from '#server/ops/last-backup.ts'
import { realDisk } from '#server/storage/files.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { replicatedSite } from '#tests/replication/replicas.ts'

const ends = endsOfEachTest()
async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), 'warnings-'))
  ends.push(() => rm(folder, { recursive: true }))
  return folder
}
const METRICS_TOKEN = 'a-token-for-the-metrics-of-this-test'

describe('the disk check', () => {
  const failing = (code: string) => Object.assign(new Error(code), { code, syscall: 'open' })
  const log = { warn() {}, info() {} }

  test.each([
    ['full', 'ENOSPC'],
    ['full', 'EDQUOT'],
    ['failing', 'EROFS'],
    ['failing', 'EIO'],
    ['failing', 'EACCES'],
  ])('says %s while a file cannot be written because of %s, and ok again', async (state, code) => {
    let isBroken = true
    const open = async (...args: Parameters<typeof realDisk.open>) => {
      if (isBroken) throw failing(code)
      return realDisk.open(...args)
    }
    const disk = createDiskCheck({ folders: [await temporary()], log, disk: { ...realDisk, open } })
    await disk.check()
    expect(disk.state()).toBe(state as 'full')
    isBroken = false
    await disk.check()
    expect(disk.state()).toBe('ok')
  })

  test('says full before saves fail, and failing for a minute after a save that the disk rejected', async () => {
    let free = 1024
    let now = 0
    const disk = createDiskCheck({ folders: [await temporary()], log, freeBytes: async () => free, now: () => now })
    await disk.check()
    expect(disk.state()).toBe('full')
    free = 1024 ** 3
    await disk.check()
    expect(disk.state()).toBe('ok')

    expect(disk.failed(new Error('not stored', { cause: failing('EIO') }))).toBe(true)
    expect(disk.failed(new Error('not stored', { cause: new Error('no file') }))).toBe(false)
    now = 59_000
    await disk.check()
    expect(disk.state()).toBe('failing')
    now = 61_000
    await disk.check()
    expect(disk.state()).toBe('ok')
  })
})

describe.skipIf(!hasPostgres)('a replica', () => {
  async function replica() {
    const site = await replicatedSite(ends, { env: { METRICS_TOKEN } })
    const one = await site.start('one')
    const metrics = async () =>
      (await one.get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
    /** Waits until it is named in all three places. */
    const warns = async (name: Warning) => {
      await eventually(one.ready, ({ warnings }) => warnings?.includes(name))
      expect(await metrics()).toContain(`site_warning{name="${name}"} 1`)
      expect((await one.state()).warnings).toContain(name)
    }
    return { site, one, warns, metrics }
  }

  test('that cannot reach the remote says so, with a name that other reasons to wait do not have', async () => {
    const { one, warns, site } = await replica()
    expect(await one.ready()).not.toHaveProperty('warnings')
    const lock = one.file('.git/index.lock')
    await lock.write('')
    one.setRemote('file:///nowhere/at/all')
    await one.sync()
    await warns('remote-unreachable')
    one.setRemote(`file://${site.bare}`)
    await one.sync()
    await lock.delete()
    expect(await one.ready()).not.toHaveProperty('warnings')
  })

  test('whose disk takes no files answers saves with 503 and a header for the client, and is left out for them', async () => {
    const { one, warns } = await replica()
    const source = await one.open()
    expect((await one.get('/readyz/saves')).status).toBe(200)
    const journal = join(one.dir, 'storage/private/commit-queue')
    await rm(journal, { recursive: true, force: true })
    await Bun.write(journal, 'in the place of the folder')
    const answer = await one.save({ title: 'Nowhere to keep it' }, source)
    expect([answer.status, answer.headers.get(CANNOT_SAVE_HEADER)]).toEqual([503, 'true'])
    await warns('disk-failing')
    expect((await one.get('/readyz')).status).toBe(200)
    expect((await one.get('/readyz/saves')).status).toBe(503)

    await rm(journal)
    expect((await one.save({ title: 'All is well' }, source)).status).toBe(200)
    await one.services.disk.check()
    expect((await one.get('/readyz/saves')).status).toBe(200)
  })

  test.each([5 * 60_000, -6_000])('whose clock is %d ms ahead of the database says so', async (ahead) => {
    const app = await testApp({
      env: { DATABASE_URL: await emptyDatabase(), METRICS_TOKEN },
      now: () => new Date(Date.now() + ahead),
    })
    ends.push(app.close)
    expect(await (await app.get('/readyz')).json()).toMatchObject({ warnings: ['clock-off'] })
    const text = await (await app.get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
    expect(text).toContain('site_warning{name="clock-off"} 1')
    expect(Number(/^site_clock_offset_seconds (\S+)$/m.exec(text)?.[1])).toBeCloseTo(ahead / 1_000, 0)
    expect(app.logged.join('\n')).toContain('clock differs from that of the database')
  })

  test('whose clock is two seconds off says nothing', async () => {
    const app = await testApp({ env: { DATABASE_URL: await emptyDatabase() }, now: () => new Date(Date.now() + 2_000) })
    ends.push(app.close)
    expect(await (await app.get('/readyz')).json()).not.toHaveProperty('warnings')
  })
})

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }

  test.each([
    ['is a warning in /readyz, the metrics and the log, however many requests it sends', {}, 1],
    ['is none once it is named', { TRUSTED_PROXIES: '127.0.0.1,::1' }, 0],
  ])('%s', async (_, env, count) => {
    const app = await testApp({ env: { METRICS_TOKEN, ...env } })
    ends.push(app.close)
    const url = app.listen()
    expect((await (await fetch(`${url}/readyz`)).json()).warnings).toBeUndefined()
    for (let n = 0; n < 3; n++) await fetch(`${url}/api/blog-posts`, forwarded)
    const { warnings = [] } = await (await fetch(`${url}/readyz`)).json()
    expect(warnings).toEqual(Array(count).fill('proxy-untrusted'))
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
    expect(text).toContain(`site_warning{name="proxy-untrusted"} ${count}`)
    expect(app.logged.filter((line) => line.includes('proxy not trusted'))).toHaveLength(count)
  })
})

test('the age of the last backup is in metrics, and over two days it is a warning', async () => {
  let now = new Date('2026-11-21T06:00:00Z')
  const app = await testApp({ env: { METRICS_TOKEN }, now: () => now })
  ends.push(app.close)
  const current = async () => {
    await app.services.ops.lastBackup.refresh()
    const { warnings = [] } = await (await app.get('/readyz')).json()
    const text = (await app.services.ops.metrics?.text()) ?? ''
    return { warnings, time: Number(/^site_last_backup_timestamp_seconds (\d+)$/m.exec(text)?.[1]) }
  }
  expect(await current()).toEqual({ warnings: [], time: 0 })
  await recordBackup(join(app.dir, 'storage/private'), now)
  expect(await current()).toEqual({ warnings: [], time: now.getTime() / 1000 })
  now = new Date('2026-11-23T06:00:01Z')
  expect((await current()).warnings).toEqual(['backup-old'])
})
