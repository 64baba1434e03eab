import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp, createSections } from '#server/app.ts'
import { createApiPage, createOpenApi } from '#server/ops/openapi.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { describedCalls, document } from './described.ts'

/** Everything enabled that adds operations. */
const ALL_ON = { CAPTCHA: 'on', METRICS_TOKEN: 'sixteen-letters-or-more' }

/** Pages and files, which are not operations. */
const isPageOrFile = (path: string) => ['/*', '/storage/*', '/code/*'].includes(path) || path.startsWith('/static/')

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: ALL_ON })
})
afterAll(() => app.close())

/** The routes of the app that are operations; HEAD is implied. */
const answered = () =>
  createApp(app.services)
    .routes.filter(({ method, path, hooks }) => method !== 'HEAD' && !hooks?.detail?.hide && !isPageOrFile(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)

describe('the OpenAPI description', () => {
  test('matches docs/api.md; otherwise run: bun run api', async () => {
    expect(await Bun.file('docs/api.md').text()).toBe(createApiPage(createSections(app.services)))
  })

  test('is the recorded document; after a change of the API run: bun run api', async () => {
    expect(document).toEqual(createOpenApi(createSections(app.services)))
  })

  test('has every operation of the app and no other: each is an endpoint (server/http/endpoint.ts)', () => {
    expect(describedCalls.map(({ name }) => name).sort()).toEqual([...new Set(answered())].sort())
  })

  test('is public and answers 304 while unchanged', async () => {
    const answer = await app.get('/api/openapi.json')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(document)
    const etag = answer.headers.get('etag') ?? ''
    expect((await app.get('/api/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('has unique operation ids and only internal references', () => {
    const ids = describedCalls.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(refs.length).toBeGreaterThan(50)
    expect(refs.filter(([, kind = '', name = '']) => !document.components[kind]?.[name])).toEqual([])
  })

  test('requires the fields that a sign-up cannot omit', async () => {
    const register = document.paths['/company/register']?.post?.requestBody
    const { content } = register as { content: Record<string, { schema: { required: string[] } }> }
    const answer = await app.post('/company/register', {})
    const { errors }: { errors: Record<string, unknown> } = await answer.json()
    expect(content['application/json']?.schema.required).toEqual(Object.keys(errors))
  })
})
