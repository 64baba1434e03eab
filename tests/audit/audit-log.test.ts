import { describe, expect, test } from 'bun:test'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditFilesReader } from '#server/admin/audit/audit-files.ts'
import { readAudit } from '#server/admin/audit/audit-list.ts'
import { createAuditLog } from '#server/admin/audit/audit-log.ts'
import { createLog } from '#server/lib/log.ts'
import type { Disk } from '#server/storage/files.ts'
import { failingLogDisk } from '#tests/files/failing-log-disk.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'

const ends = endsOfEachTest()

/** An audit log in its own folder, with a manual clock. */
async function auditLog(options: { maxBytes?: number; disk?: Disk; folder?: string } = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'audit-')))
  let time = Date.parse('2026-03-01T10:00:00Z')
  const logged: string[] = []
  const log = createLog('error', (line) => logged.push(line))
  const audit = await createAuditLog({ ...options, folder, log, now: () => new Date(time) })
  ends.push(() => rm(folder, { recursive: true, force: true }), audit.close)
  return {
    ...audit,
    folder,
    logged,
    file: join(folder, 'audit.jsonl'),
    created: (subject: string) => audit.note('post.created', { actor: 'ann@bakery.example', subject }),
    subjects: async (last = 1000) => (await readAudit(auditFilesReader(folder), last)).map(({ subject }) => subject),
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('a line of the audit log', () => {
  test('holds time, event, actor, ids, network, target and request id, and is on disk when the call returns', async () => {
    const { note, file } = await auditLog()
    await note('post.changed', {
      actor: 'ann@bakery.example',
      by: 'id-of-ann',
      address: '203.0.113.77',
      subject: 'a-bake',
      request: '7f3a',
    })
    expect(await readFile(file, 'utf8')).toBe(
      '{"time":"2026-03-01T10:00:00.000Z","event":"post.changed","actor":"a…@bakery.example","by":"id-of-ann","address":"203.0.113.0/24","subject":"a-bake","request":"7f3a"}\n',
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('names whom it is about by id, and the shell not as an administrator', async () => {
    const { note, folder } = await auditLog()
    await note('password.reset', { actor: 'shell', by: 'shell', subject: 'ann@bakery.example', about: 'id-of-ann' })
    expect(await readAudit(auditFilesReader(folder), 1)).toEqual([
      {
        time: '2026-03-01T10:00:00.000Z',
        event: 'password.reset',
        actor: 'shell',
        address: '',
        subject: 'a…@bakery.example',
        about: 'id-of-ann',
      },
    ])
  })

  test.each([
    [
      { actor: 'ann@bakery.example', address: '2001:db8:7:8::9' },
      { actor: 'a…@bakery.example', address: '2001:db8:7::/48' },
    ],
    [
      { actor: '"x@y"@bakery.example', address: 'nonsense' },
      { actor: '"…@bakery.example', address: '' },
    ],
    [{ actor: 'shell' }, { actor: 'shell', address: '' }],
    [{ actor: `a@${'b'.repeat(300)}` }, { actor: `a…@${'b'.repeat(80)}` }],
  ])('never contains a complete e-mail or IP address: %j', async (facts, recorded) => {
    const { note, folder } = await auditLog()
    await note('login.failed', facts)
    expect(await readAudit(auditFilesReader(folder), 1)).toEqual([expect.objectContaining(recorded)])
  })
})

describe('the size of the audit log', () => {
  test('is bounded by rotating files; four are kept and read, newest last', async () => {
    const { created, subjects, folder } = await auditLog({ maxBytes: 1000 })
    for (let n = 0; n < 60; n++) await created(`post-${n}`)
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
    expect(names).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.3.jsonl', 'audit.4.jsonl', 'audit.jsonl'])
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1000)
    const recorded = await subjects()
    expect(recorded).toEqual(Array.from({ length: recorded.length }, (_, n) => `post-${60 - recorded.length + n}`))
    expect(recorded.length).toBeGreaterThan(30)
    expect(await subjects(3)).toEqual(['post-57', 'post-58', 'post-59'])
  })

  test('is bounded by counting failures beyond 300 an hour, so that guesses evict no other events', async () => {
    const { note, created, pass, folder } = await auditLog()
    for (let n = 0; n < 310; n++) await note('login.failed', { actor: 'x@evil.example' })
    await created('a-bake')
    pass(60 * 60 * 1000)
    await note('login.failed', { actor: 'x@evil.example' })
    const lines = await readAudit(auditFilesReader(folder), 1000)
    expect(lines).toHaveLength(302)
    expect(lines.at(-2)?.subject).toBe('a-bake')
    expect(lines.at(-1)?.unwritten).toBe(10)
  })
})

describe('the audit log, written by two processes', () => {
  test('loses no line of either', async () => {
    const site = await auditLog()
    await site.created('one')
    const shell = await auditLog({ folder: site.folder })
    await shell.created('two')
    await site.created('three')
    await appendFile(site.file, '{"subject":"four"}\n')
    await site.created('five')
    expect(await site.subjects()).toEqual(['one', 'two', 'three', 'four', 'five'])
  })

  test('keeps its file', async () => {
    const { created, subjects, file } = await auditLog()
    await created('one')
    await rename(file, `${file}.moved`)
    await created('two')
    expect(await subjects()).toEqual(['two'])
  })
})

describe('the audit log on a full or broken disk', () => {
  test.each(['full', 'sync'] as const)(
    '(%s) does not stop the operation, reports the failure and recovers',
    async (trouble) => {
      const { disk, be } = failingLogDisk()
      const { created, subjects, isHealthy, logged } = await auditLog({ disk })
      await created('one')
      be(trouble)
      await created('lost')
      expect(isHealthy()).toBe(false)
      expect(logged.some((line) => line.includes('audit log not written'))).toBe(true)
      expect(logged.some((line) => line.includes('lost'))).toBe(false)
      be('none')
      await created('two')
      expect(isHealthy()).toBe(true)
      expect(await subjects()).toEqual(['one', 'two'])
    },
  )

  test('is created later when the disk fails at startup', async () => {
    const { disk, be } = failingLogDisk()
    be('open')
    const { created, subjects, isHealthy } = await auditLog({ disk })
    await created('lost')
    expect(isHealthy()).toBe(false)
    be('none')
    await created('one')
    expect([isHealthy(), await subjects()]).toEqual([true, ['one']])
  })

  test('keeps growing when rotation fails', async () => {
    const { disk } = failingLogDisk()
    const stuck: Disk = { ...disk, rename: () => Promise.reject(new Error('EACCES')) }
    const { created, subjects, logged } = await auditLog({ disk: stuck, maxBytes: 200 })
    for (let n = 0; n < 4; n++) await created(`post-${n}`)
    expect(await subjects()).toHaveLength(4)
    expect(logged.length).toBeGreaterThan(0)
  })
})
