import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { aForm } from '#tests/blog/blog-app.ts'
import { aSolution } from '#tests/captcha/solved.ts'
import { git } from '#tests/helpers/git.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { jpeg } from '#tests/media/inputs.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'
import { replicatedSite } from '#tests/replication/replicas.ts'
import { testAdministrators } from './administrator-answers.ts'
import { asking, type Sent } from './asking.ts'
import { testBranches } from './branch-answers.ts'
import { testCodes } from './code-answers.ts'
import { describedCalls } from './described.ts'
import { testRefusals } from './error-responses.ts'
import { testImports } from './import-answers.ts'
import { testMedia } from './media-answers.ts'
import { testPageFiles } from './page-file-answers.ts'
import { testPasskeys } from './passkey-answers.ts'
import { testRateLimits } from './rate-limits.ts'

/** Not triggered here, because disk or clock would have to fail. Their shape is that of every error. */
const RARE = [408, 500, 503]

const METRICS_TOKEN = 'sixteen-letters-or-more'

const { ask, seen } = asking()
let app: TestApp
let token = ''
let lead = ''
let offsetMs = 0

beforeAll(async () => {
  const files = {
    'posts/shown.html': aPost({
      tags: ['bakery'],
      author: 'ann-lee',
      image: `posts/${'a'.repeat(32)}-600x300.webp`,
      expires: '2999-01-01',
    }),
    'posts/draft.md': aPost({ draft: true, author: 'Ann', updated: '2026-01-03' }),
    'posts/broken.md': '---\ntitle: [\n---\n',
    'tags/broken.yml': 'name: [',
    'authors/ann-lee.yml':
      'name: Ann Lee\npicture: posts/ann.webp\nlinks: [{ label: Site, url: https://ann.example }]\n',
    'landings/bakery-erp.yml': await Bun.file('content/landings/bakery-erp.yml').text(),
    'landings/importers.yml': 'title: [',
  }
  app = await testApp({ files, inGit: true, env: { METRICS_TOKEN }, now: () => new Date(Date.now() + offsetMs) })
  token = await app.login()
})
afterAll(() => app.close())

const as = (sent: Sent = {}): Sent => ({ ...sent, token })
const good = (name: string, sent: Sent = {}) => ask(app, name, as(sent))
const json = async <Body>(name: string, sent: Sent = {}): Promise<Body> => (await good(name, sent)).json()

describe('successful responses match the OpenAPI description', () => {
  test('for visitors', async () => {
    await ask(app, 'GET /pricing')
    await ask(app, 'GET /api/landings/{id}', { at: { id: 'bakery-erp' } })
    await ask(app, 'GET /api/page-texts/{id}', { at: { id: 'home' } })
    await ask(app, 'POST /company/register', { json: aRegistration() })
    await ask(app, 'POST /api/contact-messages', { json: { name: 'A', email: 'a@b.example', message: 'Hello' } })
  })

  test('for blog readers', async () => {
    await ask(app, 'GET /api/blog-posts')
    await ask(app, 'GET /api/blog-posts', { query: '?fields=card&page=1&per_page=5&tag=bakery' })
    await ask(app, 'GET /api/blog-posts/{id}', { at: { id: 'shown' } })
    await ask(app, 'GET /api/categories')
    await ask(app, 'GET /api/tags')
    await ask(app, 'GET /api/authors')
    await ask(app, 'GET /api/authors/{id}', { at: { id: 'ann-lee' } })
  })

  test('for post writes', async () => {
    await good('GET /api/blog-posts', { query: '?state=all' })
    await good('GET /api/blog-schedule')
    const { id } = await json<{ id: string }>('POST /api/blog-posts', { form: aForm({ 'tags[]': ['bakery', 'milk'] }) })
    await good('GET /api/blog-posts/{id}', { at: { id }, query: '?state=all' })
    await good('POST /api/blog-posts/{id}', { at: { id }, query: '?_method=PUT', form: aForm({ title: 'Other' }) })
    await good('PUT /api/blog-posts/{id}', { at: { id }, form: aForm({ draft: 'true' }) })
    await good('POST /api/blog-posts/{id}/preview', { at: { id } })
    await good('POST /api/blog-posts/bulk', { json: { ids: [id, 'absent'], action: 'tag', tags: ['milk'] } })
    await good('DELETE /api/blog-posts/{id}', { at: { id } })
    await good('GET /api/trash', { query: '?page=1' })
    expect((await good('POST /api/trash/{id}/restore', { at: { id } })).status).toBe(200)
    expect((await good('POST /api/trash/{id}/restore', { at: { id } })).status).toBe(409)
    await git(app.dir, 'rm', '-q', 'content/posts/broken.md')
    await git(app.dir, 'commit', '-qm', 'Delete it')
    expect((await good('POST /api/trash/{id}/restore', { at: { id: 'broken' } })).status).toBe(422)
    expect((await good('GET /api/trash', { query: '?page=0' })).status).toBe(422)
  })

  test('for concurrent writes', async () => {
    const { source } = await json<{ source: { revision: string } }>('GET /api/blog-posts/{id}', {
      at: { id: 'shown' },
      query: '?state=all',
    })
    const update = (changes: Record<string, string>) => ({
      at: { id: 'shown' },
      query: '?_method=PUT',
      form: aForm({ revision: source.revision, ...changes }),
    })
    await good('POST /api/blog-posts/{id}', update({ title: 'Mine' }))
    expect((await good('POST /api/blog-posts/{id}', update({ title: 'Theirs' }))).status).toBe(409)
    expect((await good('PUT /api/blog-posts/{id}', { ...update({ title: 'Theirs' }), query: '' })).status).toBe(409)
  })

  test('for copies of posts', async () => {
    const folder = join(app.dir, 'content/posts/large')
    const files = ['index.md', 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
    const image = Buffer.concat([await jpeg(60, 40), Buffer.alloc(9_000_000)])
    await mkdir(folder)
    for (const name of files) await writeFile(join(folder, name), name.endsWith('.md') ? aPost({ draft: true }) : image)
    await app.content.reload(files.map((name) => `posts/large/${name}`))
    expect((await good('POST /api/blog-posts/{id}/duplicate', { at: { id: 'large' } })).status).toBe(409)
    await rm(folder, { recursive: true })
    await app.content.reload(files.map((name) => `posts/large/${name}`))
    const copy = await (await good('POST /api/blog-posts/{id}/duplicate', { at: { id: 'shown' } })).json()
    await good('DELETE /api/blog-posts/{id}', { at: { id: copy.id } })
  })

  test('for unsaved texts', async () => {
    const at = { key: 'post-shown' }
    const copy = { revision: null, fields: { format: 'md', title: 'Bread' } }
    await good('PUT /api/working-copies/{key}', { at, json: copy })
    await good('GET /api/working-copies')
    await good('GET /api/working-copies/{key}', { at })
    const late = { ...copy, replaces: null }
    expect((await good('PUT /api/working-copies/{key}', { at, json: late })).status).toBe(409)
    await good('DELETE /api/working-copies/{key}', { at })
    await good('POST /api/working-copies/discard', { json: { keys: ['post-shown'] } })
  })

  testImports(good, () => app)

  testMedia(good)

  test('for the time machine', async () => {
    const { commits } = await json<{ commits: { commit: string }[] }>('GET /api/time-machine')
    await good('POST /api/time-machine', { json: { commit: commits.at(-1)?.commit } })
    expect((await good('POST /api/time-machine', { json: { at: '1999-01-01T00:00:00Z' } })).status).toBe(404)
    const site = join(app.dir, 'content/site.yml')
    const text = await Bun.file(site).text()
    await Bun.write(site, 'name: [')
    await git(app.dir, 'commit', '-qam', 'Break the site')
    const broken = (await git(app.dir, 'rev-parse', 'HEAD')).trim()
    await Bun.write(site, text)
    await git(app.dir, 'commit', '-qam', 'Mend the site')
    expect((await good('POST /api/time-machine', { json: { commit: broken } })).status).toBe(409)
  })

  test('for presence, of whose stream the first line is read', async () => {
    const send: TestApp['send'] = async (...sent) => {
      const answer = await app.send(...sent)
      const reader = answer.body?.getReader()
      const line = await reader?.read()
      await reader?.cancel()
      return new Response(line?.value, answer)
    }
    expect((await ask({ ...app, send }, 'GET /api/presence/{id}', as({ at: { id: 'shown' } }))).status).toBe(200)
  })

  test('for invalid content files', async () => {
    const file = 'tags/broken.yml'
    const query = `?file=${file}`
    const { revision } = await json<{ revision: string }>('GET /api/content-file', { query })
    const repair = async (changes: object = {}) =>
      (await good('PUT /api/content-file', { json: { file, text: 'name: Whole', revision, ...changes } })).status
    expect(await repair({ text: 'name: {' })).toBe(422)
    expect(await repair({ revision: 'x' })).toBe(409)
    expect(await repair()).toBe(200)
    expect(await repair()).toBe(404)
    expect((await good('GET /api/content-file', { query })).status).toBe(404)
    expect((await good('GET /api/content-file')).status).toBe(422)
  })

  test('for documents of the visual editor', async () => {
    const text = { format: 'md', content: 'Bread.' }
    await good('POST /api/writing/document', { json: text })
    await good('POST /api/writing/text', { json: { ...text, blocks: [0] } })
    await good('POST /api/writing/merge', { json: { base: 'a', mine: 'b', theirs: 'a' } })
    await good('POST /api/writing/preview', { json: text })
    await good('POST /api/writing/check', { json: text })
  })

  test('for the history of a post', async () => {
    const at = { id: 'shown' }
    const { versions, revision } = await json<{ versions: { commit: string }[]; revision: string }>(
      'GET /api/blog-posts/{id}/history',
      { at },
    )
    const first = versions.at(-1)?.commit ?? ''
    const version = 'GET /api/blog-posts/{id}/history/{commit}'
    await good(version, { at: { ...at, commit: first } })
    expect((await good(version, { at: { ...at, commit: first }, query: '?from=none' })).status).toBe(422)
    const restore = { at: { ...at, commit: first }, json: { revision } }
    expect((await good('POST /api/blog-posts/{id}/history/{commit}/restore', restore)).status).toBe(200)
    expect((await good('POST /api/blog-posts/{id}/history/{commit}/restore', restore)).status).toBe(409)
  })

  test.each([
    ['categories', 'New category'],
    ['tags', 'New tag'],
  ])('for terms: %s', async (kind, name) => {
    const { created } = await json<{ created: { id: string }[] }>(`POST /api/${kind}`, { json: { name: [name] } })
    const at = { id: created[0]?.id ?? '' }
    await good(`PUT /api/${kind}/{id}`, { at, json: { name: 'Other name' } })
    await good(`POST /api/${kind}/{id}`, { at, query: '?_method=PUT', json: { name: 'Yet another' } })
    await good(`DELETE /api/${kind}/{id}`, { at })
    const { undo } = await json<{ undo: Record<string, string> }>(`POST /api/${kind}`, {
      query: '?undo=true',
      json: { name: [`${name} two`, `${name} three`] },
    })
    const [two = '', three = ''] = Object.keys(undo)
    await good('POST /api/undone-terms', { json: { undo: [undo[two]] } })
    expect((await good('POST /api/undone-terms', { json: { undo: [undo[two]] } })).status).toBe(409)
    await good(`POST /api/${kind}/{id}/merge`, {
      at: { id: three },
      json: { into: kind === 'tags' ? 'milk' : 'production' },
    })
    await good('GET /api/terms')
    const reading = await app.send('GET', adminPaths.presence('shown'), as())
    const reader = reading.body?.getReader()
    await reader?.read()
    const [used, into] = kind === 'tags' ? ['bakery', 'milk'] : ['production', 'shipping']
    const merge = { at: { id: used }, json: { into } }
    expect((await good(`POST /api/${kind}/{id}/merge`, merge)).status).toBe(409)
    await reader?.cancel()
  })

  test('for leads', async () => {
    const { leads } = await json<{ leads: { id: string }[] }>('GET /api/leads', { query: '?limit=2' })
    lead = leads[0]?.id ?? ''
    for (const { id } of leads) await good('GET /api/leads/{id}', { at: { id } })
    await good('GET /api/leads.csv')
    await good('POST /api/leads/{id}/events', { at: { id: lead }, json: { state: 'contacted' } })
    await good('GET /api/leads/{id}', { at: { id: lead } })
    await good('DELETE /api/leads/{id}', { at: { id: lead } })
  })

  test('for the administrator and operations', async () => {
    const calls = ['GET /api/content-problems', 'GET /api/content-state', 'GET /api/stuck-saves']
    for (const name of ['GET /healthz', 'GET /readyz', 'GET /readyz/saves']) await ask(app, name)
    for (const name of [...calls, 'GET /api/openapi.json']) await good(name)
    for (const name of [
      'GET /api/admin/audit',
      'GET /api/admin/site',
      'GET /api/admin/site/checks',
      'GET /api/admin/site/arrival',
    ])
      await good(name)
    await ask(app, 'GET /metrics', { token: METRICS_TOKEN })
    await ask(app, 'POST /api/admin/login', { json: ADMIN })
    await good('DELETE /api/admin/sessions')
    token = await app.login()
  })

  test.skipIf(!hasPostgres)('for saves that could not be merged', async () => {
    const ends: (() => unknown)[] = []
    const replica = await (await replicatedSite(ends)).start('one')
    const save = (id: string, path: string, after: string) => ({
      save: {
        id: `00000000-0000-4000-8000-00000000000${id}`,
        at: '2026-01-02T03:04:05Z',
        subject: 'post: update "A"',
        files: [{ path, before: null, after: new TextEncoder().encode(after) }],
      },
      problem: 'the same lines were changed',
    })
    const stuck = [
      save('1', 'content/tags/oats.yml', 'name: Oats\n'),
      save('2', 'content/tags/broken.yml', 'name: [\n'),
      save('3', 'server/main.ts', 'export {}\n'),
    ]
    await replica.services.checkout?.shared?.saves.release(stuck)
    const own = { token: await replica.session() }
    expect((await ask(replica, 'GET /api/stuck-saves', own)).status).toBe(200)
    const [applied = '', invalid = '', denied = ''] = stuck.map(({ save }) => save.id)
    for (const [id, status] of [
      [applied, 200],
      [invalid, 422],
      [denied, 409],
    ] as const)
      expect((await ask(replica, 'POST /api/stuck-saves/{id}/apply', { ...own, at: { id } })).status).toBe(status)
    expect((await ask(replica, 'DELETE /api/stuck-saves/{id}', { ...own, at: { id: invalid } })).status).toBe(200)
    for (const end of ends.reverse()) await end()
  })

  test('for sessions', async () => {
    await app.login()
    const { sessions } = await json<{ sessions: { id: string; current: boolean }[] }>('GET /api/admin/sessions')
    const other = sessions.find(({ current }) => !current)
    await good('DELETE /api/admin/sessions/{id}', { at: { id: other?.id ?? '' } })
    await good('DELETE /api/admin/sessions/others')
    offsetMs += 11 * 60 * 1000
    expect((await good('GET /api/leads.csv')).status).toBe(403)
    await good('POST /api/admin/confirmation', { json: { password: ADMIN.password } })
    expect((await good('GET /api/leads.csv')).status).toBe(200)
    await good('DELETE /api/admin/session')
    token = await app.login()
  })

  testAdministrators(good, (name, sent) => ask(app, name, sent))

  testBranches(ask)

  testPageFiles(good)

  testCodes(good, () => new Date(Date.now() + offsetMs))

  const idFor = (name: string) => {
    if (name.includes('authors')) return 'ann-lee'
    if (name.includes('categories')) return 'production'
    if (name.includes('tags')) return 'bakery'
    if (name.includes('page-texts')) return 'home'
    return name.includes('landings') ? 'bakery-erp' : 'shown'
  }
  testPasskeys(
    good,
    (name, sent) => ask(app, name, sent),
    (other) => (name, sent) => ask(other, name, sent),
  )

  const revalidated = describedCalls.filter(({ operation }) => operation.responses[304])
  test.each(revalidated.map(({ name }) => name))('for a revalidation with 304: %s', async (name) => {
    const at = { id: idFor(name) }
    const headers = { 'if-none-match': (await ask(app, name, { at })).headers.get('etag') ?? '' }
    expect((await ask(app, name, { at, headers })).status).toBe(304)
  })

  test('for the captcha', async () => {
    const guarded = await testApp({ env: { CAPTCHA: 'on' } })
    try {
      await ask(guarded, 'GET /api/captcha')
      const sent = { ...aRegistration(), reCaptchaToken: await aSolution(guarded) }
      await ask(guarded, 'POST /company/register', { json: sent })
      await ask(app, 'GET /api/captcha')
    } finally {
      await guarded.close()
    }
  })
})

describe('error responses match the OpenAPI description', () => {
  testRefusals(good, (name, sent) => ask(app, name, sent))

  test('for invalid requests', async () => {
    for (const name of ['GET /api/blog-posts', 'GET /api/leads', 'GET /api/leads.csv'])
      expect((await good(name, { query: '?page=x&limit=x&kind=x' })).status).toBe(422)
    expect((await good('GET /api/admin/audit', { query: '?from=x' })).status).toBe(422)
    expect((await good('GET /api/media', { query: '?page=x' })).status).toBe(422)
    expect((await good('DELETE /api/media', { query: '?path=..' })).status).toBe(422)
    expect((await good('GET /api/media/image', { query: '?path=..' })).status).toBe(422)
    for (const path of ['blog-posts', 'categories', 'tags'])
      expect((await good(`POST /api/${path}/{id}`, { json: {}, at: { id: 'bakery' } })).status).toBe(405)
    expect((await good('DELETE /api/categories/{id}', { at: { id: 'production' } })).status).toBe(409)
    expect((await good('POST /api/blog-posts/{id}/preview', { at: { id: 'shown' } })).status).toBe(409)
  })

  testRateLimits(good, (name, sent) => ask(app, name, sent))
})

test('every described response was seen, except for rare ones', () => {
  const described = describedCalls.flatMap(({ name, operation }) =>
    Object.keys(operation.responses).flatMap((status) => (RARE.includes(Number(status)) ? [] : [`${name} ${status}`])),
  )
  // Reading 500 leads takes too long here; `confirmed-effects.test.ts` does.
  const isShort = (one: string) => !/^GET \/api\/leads(?:\/\{id\})? 403$/.test(one)
  // They need many bytes, or a checkout in which somebody works: `unused.test.ts` has both.
  const isHere = (one: string) => !/^POST \/api\/media\/(?:delete-unused|undo) 409$/.test(one)
  const isPossible = (one: string) => isShort(one) && isHere(one) && (hasPostgres || !one.includes('/api/stuck-saves/'))
  expect(described.filter((one) => !seen.has(one) && isPossible(one))).toEqual([])
})
