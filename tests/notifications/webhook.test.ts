import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { createWebhook } from '#server/leads/notify/webhook.ts'
import { aMessage } from './a-follower.ts'
import { isSigned, type Receiver, SECRET, startReceiver } from './receiver.ts'

let receiver: Receiver
beforeEach(() => {
  receiver = startReceiver()
})
afterEach(() => receiver.stop())

const never = new AbortController().signal
const now = () => new Date()
const deliver = (record = aMessage(), kind: 'message' | 'registration' = 'message') =>
  createWebhook({ url: receiver.url, secret: SECRET }, now).deliver({ kind, id: record.id, record }, never)
const last = () => {
  const one = receiver.received.at(-1)
  if (!one) throw new Error('Nothing arrived.')
  return one
}

describe('a webhook (Standard Webhooks)', () => {
  test('contains type, time and every field except the password hash', async () => {
    const record = { ...aMessage(), plan: 2, marks: ['fast'] }
    await deliver(Object.assign({ passwordHash: '$argon2id$v=19$secret' }, record), 'registration')
    expect(last().body).toEqual({ type: 'registration.created', timestamp: record.at, data: record })
    expect(last().text).not.toContain('argon2')
    await deliver()
    expect(last().body.type).toBe('message.created')
  })

  test("is signed over id, time and body, as node:crypto and the standard's library verify", async () => {
    await deliver(aMessage({ message: 'Größe 日本 🥖\u2028' }))
    const { headers, text } = last()
    expect(headers.get('webhook-id')).toBe(`msg_${last().body.data.id}`)
    expect(Math.abs(Number(headers.get('webhook-timestamp')) - Date.now() / 1000)).toBeLessThan(10)
    expect(headers.get('content-type')).toBe('application/json')
    expect(isSigned(last(), SECRET)).toBe(true)
    expect(isSigned({ ...last(), text: text.replace('Ann', 'Eve') }, SECRET)).toBe(false)
    expect(() => new Webhook(SECRET).verify(text, Object.fromEntries(headers))).not.toThrow()
  })

  test.each([301, 307, 400, 401, 404, 429, 500, 503])(
    'fails on status %i without following a redirect',
    async (status) => {
      receiver.answer(() => new Response('data of others', { status, headers: { location: receiver.url } }))
      await expect(deliver()).rejects.toThrow(String(status))
      expect(receiver.received).toHaveLength(1)
    },
  )

  test.each([200, 201, 202, 204])('succeeds on status %i', async (status) => {
    receiver.answer(() => new Response(null, { status }))
    await deliver()
  })

  test('does not read an endless response', async () => {
    const ended = Promise.withResolvers<void>()
    const pull = (body: ReadableStreamDefaultController) => body.enqueue(new Uint8Array(64 * 1024))
    receiver.answer(() => new Response(new ReadableStream({ pull, cancel: () => ended.resolve() })))
    await deliver()
    await ended.promise
  })

  test('fails when the receiver does not respond in time', async () => {
    receiver.answer(() => new Promise<Response>(() => {}))
    const impatient = createWebhook({ url: receiver.url, secret: SECRET }, now, 20)
    const record = aMessage()
    const error = await impatient.deliver({ kind: 'message', id: record.id, record }, never).catch((thrown) => thrown)
    expect(error.name).toBe('TimeoutError')
  })

  test('reports errors without its URL', async () => {
    await receiver.stop()
    const error = await deliver().catch((thrown) => thrown)
    expect(error.code).toMatch(/refused/i)
  })
})
