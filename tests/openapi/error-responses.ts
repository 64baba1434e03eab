import { expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { aForm } from '#tests/blog/blog-app.ts'
import type { Sent } from './asking.ts'
import { describedCalls } from './described.ts'

type Ask = (name: string, sent?: Sent) => Promise<Response>

/** Valid bodies, so that only the resource is missing. */
const bodies: Record<string, Sent> = {
  '/api/blog-posts/{id}': { form: aForm() },
  '/api/categories/{id}': { json: { name: 'A name' } },
  '/api/tags/{id}': { json: { name: 'A name' } },
  '/api/categories/{id}/merge': { json: { into: 'production' } },
  '/api/tags/{id}/merge': { json: { into: 'bakery' } },
  '/api/blog-posts/{id}/history/{commit}/restore': { json: { revision: 'a' } },
  '/api/admin/passkeys/{id}': { json: { name: 'A name' } },
  '/api/leads/{id}/events': { json: { read: true } },
  '/api/working-copies/{key}': { json: { revision: null, fields: { format: 'md' } } },
}

/** The errors that every operation of a kind returns, as the administrator (`good`) or without a token (`ask`). */
export function testRefusals(good: Ask, ask: Ask): void {
  const needsToken = describedCalls.filter(({ operation }) => operation.responses[401])
  test.each(needsToken.map(({ name }) => name))('without a token: %s', async (name) => {
    const answer = await ask(name, { query: name.startsWith('GET') ? '?state=all' : '' })
    expect(answer.status).toBe(401)
  })

  const writes = describedCalls.filter(({ method }) => method !== 'get')
  test.each(writes.map(({ name }) => name))('from another website: %s', async (name) => {
    expect((await good(name, { headers: { origin: 'https://evil.example' }, json: {} })).status).toBe(403)
  })

  const some = describedCalls.filter(({ path }) => path.includes('{'))
  test.each(some.map(({ name, operation }) => [name, operation] as const))(
    'for an unknown resource: %s',
    async (name, { requestBody }) => {
      const query = name.startsWith('POST') ? '?_method=PUT' : name.startsWith('GET') ? '?state=all' : ''
      const answer = await good(name, { query, ...(requestBody ? bodies[name.replace(/^(POST|PUT) /, '')] : {}) })
      expect(answer.status).toBe(404)
    },
  )

  // An upload of a file alone is part of the test for imports.
  const takes = describedCalls.filter(({ operation, path }) => operation.requestBody && path !== adminPaths.imports)
  test.each(takes.map(({ name }) => name))('for an invalid body: %s', async (name) => {
    const multipart = 'multipart/form-data; boundary=x'
    const isLarge = /working-copies|content-file|branches\/publish|writing\/(?:document|text|merge|preview|check)/.test(
      name,
    )
    const isForm = /blog-posts|api\/media/.test(name) && !/restore|bulk|media\/(?:image|delete-unused|undo)/.test(name)
    const headers = { 'content-type': isForm ? multipart : 'application/json' }
    // With it, this is an update of the post that is called "bulk".
    const query = name.includes('bulk') ? '' : '?_method=PUT'
    const at = { id: name.includes('/api/tags') ? 'bakery' : name.includes('categories') ? 'production' : 'shown' }
    const empty = isForm ? { form: new FormData(), query, at } : { json: {}, query, at }
    const statuses = [
      (await good(name, { body: isForm ? 'no form' : '{', headers, query, at })).status,
      (await good(name, { body: 'x'.repeat(isForm || isLarge ? 12_000_000 : 100_000), headers, query, at })).status,
      (await good(name, { body: 'x', headers: { 'content-type': 'text/css' }, query, at })).status,
      (await good(name, empty)).status,
    ]
    expect(statuses).toEqual([400, 413, 415, 422])
  })
}
