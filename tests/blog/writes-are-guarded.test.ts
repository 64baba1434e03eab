import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { aForm, blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'

const blogApp = blogApps()
const files = { 'posts/crates.html': plainPost() }

const writes = [
  ['POST', apiPaths.posts],
  ['POST', `${apiPaths.post('crates')}?_method=PUT`],
  ['POST', apiPaths.post('crates')],
  ['PUT', apiPaths.post('crates')],
  ['PUT', apiPaths.post('nothing')],
  ['DELETE', apiPaths.post('crates')],
  ['DELETE', apiPaths.post('nothing')],
  ['POST', apiPaths.categories],
  ['POST', apiPaths.tags],
  ['DELETE', adminPaths.category('shipping')],
  ['DELETE', adminPaths.tag('nothing')],
  ['PUT', adminPaths.category('shipping')],
  ['POST', `${adminPaths.tag('milk')}?_method=PUT`],
  ['POST', adminPaths.previews('crates')],
  ['POST', adminPaths.restore('crates', 'a'.repeat(40))],
  ['POST', adminPaths.leadEvents('nothing')],
  ['DELETE', adminPaths.lead('nothing')],
  ['DELETE', adminPaths.sessions],
] as const

describe('write requests to the blog API', () => {
  test('are 401 without a token before the body is read or anything is looked up', async () => {
    const { get, send, file } = await blogApp({ files })
    for (const [method, path] of writes) {
      const body = method === 'DELETE' ? {} : { body: '{"broken' }
      const bare = await get(path, { method, ...body })
      const stale = await send(method, path, { token: 'stale' })
      expect([method, path, bare.status, stale.status]).toEqual([method, path, 401, 401])
      expect(await bare.json()).toEqual({ message: 'Please log in.' })
    }
    expect(await file('posts/crates.html')).toBe(files['posts/crates.html'])
  })

  test('are 403 from another website', async () => {
    const { send, token, file } = await blogApp({ files })
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      expect(
        (await send('DELETE', apiPaths.post('crates'), { token, headers: { host: 'localhost', ...headers } })).status,
      ).toBe(403)
    }
    expect(await file('posts/crates.html')).toBe(files['posts/crates.html'])
  })

  test('are 405 for other methods, with the allowed ones', async () => {
    const { send } = await blogApp()
    const allowed = async (method: string, path: string) => {
      const answer = await send(method, path)
      return [answer.status, answer.headers.get('allow')]
    }
    expect(await allowed('DELETE', apiPaths.posts)).toEqual([405, 'GET, HEAD, POST'])
    expect(await allowed('PATCH', apiPaths.post('crates'))).toEqual([405, 'GET, HEAD, POST, PUT, DELETE'])
    expect(await allowed('PUT', apiPaths.tags)).toEqual([405, 'GET, HEAD, POST'])
    expect(await allowed('PATCH', adminPaths.tag('milk'))).toEqual([405, 'GET, HEAD, POST, PUT, DELETE'])
  })
})

describe('hostile ids in the blog API', () => {
  const hostile = [
    '../site',
    '..%2fsite',
    '%2e%2e%2fsite',
    '..%5csite',
    '%00',
    'crates%00',
    '__proto__',
    'constructor',
    '%c0%ae',
    '%zz',
    '%',
    '-',
    '*',
    ':id',
    'a'.repeat(4000),
    '%F0%9F%8D%9E',
  ]

  /** Former systems spelled URLs so: a reader finds the post, and nobody can change it by them. */
  const spellings = ['crates.html', 'Crates']

  test('are 404 for reads and writes, and files stay unchanged', async () => {
    const { listen, token, filesIn, send } = await blogApp({ files })
    const before = await filesIn('content')
    const address = listen()
    for (const id of [...hostile, ...spellings]) {
      for (const method of spellings.includes(id) ? ['DELETE', 'PUT'] : ['GET', 'DELETE', 'PUT']) {
        const head = `${method} ${apiPaths.posts}/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`
        const form =
          'content-type: application/x-www-form-urlencoded\r\ncontent-length: 7\r\nConnection: close\r\n\r\ntitle=x'
        const { status, text } = await rawSocket(address, [head + form])
        expect([id, method, status]).toEqual([id, method, status === 422 || status === 405 ? status : 404])
        expect(text).not.toContain('testery.example')
      }
    }
    expect(await filesIn('content')).toEqual(before)
    for (const id of ['crates', ...spellings]) expect((await send('GET', apiPaths.post(id))).status).toBe(200)
  })

  test('with dot segments are resolved first (RFC 3986): the list itself or no endpoint', async () => {
    const { listen, token, filesIn } = await blogApp({ files })
    const before = await filesIn('content')
    const address = listen()
    const asked = { 'GET .': 200, 'DELETE .': 405, 'PUT .': 405, 'GET ..': 404, 'DELETE ../../content/site.yml': 405 }
    for (const [line, expected] of Object.entries(asked)) {
      const [method, segment] = line.split(' ')
      const target = `${method} ${apiPaths.posts}/${segment} HTTP/1.1`
      const end = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`
      const { status } = await rawSocket(address, [`${target}\r\n${end}`])
      expect([line, status]).toEqual([line, expected])
    }
    expect(await filesIn('content')).toEqual(before)
  })

  test('are 404 for categories and tags', async () => {
    const { remove } = await blogApp()
    for (const id of ['..%2fsite', '__proto__', 'constructor', 'MILK', 'a'.repeat(100_000)]) {
      expect((await remove(`${apiPaths.tags}/${id}`)).status).toBe(404)
      expect((await remove(`${apiPaths.categories}/${id}`)).status).toBe(404)
    }
  })

  test('extra fields in a write change nothing', async () => {
    const { send, token, editable } = await blogApp({ files })
    const form = aForm({
      id: 'evil',
      updated: '1999-01-01',
      aliases: 'shipping',
      file: '../x',
      __proto__: 'x',
      author_id: 'mallory',
    })
    expect((await send('PUT', apiPaths.post('crates'), { form, token })).status).toBe(200)
    expect(await editable('crates')).toMatchObject({ id: 'crates', date: '2026-01-02T00:00:00.000Z', author_id: null })
  })
})
