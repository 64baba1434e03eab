import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { MessageSchema } from '#contract/api.ts'
import { pathWith } from '#contract/path-pattern.ts'
import { endpoint, jsonBody, message, ok, parameters, privately } from '#server/http/endpoint.ts'
import { RateLimitError } from '#server/lib/errors.ts'
import { appWith } from '#tests/helpers/endpoints.ts'

const crate = pathWith('/api/crates/:id')
const described = { id: 'readCrate', summary: 'Returns a crate' }
const reading = endpoint({
  ...described,
  method: 'GET',
  path: crate.pattern,
  access: 'public',
  query: parameters(v.object({ unit: v.optional(v.picklist(['kg', 'lb'])) })),
  response: ok(v.object({ id: v.string(), unit: v.string() }), 'The crate.'),
  handle: ({ params, query: { unit = 'kg' } }) => ({ id: params.id, unit }),
})
const naming = endpoint({
  ...described,
  method: 'PUT',
  path: crate.pattern,
  fromForm: { id: 'renameCrate', summary: 'Renames a crate' },
  access: 'public',
  body: jsonBody(v.object({ name: v.string() })),
  response: privately(message('Renamed.')),
  handle: ({ params, body }) => ({ message: `${params.id} is ${body.name}` }),
})

const send = (app: ReturnType<typeof appWith>, method: string, path: string, json?: unknown) =>
  app.handle(
    new Request(`http://localhost${path}`, {
      method,
      ...(json !== undefined && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    }),
  )

describe('an endpoint', () => {
  test('gets its parameters from the path that the browser builds, and its query validated', async () => {
    const app = appWith([reading])
    const answer = await send(app, 'GET', `${crate('a b')}?unit=lb`)
    expect(await answer.json()).toEqual({ id: 'a b', unit: 'lb' })
    expect((await send(app, 'GET', `${crate('a')}?unit=oz`)).status).toBe(422)
  })

  test('answers HEAD with the length of what GET returns', async () => {
    const app = appWith([reading])
    const [get, head] = [await send(app, 'GET', crate('a')), await send(app, 'HEAD', crate('a'))]
    const { byteLength } = await get.bytes()
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(byteLength), ''])
  })

  test('with PUT takes what an HTML form sends as POST, and no other POST', async () => {
    const app = appWith([reading, naming])
    const answer = await send(app, 'POST', `${crate('a')}?_method=put`, { name: 'Rye' })
    expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([
      { message: 'a is Rye' },
      'private, no-store',
    ])
    const other = await send(app, 'POST', crate('a'), { name: 'Rye' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT'])
  })

  test('for administrators rejects anybody else before it reads the body, or counts the request', async () => {
    const counted: string[] = []
    const limit = { consume: (address: string) => void counted.push(address) }
    const app = appWith([{ ...naming, access: 'administrator', limit }])
    expect((await send(app, 'PUT', crate('a'), { wrong: true })).status).toBe(401)
    expect(counted).toEqual([])
  })

  test('counts a request before it reads the body', async () => {
    const limit = {
      consume() {
        throw new RateLimitError('Too many.', 60)
      },
    }
    const answer = await send(appWith([{ ...naming, limit }]), 'PUT', crate('a'), { wrong: true })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
  })

  test('that this site does not have is 404', async () => {
    expect((await send(appWith([{ ...reading, isOff: true }]), 'GET', crate('a'))).status).toBe(404)
  })

  test('that streams is not read for HEAD', async () => {
    let isCanceled = false
    const bytes = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => {
        isCanceled = true
      },
    })
    const endless = endpoint({
      ...described,
      method: 'GET',
      path: '/api/endless',
      access: 'public',
      response: { ...ok(MessageSchema, 'Without an end.'), isStream: true },
      handle: () => new Response(bytes),
    })
    const head = await send(appWith([endless]), 'HEAD', '/api/endless')
    expect([head.status, await head.text(), isCanceled]).toEqual([200, '', true])
  })
})
