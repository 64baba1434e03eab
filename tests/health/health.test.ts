import { afterEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp | undefined
afterEach(() => app?.close())

test('GET /healthz reports that the process responds', async () => {
  app = await testApp()
  const answer = await app.get('/healthz')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ status: 'ok' })
})

test('GET /readyz reports that the content is loaded', async () => {
  app = await testApp()
  const answer = await app.get('/readyz')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    ...{ status: 'ok', content: 'ok', images: 'ok', storage: 'ok', notifications: 'off', git: 'off' },
  })
})

test('GET /readyz says that files are invalid while the site stays up, without a figure', async () => {
  app = await testApp({
    files: {
      'posts/broken.md': '---\ntitle: [\n---\n',
      'posts/script.md': '---js\nmodule.exports = {}\n---\n',
      'posts/good.md': '---\ntitle: Good\nsummary: In short.\ncategory: production\ndate: 2026-01-02\n---\nText.\n',
    },
  })
  const answer = await app.get('/readyz')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    status: 'degraded',
    content: 'invalid',
    images: 'ok',
    storage: 'ok',
    notifications: 'off',
    git: 'off',
  })
})
