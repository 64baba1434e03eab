import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({ files: { 'posts/a-post.html': aPost() }, env: { PUBLIC_URL: 'https://www.testery.example' } })
  url = app.listen()
  // The home page is in the page cache from here on.
  for (const path of [pagePaths.home, pagePaths.blog]) await fetch(url + path)
})
afterAll(() => app.close())

/** Sends a GET with exactly these lines in its head. */
const ask = (target: string, lines: readonly string[], version = '1.1') => {
  const head = [`GET ${target} HTTP/${version}`, ...lines, 'Connection: close']
  return rawSocket(url, [Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1')])
}
const hosted = (target: string, host: string) => ask(target, [`Host: ${host}`])

/** A page from the cache, one that is rendered or missing, an operation, a file and a health check. */
const targets = [pagePaths.home, '/blog?page=99', apiPaths.tags, '/storage/nothing.png', '/healthz']

const invalid: Record<string, readonly string[]> = {
  'is empty': ['Host:'],
  'is only blanks': ['Host: \t '],
  'has user information': ['Host: a@b'],
  'has a password': ['Host: user:word@localhost'],
  'has a path': ['Host: a/b'],
  'has a backslash': ['Host: a\\b'],
  'has a query': ['Host: a?b'],
  'has a fragment': ['Host: a#b'],
  'has a blank': ['Host: a b'],
  'has a scheme': ['Host: http://localhost'],
  'is a list': ['Host: localhost, other.example'],
  'is repeated': ['Host: localhost', 'Host: other.example'],
  'is repeated with the same value': ['Host: localhost', 'Host: localhost'],
  'is repeated, empty first': ['Host:', 'Host: localhost'],
  'is repeated, empty last': ['Host: localhost', 'Host:'],
  'has a port out of range': ['Host: localhost:65536'],
  'has a negative port': ['Host: localhost:-1'],
  'has a port of letters': ['Host: localhost:http'],
  'has a percent-encoding': ['Host: local%2fhost'],
  'has quotes': ['Host: "localhost"'],
  'has markup': ['Host: <b>'],
  'has bytes beyond ASCII': ['Host: b\xfccher.example'],
  'has an empty label': ['Host: www..testery.example'],
  'is an IPv4 address out of range': ['Host: 256.1.1.1'],
  'is an open bracket': ['Host: [::1'],
  'is an IPv6 address without brackets': ['Host: ::1'],
  'is no IPv6 address': ['Host: [:::1]'],
  'has an IPv6 zone': ['Host: [fe80::1%25eth0]'],
  'has 300 characters': [`Host: ${'a.'.repeat(150)}`],
  'has a label of 64 characters': [`Host: ${'a'.repeat(64)}`],
}

describe('answers 400 before routing and before the page cache when the Host header', () => {
  test.each(Object.entries(invalid))('%s', async (_, lines) => {
    const answers = await Promise.all(targets.map((target) => ask(target, lines)))
    expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 400))
    for (const { head, body } of answers) {
      expect(JSON.parse(body)).toEqual({
        message: 'The Host header is missing or not valid. Send exactly one, with a host name and perhaps a port.',
      })
      expect(head).toContain('content-type: application/json; charset=utf-8')
      expect(head).toContain('strict-transport-security: max-age=31536000')
      expect(head).toContain('x-request-id: ')
      expect(head).toContain('connection: close')
    }
  })

  test('is missing, even in HTTP/1.0', async () => {
    expect((await ask(pagePaths.home, [])).status).toBe(400)
    expect((await ask(pagePaths.home, [], '1.0')).status).toBe(400)
  })

  test('is invalid although the request target names a host', async () => {
    expect((await hosted('http://localhost/healthz', 'a@b')).status).toBe(400)
  })
})

describe('serves the requested path when the Host header', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    'localhost:',
    'www.testery.example',
    'www.testery.example.',
    'xn--bcher-kva.example',
    'under_score.example',
    '127.0.0.1',
    '127.0.0.1:65535',
    '[::1]',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
    'x',
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`,
  ])('is %s', async (host) => {
    expect((await hosted('/healthz', host)).body).toBe('{"status":"ok"}')
    expect((await hosted(`${apiPaths.posts}?fields=card`, host)).body).toStartWith('[{"id":"a-post"')
    expect((await hosted(pagePaths.home, host)).status).toBe(200)
    expect((await hosted('/nothing', host)).status).toBe(404)
  })
})

test('ignores the host of an absolute request target', async () => {
  const answer = await hosted('http://evil.example/healthz', 'localhost')
  expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}'])
  expect(answer.text).not.toContain('evil.example')
})

test('accepts requests on one connection only as long as each has a valid host', async () => {
  const good = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const { text } = await rawSocket(url, [good, good.replace('localhost', 'a@b'), good])
  expect(text.match(/HTTP\/1\.1 \d+/g)?.slice(0, 2)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})
