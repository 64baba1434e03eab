import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { JSON_MAX_BYTES, MULTIPART_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
let url: string
let token: string
beforeAll(async () => {
  app = await testApp()
  url = app.listen()
  token = await app.login()
})
afterAll(() => app.close())

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=x'
const calls: [method: string, path: string, type: string, maxBytes: number][] = [
  ['POST', adminPaths.login, JSON_TYPE, JSON_MAX_BYTES],
  ['POST', apiPaths.register, JSON_TYPE, JSON_MAX_BYTES],
  ['POST', `${pagePaths.tryForFree}/a-token`, FORM_TYPE, JSON_MAX_BYTES],
  ['POST', apiPaths.contactMessages, JSON_TYPE, JSON_MAX_BYTES],
  ['POST', apiPaths.categories, JSON_TYPE, JSON_MAX_BYTES],
  ['POST', apiPaths.tags, JSON_TYPE, JSON_MAX_BYTES],
  ['POST', apiPaths.posts, FORM_TYPE, MULTIPART_MAX_BYTES],
  ['POST', `${apiPaths.post('a-post')}?_method=PUT`, FORM_TYPE, MULTIPART_MAX_BYTES],
]

const head = (method: string, path: string, type: string, bytes: number, authorization = `Bearer ${token}`) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${type}`,
    `Content-Length: ${bytes}`,
    `Authorization: ${authorization}`,
    '\r\n',
  ].join('\r\n')

describe('a body one byte above the limit is 413 before it is sent, and the connection is closed', () => {
  test.each(calls)('%s %s', async (method, path, type, maxBytes) => {
    const answer = await rawSocket(url, [head(method, path, type, maxBytes + 1)])
    expect(answer.status).toBe(413)
    expect(answer.head).toContain('connection: close')
    expect(answer.closedAfterMs).toBeDefined()
  })
})

test('answers 401 without a token, however large the announced body is', async () => {
  const answer = await rawSocket(url, [head('POST', apiPaths.posts, FORM_TYPE, 10 ** 12, 'none')], {
    isEnough: (text) => text.includes('\r\n\r\n'),
  })
  expect(answer.status).toBe(401)
})
