import { describe, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { WORKING_COPIES_MAX } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { DOCUMENT_VERSION } from '#contract/stored-document.ts'
import type { WorkingCopy, WorkingCopyHead } from '#contract/writing.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { testOnFiles } from '#tests/helpers/stores.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aParagraph } from './blocks.ts'

const blogApp = blogApps()
const NEW = 'new-0123456789abcdef'
const text = (fields: Record<string, unknown> = {}) => ({
  revision: null,
  fields: { format: 'md', title: 'Bread', content: '# Dough', ...fields },
})
type App = Awaited<ReturnType<typeof blogApp>>
const keep = ({ send, token }: App, key: string, json: unknown = text()) =>
  send('PUT', adminPaths.workingCopy(key), { token, json })
const read = ({ send, token }: App, key: string) => send('GET', adminPaths.workingCopy(key), { token })
const list = async ({ send, token }: App): Promise<WorkingCopyHead[]> =>
  (await (await send('GET', adminPaths.workingCopies, { token })).json()).working_copies

/** The id of the administrator who has the token. */
async function ownId({ send, token }: Pick<App, 'send' | 'token'>): Promise<string> {
  const { administrators }: { administrators: { id: string; current: boolean }[] } = await (
    await send('GET', adminPaths.administrators, { token })
  ).json()
  return administrators.find(({ current }) => current)?.id ?? ''
}

/** Another administrator of the same site. */
async function second(app: TestApp, token: string): Promise<string> {
  const invited = await app.send('POST', adminPaths.invitations, { token, json: { email: 'bob@bakery.example' } })
  const link: string = (await invited.json()).path
  const person = { name: 'Bob', password: 'three sacks of flour', token: link.split('#')[1] }
  await app.post(adminPaths.acceptInvitation, person)
  const login = await app.post(adminPaths.login, { email: 'bob@bakery.example', password: person.password })
  return (await login.json()).token
}

describe('an unsaved text', () => {
  const quote = (depth: number): unknown =>
    depth === 0 ? aParagraph('Deep.') : { type: 'blockquote', content: [quote(depth - 1)] }

  test('may be a document of the visual editor that cannot be written as text', async () => {
    const app = await blogApp()
    const document = { version: DOCUMENT_VERSION, blocks: [aParagraph('Not written yet.'), quote(40)] }
    expect((await keep(app, NEW, { ...text(), document })).status).toBe(200)
    expect((await (await read(app, NEW)).json()).document).toEqual(document)
    await keep(app, NEW)
    expect((await (await read(app, NEW)).json()).document).toBeUndefined()
  })

  test.each([
    ['unknown blocks', [{ type: 'script' }]],
    ['unknown attributes', [{ type: 'heading', attrs: { level: 9 }, content: [{ type: 'text', text: 'Nine' }] }]],
    ['blocks in a place where they cannot be', [{ type: 'list_item', content: [aParagraph('Item')] }]],
    ['blocks that are nested too deeply', [quote(201)]],
    ['texts that are too long', [aParagraph('x'.repeat(200_001))]],
    ['no blocks', []],
  ])('is rejected with a document of %s', async (_, blocks) => {
    const app = await blogApp()
    const stored = await keep(app, NEW, { ...text(), document: { version: DOCUMENT_VERSION, blocks } })
    expect(stored.status).toBe(422)
    expect(await list(app)).toEqual([])
  })

  test('is listed and can be discarded when its document is of a later version', async () => {
    const app = await blogApp()
    await keep(app, NEW)
    const copy = await (await read(app, NEW)).json()
    const [folder = ''] = await readdir(join(app.dir, 'storage/private/drafts'))
    const document = { version: DOCUMENT_VERSION + 1, blocks: [{ type: 'poll', votes: 3 }] }
    await Bun.write(
      join(app.dir, 'storage/private/drafts', folder, `${NEW}.json`),
      JSON.stringify({ ...copy, document }),
    )
    expect((await (await read(app, NEW)).json()).document).toEqual(document)
    expect((await app.send('DELETE', adminPaths.workingCopy(NEW), { token: app.token })).status).toBe(200)
  })

  test('is listed with its words, and discarded together with others that were seen, which is audited', async () => {
    const app = await blogApp()
    for (const key of [NEW, 'post-bread', 'post-rye'])
      await keep(app, key, text({ content: '# Dough\n\nRests **well**.' }))
    expect((await list(app)).map(({ words }) => words)).toEqual([3, 3, 3])
    const discard = (keys: unknown, token: string | undefined = app.token) =>
      app.send('POST', adminPaths.discardedCopies, { token, json: { keys } })
    const answer = await discard([NEW, 'post-bread', 'post-bread', 'post-none'])
    expect([answer.status, await answer.json()]).toEqual([200, { message: '2 unsaved texts were discarded.' }])
    expect((await list(app)).map(({ key }) => key)).toEqual(['post-rye'])
    const { events } = await (await app.send('GET', adminPaths.audit, { token: app.token })).json()
    expect(events[0]).toMatchObject({ event: 'unsaved-texts.discarded', detail: '2' })
    expect([(await discard([])).status, (await discard('x')).status, (await discard(['a'], '')).status]).toEqual([
      ...[422, 422, 401],
    ])
  })

  test('is returned as it was stored, and listed newest first', async () => {
    const clock = testClock('2026-05-01T12:00:00.000Z')
    const app = await blogApp({ now: clock.now })
    expect((await keep(app, NEW)).status).toBe(200)
    clock.goTo('2026-05-01T12:05:00.000Z')
    await keep(app, 'post-bread', { ...text({ title: 'Later' }), revision: 'abc' })
    const copy: WorkingCopy = await (await read(app, 'post-bread')).json()
    expect(copy).toMatchObject({
      revision: 'abc',
      saved_at: '2026-05-01T12:05:00.000Z',
      deleted_at: '2026-05-31T12:05:00.000Z',
      fields: { title: 'Later', content: '# Dough', summary: '', tags: [] },
    })
    expect((await list(app)).map(({ key, title }) => [key, title])).toEqual([
      ['post-bread', 'Later'],
      [NEW, 'Bread'],
    ])
  })

  testOnFiles('is in a file that only the process can read, and survives a restart', async () => {
    const app = await blogApp()
    await keep(app, NEW)
    const drafts = join(app.dir, 'storage/private/drafts')
    const [owner = ''] = await readdir(drafts)
    const file = await stat(join(drafts, owner, `${NEW}.json`))
    expect((file.mode & 0o777).toString(8)).toBe('600')
    await app.stop()
    const next = await testApp({ dir: app.dir })
    const answer = await next.send('GET', adminPaths.workingCopy(NEW), { token: await next.login() })
    expect((await answer.json()).fields.title).toBe('Bread')
    await next.stop()
  })

  test('is invisible to other administrators, who have their own', async () => {
    const app = await blogApp()
    await keep(app, NEW)
    const other = { ...app, token: await second(app, app.token) }
    expect(await list(other)).toEqual([])
    expect((await read(other, NEW)).status).toBe(404)
    await keep(other, NEW, text({ title: 'Cake' }))
    expect((await (await read(app, NEW)).json()).fields.title).toBe('Bread')
  })

  test('is not stored without a session', async () => {
    const app = await blogApp()
    expect((await keep({ ...app, token: 'x' }, NEW)).status).toBe(401)
    expect(await list(app)).toEqual([])
  })

  test('can be discarded once', async () => {
    const app = await blogApp()
    await keep(app, NEW)
    const discard = () => app.send('DELETE', adminPaths.workingCopy(NEW), { token: app.token })
    expect([(await discard()).status, (await discard()).status, (await read(app, NEW)).status]).toEqual([200, 404, 404])
  })

  test('does not replace the text of another device that it does not continue', async () => {
    const clock = testClock('2026-05-01T12:00:00.000Z')
    const app = await blogApp({ now: clock.now })
    const first: WorkingCopyHead = await (await keep(app, NEW, { ...text(), replaces: null })).json()
    clock.goTo('2026-05-01T12:01:00.000Z')
    expect((await keep(app, NEW, { ...text({ title: 'Phone' }), replaces: first.saved_at })).status).toBe(200)
    const laptop = await keep(app, NEW, { ...text({ title: 'Laptop' }), replaces: first.saved_at })
    expect(laptop.status).toBe(409)
    expect((await (await read(app, NEW)).json()).fields.title).toBe('Phone')
  })
})

describe('a save deletes the unsaved text', () => {
  test('of a new post, by its key', async () => {
    const app = await blogApp()
    await keep(app, NEW)
    expect((await app.create({ working_copy: NEW })).status).toBe(201)
    expect(await list(app)).toEqual([])
  })

  test('of a deleted post, as a new one', async () => {
    const app = await blogApp({ files: { 'posts/bread.html': plainPost() } })
    await keep(app, 'post-bread')
    await app.send('DELETE', apiPaths.post('bread'), { token: app.token })
    expect(await list(app)).toHaveLength(1)
    expect((await app.create({ working_copy: 'post-bread' })).status).toBe(201)
    expect(await list(app)).toEqual([])
  })

  test('of an existing post, also when the save moves it', async () => {
    const app = await blogApp({ files: { 'posts/bread.html': plainPost() } })
    await keep(app, 'post-bread')
    expect((await app.update('bread', { title: 'Bread', address: 'loaf' })).status).toBe(200)
    expect(await list(app)).toEqual([])
  })

  test('of the administrator who saved, and of no other', async () => {
    const app = await blogApp({ files: { 'posts/bread.html': plainPost() } })
    const other = { ...app, token: await second(app, app.token) }
    await keep(app, 'post-bread')
    await keep(other, 'post-bread', text({ title: 'Of Bob' }))
    await app.update('bread')
    expect((await list(other)).map(({ title }) => title)).toEqual(['Of Bob'])
  })

  test('only if it succeeds', async () => {
    const app = await blogApp({ files: { 'posts/bread.html': plainPost() } })
    await keep(app, 'post-bread')
    expect((await app.update('bread', { title: '' })).status).toBe(422)
    expect(await list(app)).toHaveLength(1)
  })
})

test('deletes an unsaved text 30 days after its last change, not after its first', async () => {
  const clock = testClock('2026-05-01T12:00:00.000Z')
  const app = await blogApp({ now: clock.now })
  await keep(app, NEW)
  clock.goTo('2026-05-11T12:00:00.000Z')
  // The login of a month ago has expired.
  const { workingCopies } = app.services.writing
  const owner = await ownId(app)
  await keep(app, NEW, text({ title: 'Again' }))
  clock.goTo('2026-06-10T11:00:00.000Z')
  await workingCopies.removeOld()
  expect(await workingCopies.list(owner)).toHaveLength(1)
  clock.goTo('2026-06-10T12:00:00.000Z')
  await workingCopies.removeOld()
  expect(await workingCopies.list(owner)).toEqual([])
  expect(await workingCopies.allText()).toBe('')
})

test('keeps the unsaved texts of a removed administrator for the operator until they are 30 days old', async () => {
  const clock = testClock('2026-05-01T12:00:00.000Z')
  const app = await blogApp({ now: clock.now })
  const other = { ...app, token: await second(app, app.token) }
  await keep(other, NEW)
  const { workingCopies } = app.services.writing
  await app.send('DELETE', adminPaths.administrator(await ownId(other)), { token: app.token })
  expect((await keep(other, NEW)).status).toBe(401)
  await workingCopies.removeOld()
  expect(await workingCopies.allText()).toContain('Bread')
  clock.goTo('2026-05-31T12:00:01.000Z')
  await workingCopies.removeOld()
  expect(await workingCopies.allText()).toBe('')
})

describe('hostile requests', () => {
  test.each([
    '../admin',
    'post-../../admin',
    'post-',
    'post-Bread',
    'new-',
    'new-0123456789ABCDEF',
    'constructor',
    `post-${'a'.repeat(81)}`,
    'post-bread\n',
    '%00',
  ])('are answered with 404 and write nothing: %j', async (key) => {
    const app = await blogApp()
    expect([(await keep(app, key)).status, (await read(app, key)).status]).toEqual([404, 404])
    expect(await app.services.writing.workingCopies.allText()).toBe('')
  })

  test.each([
    ['no fields', {}],
    ['another format', text({ format: 'pdf' })],
    ['a title that is an object', text({ title: { a: 1 } })],
    ['a text that is too long', text({ content: 'a'.repeat(200_001) })],
    ['too many tags', text({ tags: Array.from({ length: 501 }, () => 'a') })],
    ['a number as revision', { ...text(), revision: 1 }],
  ])('are rejected without repeating them: %s', async (_, json) => {
    const app = await blogApp()
    const answer = await keep(app, NEW, json)
    expect(answer.status).toBe(422)
    expect((await answer.text()).length).toBeLessThan(300)
  })

  test('cannot fill the disk with copies', async () => {
    const app = await blogApp()
    const key = (n: number) => `post-p${n}`
    for (let n = 0; n < WORKING_COPIES_MAX; n++) expect((await keep(app, key(n))).status).toBe(200)
    const rejected = await keep(app, key(WORKING_COPIES_MAX))
    expect([rejected.status, (await rejected.json()).message]).toEqual([
      422,
      'You have 200 unsaved texts. Save or discard one of them first.',
    ])
    expect((await keep(app, key(0))).status).toBe(200)
  })

  test('cannot fill the disk with one copy', async () => {
    const app = await blogApp()
    expect((await keep(app, NEW, text({ content: 'a'.repeat(9_000_000) }))).status).toBe(413)
  })
})

testOnFiles('a damaged file counts as no text, and can be written again', async () => {
  const app = await blogApp()
  await keep(app, NEW)
  const drafts = join(app.dir, 'storage/private/drafts')
  const [owner = ''] = await readdir(drafts)
  await app.stop()
  await Bun.write(join(drafts, owner, `${NEW}.json`), '{"saved_at":')
  const next = await testApp({ dir: app.dir })
  const token = (await (await next.post(adminPaths.login, ADMIN)).json()).token
  const ask = (method: string, json?: unknown) => next.send(method, adminPaths.workingCopy(NEW), { token, json })
  expect((await ask('GET')).status).toBe(404)
  expect((await ask('PUT', text())).status).toBe(200)
  await next.stop()
})
