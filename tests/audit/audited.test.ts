import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { aForm, plainPost } from '#tests/blog/blog-app.ts'
import { recordText, testOnFiles } from '#tests/helpers/stores.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aSignUp, seeded } from '#tests/leads/lead-site.ts'
import { type AuditLine, auditOf } from './audit-of.ts'

const lead = aSignUp(1)
let app: TestApp
let token: string
let storage: string
beforeAll(async () => {
  storage = await seeded({ signUps: [lead] })
  const files = { 'posts/a.md': plainPost(), 'posts/unpublished.md': plainPost({ draft: true }) }
  app = await testApp({ files, inGit: true, env: { STORAGE_DIR: storage } })
  token = await app.login()
})
afterAll(async () => {
  await app.close()
  await rm(storage, { recursive: true })
})

/** The lines that these requests add. */
async function audited(...calls: (() => Promise<Response>)[]): Promise<AuditLine[]> {
  const place = { dir: app.dir, storage }
  const before = (await auditOf(place)).length
  for (const one of calls) expect((await one()).status).toBeLessThan(400)
  return (await auditOf(place)).slice(before)
}
const call =
  (method: string, path: string, more: Parameters<TestApp['send']>[2] = {}) =>
  () =>
    app.send(method, path, { token, ...more })

describe('the audit log records writes with a bearer token by id', () => {
  test('for posts', async () => {
    const save = `${apiPaths.post('a-day-of-baking')}?_method=PUT`
    const lines = await audited(
      call('POST', apiPaths.posts, { form: aForm() }),
      call('POST', save, { form: aForm({ title: 'A secret title' }) }),
      call('DELETE', apiPaths.post('a-day-of-baking')),
    )
    const line = { actor: 'a…@testery.example', address: '', subject: 'a-day-of-baking' }
    expect(lines).toMatchObject(
      ['post.created', 'post.changed', 'post.deleted'].map((event) => ({ time: expect.any(String), event, ...line })),
    )
    expect(JSON.stringify(lines)).not.toContain('secret title')
  })

  test('for a restored version of a post', async () => {
    await app.send('POST', `${apiPaths.post('a')}?_method=PUT`, { token, form: aForm({ format: 'md' }) })
    const history = await (await app.send('GET', adminPaths.history('a'), { token })).json()
    const { commit } = history.versions.at(-1)
    const [line] = await audited(
      call('POST', adminPaths.restore('a', commit), { json: { revision: history.revision } }),
    )
    expect(line).toMatchObject({ event: 'post.restored', subject: 'a', detail: commit.slice(0, 7) })
  })

  test.each([
    ['category', apiPaths.categories, adminPaths.category],
    ['tag', apiPaths.tags, adminPaths.tag],
  ] as const)('for each change of a %s', async (one, all, path) => {
    const lines = await audited(
      call('POST', all, { json: { name: ['Cold', 'Warm', 'cold'] } }),
      call('PUT', path('cold'), { json: { name: 'Freezing' } }),
      call('DELETE', path('cold')),
    )
    expect(lines.map(({ event, subject }) => [event, subject])).toEqual([
      [`${one}.created`, 'cold'],
      [`${one}.created`, 'warm'],
      [`${one}.changed`, 'cold'],
      [`${one}.deleted`, 'cold'],
    ])
  })

  test('for leads', async () => {
    const lines = await audited(
      call('POST', adminPaths.leadEvents(lead.id), { json: { read: true } }),
      call('POST', adminPaths.leadEvents(lead.id), { json: { state: 'closed' } }),
      call('GET', adminPaths.leadsCsv),
      call('DELETE', adminPaths.lead(lead.id)),
    )
    expect(lines.map(({ event, subject, detail }) => [event, subject, detail])).toEqual([
      ['lead.marked', lead.id, 'read'],
      ['lead.marked', lead.id, 'closed'],
      ['leads.exported', undefined, undefined],
      ['lead.erased', lead.id, undefined],
    ])
    expect(JSON.stringify(lines)).not.toContain('bakery')
  })

  test('for a preview link', async () => {
    const lines = await audited(call('POST', adminPaths.previews('unpublished')))
    expect(lines).toEqual([
      expect.objectContaining({ event: 'preview-link.issued', subject: 'unpublished', actor: 'a…@testery.example' }),
    ])
    expect(JSON.stringify(lines)).not.toContain('eyJ')
  })

  test('except for rejected writes and reads', async () => {
    const { length } = await auditOf({ dir: app.dir, storage })
    await app.send('POST', apiPaths.posts, { form: aForm() })
    await app.send('POST', apiPaths.posts, { form: aForm({ title: '' }), token })
    await app.send('DELETE', apiPaths.post('nothing'), { token })
    await app.send('GET', `${apiPaths.posts}?state=all`, { token })
    expect(await auditOf({ dir: app.dir, storage })).toHaveLength(length)
  })
})

test('records logins, failed logins and log-outs without secrets', async () => {
  const lines = await audited(
    () => app.post(adminPaths.login, ADMIN),
    async () => {
      await app.post(adminPaths.login, { email: 'Nobody@Testery.example', password: 'marked-password' })
      return app.post(adminPaths.login, ADMIN)
    },
  )
  expect(lines.map(({ event, actor, detail }) => [event, actor, detail])).toEqual([
    ['login.succeeded', 'a…@testery.example', undefined],
    ['login.failed', 'N…@Testery.example', 'password'],
    ['login.succeeded', 'a…@testery.example', undefined],
  ])
  const [ended] = await audited(call('DELETE', adminPaths.sessions))
  expect(ended).toMatchObject({ event: 'sessions.ended', actor: 'a…@testery.example' })
  token = await app.login()
  const text = await recordText(storage, 'audit.jsonl')
  expect(text).not.toMatch(/marked-password|horse|obody@|dmin@|eyJ/)
})

test("records the client's network and the request id of the response", async () => {
  const answer = await fetch(app.listen() + adminPaths.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const lines = await auditOf({ dir: app.dir, storage })
  expect(lines.at(-1)).toMatchObject({
    event: 'login.succeeded',
    address: '127.0.0.0/24',
    request: answer.headers.get('x-request-id'),
  })
})

test('records one line for a lockout, however many attempts follow', async () => {
  const locked = await testApp()
  try {
    for (let n = 0; n < 9; n++) await locked.post(adminPaths.login, { ...ADMIN, password: 'wrong' })
    const events = (await auditOf({ dir: locked.dir })).map(({ event }) => event)
    expect(events).toEqual(['administrator.made', ...Array(5).fill('login.failed'), 'login.locked'])
  } finally {
    await locked.close()
  }
})

testOnFiles('completes the operation when the audit log cannot be written, and /readyz reports it', async () => {
  const broken = await testApp()
  try {
    const file = join(broken.dir, 'storage', 'private', 'audit.jsonl')
    await rm(file)
    await Bun.$`mkdir ${file}`.quiet()
    const bearer = await broken.login()
    const answer = await broken.send('POST', apiPaths.tags, { json: { name: ['Cold'] }, token: bearer })
    expect(answer.status).toBe(201)
    expect(await (await broken.get('/readyz')).json()).toMatchObject({ status: 'degraded', storage: 'failing' })
    expect(broken.logged.some((line) => line.includes('audit log not written'))).toBe(true)
    await rm(file, { recursive: true })
    await broken.login()
    expect(await (await broken.get('/readyz')).json()).toMatchObject({ status: 'ok', storage: 'ok' })
  } finally {
    await broken.close()
  }
})
