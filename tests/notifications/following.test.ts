import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { createWebhook } from '#server/leads/notify/webhook.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { runningTime } from '#tests/helpers/running-time.ts'
import { isPostgres } from '#tests/helpers/stores.ts'
import { aFollowedLog, type FollowedLog } from './a-follower.ts'
import { type Receiver, SECRET, startReceiver } from './receiver.ts'

const unavailable = () => new Response('no', { status: 503 })
const take = () => new Response(null, { status: 200 })

let log: FollowedLog
let receiver: Receiver
beforeEach(async () => {
  log = await aFollowedLog()
  receiver = startReceiver()
})
afterEach(async () => {
  await log.close()
  await receiver.stop()
})

describe('notifications of new leads', () => {
  test('are sent in order, one at a time, once each while nothing fails', async () => {
    let underWay = 0
    let most = 0
    receiver.answer(async () => {
      most = Math.max(most, ++underWay)
      await new Promise(setImmediate)
      underWay--
      return take()
    })
    await log.startWebhook(receiver.url)
    const texts = Array.from({ length: 50 }, (_, n) => `Message ${n}`)
    await log.write(...texts)
    await log.notified(50)
    expect(receiver.messages()).toEqual(texts)
    expect(most).toBe(1)
  })

  test('start when the channel is configured and continue over restarts', async () => {
    await log.write('old', 'older')
    await log.startWebhook(receiver.url)
    await log.stop()
    if (!isPostgres) expect((await stat(log.cursorFile())).mode & 0o777).toBe(0o600)
    await log.write('new')
    await log.startWebhook(receiver.url)
    await log.write('newer')
    await log.notified(2)
    expect(receiver.messages()).toEqual(['new', 'newer'])
  })

  test('start with the first line when the log was empty', async () => {
    await log.startWebhook(receiver.url)
    await log.stop()
    await log.write('first')
    await log.startWebhook(receiver.url)
    await log.notified(1)
    expect(receiver.messages()).toEqual(['first'])
  })

  test('are sent to each channel at its own pace', async () => {
    const other = startReceiver(unavailable)
    const slow = { ...createWebhook({ url: other.url, secret: SECRET }, () => new Date()), name: 'mail' as const }
    const fast = createWebhook({ url: receiver.url, secret: SECRET }, () => new Date())
    const both = await log.start(fast, slow)
    await log.write('one', 'two')
    await receiver.arrived(2)
    await log.failed(2)
    expect(both.state()).toBe('waiting')
    expect(other.messages().every((message) => message === 'one')).toBe(true)
    await other.stop()
  })
})

describe('a failed notification is sent again in order, at least once', () => {
  test('until it is accepted, before any later one', async () => {
    let refusals = 4
    receiver.answer(() => (refusals-- > 0 ? unavailable() : take()))
    const notifications = await log.startWebhook(receiver.url)
    const [id] = await log.write('one', 'two')
    await log.notified(2)
    expect(receiver.messages()).toEqual(['one', 'one', 'one', 'one', 'one', 'two'])
    expect(new Set(receiver.received.slice(0, 5).map(({ headers }) => headers.get('webhook-id')))).toEqual(
      new Set([`msg_${id}`]),
    )
    expect(notifications.state()).toBe('ok')
  })

  test('after the receiver was down', async () => {
    await receiver.stop()
    const port = await freePort()
    receiver = startReceiver(take, port)
    await receiver.stop()
    await log.startWebhook(receiver.url)
    await log.write('one', 'two')
    await log.failed(3)
    receiver = startReceiver(take, port)
    await log.notified(2)
    expect(receiver.messages()).toEqual(['one', 'two'])
  })

  test('after a restart, which keeps the remaining delay', async () => {
    receiver.answer(unavailable)
    await log.startWebhook(receiver.url)
    await log.write('one')
    await log.failed(3)
    await log.stop()
    const { attempts, notBefore } = await log.cursor()
    expect(attempts).toBeGreaterThanOrEqual(3)
    const answer = Promise.withResolvers<Response>()
    receiver.answer(() => answer.promise)
    const again = await log.startWebhook(receiver.url)
    expect(again.state()).toBe('waiting')
    answer.resolve(take())
    await log.notified(1)
    expect(Date.now()).toBeGreaterThanOrEqual(notBefore)
    expect(await log.cursor()).toMatchObject({ attempts: 0, notBefore: 0 })
  })

  test('after the process was killed, without waiting for an answer and with a correct cursor', async () => {
    receiver.answer(() => new Promise<Response>(() => {}))
    await log.startWebhook(receiver.url)
    await log.write('one')
    await receiver.arrived(1)
    expect(await runningTime(log.stop())).toBeLessThan(5_000)
    receiver.answer(take)
    await log.startWebhook(receiver.url)
    await log.notified(1)
    expect(receiver.messages()).toEqual(['one', 'one'])
    expect(log.logged.filter(({ event }) => event === 'notification failed')).toEqual([])
  })

  test('but not before the next start when the receiver is gone (410)', async () => {
    receiver.answer(() => new Response(null, { status: 410 }))
    const notifications = await log.startWebhook(receiver.url)
    await log.write('one')
    await log.ended(1)
    await log.write('two')
    await log.stop()
    expect(notifications.state()).toBe('waiting')
    expect(receiver.messages()).toEqual(['one'])
    expect(log.logged.at(-1)).toMatchObject({ event: 'notifications ended until the next start', reason: '410' })
    receiver.answer(take)
    await log.startWebhook(receiver.url)
    await log.notified(2)
    expect(receiver.messages()).toEqual(['one', 'one', 'two'])
  })
})
