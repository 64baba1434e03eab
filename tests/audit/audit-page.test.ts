import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { AuditListSchema } from '#contract/audit.ts'
import { auditFilesReader } from '#server/admin/audit/audit-files.ts'
import { listAudit } from '#server/admin/audit/audit-list.ts'
import { createAuditLog } from '#server/admin/audit/audit-log.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { createLog } from '#server/lib/log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { isPostgres, onDatabase } from '#tests/helpers/stores.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

const START = Date.parse('2026-03-01T10:00:00Z')

/** A log in its own folder, whose clock moves by a minute with each event. */
async function auditLog(maxBytes?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'audit-page-'))
  let events = 0
  const now = () => new Date(START + events * 60_000)
  const log = createLog('error', () => {})
  const audit = await createAuditLog({ folder, log, now, ...(maxBytes ? { maxBytes } : {}) })
  ends.push(() => rm(folder, { recursive: true }), audit.close)
  const note: typeof audit.note = (...event) => {
    events++
    return audit.note(...event)
  }
  async function created(count: number) {
    for (let n = 0; n < count; n++)
      await note('post.created', { actor: 'ann@bakery.example', subject: `post-${events}` })
  }
  /** The subjects of all pages, one list each. */
  async function pages(query: Parameters<typeof listAudit>[1] = {}, between = async () => {}) {
    const lists: string[][] = []
    for (let before: string | null | undefined; before !== null; ) {
      const { events: page, next } = await listAudit(auditFilesReader(folder), before ? { ...query, before } : query)
      lists.push(page.map(({ subject }) => subject))
      await between()
      before = next
    }
    return lists
  }
  return { folder, file: join(folder, 'audit.jsonl'), note, created, pages }
}

/** post-9, post-8 … */
const downFrom = (newest: number, count: number) => Array.from({ length: count }, (_, n) => `post-${newest - n}`)

describe('a page of the audit log', () => {
  test('has the fifty newest events, newest first, and leads to the rest', async () => {
    const { created, pages } = await auditLog()
    await created(120)
    expect(await pages()).toEqual([downFrom(119, 50), downFrom(69, 50), downFrom(19, 20)])
  })

  test('leads nowhere when exactly fifty events are left', async () => {
    const { created, pages } = await auditLog()
    await created(100)
    expect((await pages()).map(({ length }) => length)).toEqual([50, 50])
  })

  test('of an empty or missing log is empty', async () => {
    const { folder, file, pages } = await auditLog()
    expect(await pages()).toEqual([[]])
    await rm(file, { force: true })
    expect(await listAudit(auditFilesReader(folder), {})).toEqual({ events: [], next: null })
  })

  test('continues in the rotated files', async () => {
    const { folder, created, pages } = await auditLog(6_000)
    await created(160)
    expect((await readdir(folder)).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(3)
    const all = (await pages()).flat()
    expect(all).toEqual(downFrom(159, all.length))
    expect(all.length).toBeGreaterThan(100)
  })

  test('neither repeats nor skips an event when events are added and files rotated between two pages', async () => {
    const { created, pages } = await auditLog(12_000)
    await created(160)
    const lists = await pages({}, () => created(30))
    expect(lists.length).toBeGreaterThan(2)
    expect(lists.flat()).toEqual(downFrom(159, lists.flat().length))
  })

  test('ends when the file of the next one is gone', async () => {
    const { folder, created } = await auditLog(3_000)
    await created(60)
    const { next } = await listAudit(auditFilesReader(folder), {})
    await created(200)
    expect(await listAudit(auditFilesReader(folder), { before: String(next) })).toEqual({ events: [], next: null })
  })

  test('is found in a log of several megabytes with one match at its start', async () => {
    const { file, folder } = await auditLog()
    const line = (event: string, at: number) =>
      `${JSON.stringify({ time: new Date(START + at).toISOString(), event, actor: 'shell', address: '' })}\n`
    const many = Array.from({ length: 30_000 }, (_, at) => line('post.changed', at)).join('')
    await writeFile(file, line('password.reset', 0) + many)
    const { events, next } = await listAudit(auditFilesReader(folder), { event: 'password.reset' })
    expect([events.length, next]).toEqual([1, null])
  })

  test('skips damaged lines, and lines that are no events', async () => {
    const { file, folder, created, pages } = await auditLog()
    await created(2)
    const bad = [
      '{"torn',
      '[]',
      'null',
      '{"event":"post.created"}',
      '{"time":"yesterday","event":"post.created"}',
      '\0\xff',
    ]
    await appendFile(file, `${bad.join('\n')}\n${'x'.repeat(2_000_000)}\n`)
    await created(2)
    await appendFile(file, '{"time":"2026-03-01T10:00:00.000Z","event":"post.created","subject":"half')
    expect(await pages()).toEqual([downFrom(3, 4)])
    const { events } = await listAudit(auditFilesReader(folder), {})
    expect(v.is(AuditListSchema, { events, next: null, people: [] })).toBe(true)
  })

  test('bounds and cleans fields of lines that the site did not write', async () => {
    const { file, folder } = await auditLog()
    const odd = { event: 'x'.repeat(900_000), actor: 7, address: ['a'], subject: '\ud800', unwritten: 'many' }
    await appendFile(file, `${JSON.stringify({ time: '2026-03-01T10:00:00.000Z', ...odd })}\n`)
    const { events } = await listAudit(auditFilesReader(folder), {})
    expect(events).toEqual([
      {
        time: '2026-03-01T10:00:00.000Z',
        event: 'x'.repeat(300),
        actor: '',
        by: '',
        address: '',
        subject: '\ufffd',
        about: '',
        detail: '',
        request: '',
        unwritten: 0,
      },
    ])
  })
})

describe('the filters of the audit log', () => {
  const filtered = async () => {
    const log = await auditLog()
    await log.note('login.failed', { actor: 'ann@bakery.example', detail: 'code', subject: '1' })
    await log.note('login.succeeded', { actor: 'ann@bakery.example', subject: '2' })
    await log.note('post.created', { actor: 'bob@bakery.example', subject: '3' })
    await log.note('password.reset', { actor: 'shell', subject: '4' })
    return async (query: Parameters<typeof listAudit>[1]) => (await log.pages(query)).flat().join(' ')
  }

  test('select one event, or all events of a group', async () => {
    const subjects = await filtered()
    expect(await subjects({ event: 'login.failed' })).toBe('1')
    expect(await subjects({ event: 'login.' })).toBe('2 1')
    expect(await subjects({ event: 'login.nothing' })).toBe('')
  })

  test('select an administrator by id, the shell, and lines without an id by the shortened e-mail', async () => {
    const { note, pages } = await auditLog()
    await note('post.created', { actor: 'ann@bakery.example', by: 'id-of-ann', subject: '1' })
    await note('post.created', { actor: 'amy@bakery.example', by: 'id-of-amy', subject: '2' })
    await note('post.created', { actor: 'ann@bakery.example', subject: '3' })
    await note('password.reset', { actor: 'shell', subject: '4' })
    const subjects = async (by: string) => (await pages({ by })).flat().join(' ')
    expect(await subjects('id-of-ann')).toBe('1')
    expect(await subjects('id-of-amy')).toBe('2')
    expect(await subjects('a…@bakery.example')).toBe('3')
    expect(await subjects('shell')).toBe('4')
    expect(await subjects('id-of')).toBe('')
  })

  test('select days, both included, in UTC', async () => {
    const { folder, file } = await auditLog()
    const times = [
      '2026-02-28T23:59:59.999Z',
      '2026-03-01T00:00:00.000Z',
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00.000Z',
    ]
    await writeFile(file, times.map((time) => `${JSON.stringify({ time, event: 'post.created' })}\n`).join(''))
    const between = async (days: { from?: string; to?: string }) =>
      (await listAudit(auditFilesReader(folder), days)).events.map(({ time }) => times.indexOf(time))
    expect(await between({ from: '2026-03-01', to: '2026-03-02' })).toEqual([2, 1])
    expect(await between({ from: '2026-03-03' })).toEqual([3])
    expect(await between({ to: '2026-02-28' })).toEqual([0])
    expect(await between({ from: '2026-03-02', to: '2026-03-01' })).toEqual([])
  })

  test('apply to every page', async () => {
    const { created, note, pages } = await auditLog()
    await created(60)
    await note('post.deleted', { actor: 'shell' })
    await created(60)
    const lists = await pages({ event: 'post.created' })
    expect(lists.map(({ length }) => length)).toEqual([50, 50, 20])
  })
})

describe('GET /api/admin/audit', () => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await testApp()
    token = await app.login()
  })
  afterAll(() => app.close())
  const list = async (query = '') => (await app.send('GET', `${adminPaths.audit}${query}`, { token })).json()

  test('requires a session', async () => {
    expect((await app.get(adminPaths.audit)).status).toBe(401)
    expect((await app.get(`${adminPaths.audit}?from=nonsense`)).status).toBe(401)
    expect((await app.send('GET', adminPaths.audit, { token: 'a.b.c' })).status).toBe(401)
  })

  test('returns what the site has written, as described, and is stored by no cache', async () => {
    const answer = await app.send('GET', adminPaths.audit, { token })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const found = v.parse(AuditListSchema, await answer.json())
    expect(found.events[0]).toMatchObject({ event: 'login.succeeded', actor: 'a…@testery.example', detail: '' })
    expect(JSON.stringify(found)).not.toContain('admin@')
  })

  test('includes events that the shell has written', async () => {
    const log = createLog('error', () => {})
    const storage = join(app.dir, 'storage')
    const note = async (database?: SiteDatabase) => {
      const shell = await createAuditLog({ folder: join(storage, 'private'), database, log, now: () => new Date() })
      await shell.note('sessions.ended', { actor: 'shell' })
      await shell.close()
    }
    await (isPostgres ? onDatabase(storage, note) : note())
    expect((await list()).events[0]).toMatchObject({ event: 'sessions.ended', actor: 'shell' })
    expect((await list('?by=shell&event=sessions.')).events).toHaveLength(1)
  })

  test('counts empty filters as none', async () => {
    expect(await list('?event=&by=&from=&to=&before=')).toEqual(await list())
  })

  test.each([
    ...['event=login', 'event=Login.failed', 'event=%3Cscript%3E', 'event=.*', `event=login.${'a'.repeat(40)}`],
    ...['from=yesterday', 'to=2026-13-01', 'from=2026-03-01T00:00', 'before=1', 'before=1@2@3', 'before=../../etc@1'],
    ...[`before=${'9'.repeat(90)}@1`, `by=${'a'.repeat(400)}`],
  ])('rejects %p with 422 and without repeating it', async (query) => {
    const answer = await app.send('GET', `${adminPaths.audit}?${query}`, { token })
    expect(answer.status).toBe(422)
    const [key = '', value = ''] = query.split('=')
    const body = await answer.json()
    expect(Object.keys(body.errors)).toEqual([key])
    expect(JSON.stringify(body)).not.toContain(decodeURIComponent(value))
  })

  test.each([
    ...['by=%00', 'by=%E2%80%AE', 'by=(((((', `by=${'a@'.repeat(100)}`, 'event=__proto__.', 'x=1&x=2'],
    ...[
      'before=0@0',
      'before=1@',
      'before=999999999999999@2026-03-01T10:00:00.000Z',
      'event=login.&event=post.',
      '__proto__[a]=1',
    ],
  ])('answers %p', async (query) => {
    const { status } = await app.send('GET', `${adminPaths.audit}?${query}`, { token })
    expect([200, 422]).toContain(status)
  })
})
