import { afterEach, beforeEach, expect, test } from 'bun:test'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { createLeadReader } from '#server/leads/records/lead-reader.ts'
import { describeOnFiles } from '#tests/helpers/stores.ts'
import { aFollowedLog, aMessage, type FollowedLog } from './a-follower.ts'
import { type Receiver, startReceiver } from './receiver.ts'

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

describeOnFiles('following a changed log', () => {
  test('skips an erased lead and sends later ones once, wherever they moved', async () => {
    await log.startWebhook(receiver.url)
    const [first] = await log.write('one', 'two')
    await log.notified(2)
    await log.stop()
    const [third] = await log.write('three', 'four')
    // Longer than the line that it replaces, so that everything after it moves.
    const tombstone = (id: string) => ({ id, at: 'x'.repeat(900), erased: '2026-11-21T10:00:00.000Z' })
    for (const id of [first, third]) if (id) await log.log().replace({ id, offset: 0 }, tombstone(id))
    await log.startWebhook(receiver.url)
    await log.notified(3)
    expect(receiver.messages()).toEqual(['one', 'two', 'four'])
  })

  test('skips a damaged line and other records', async () => {
    await log.startWebhook(receiver.url)
    await log.write('one')
    await log.notified(1)
    await log.stop()
    const text = await readFile(log.path, 'utf8')
    const strange = `{"id":"x","email":"a@b.example"}\n${JSON.stringify(aMessage({ email: undefined }))}\n`
    const long = `{"id":"${'x'.repeat(1_500_000)}"}\n`
    await log.replaceLog(
      `${text}{"id": broken\n\n[]\n${long}${strange}${JSON.stringify(aMessage({ message: 'two' }))}\n`,
    )
    await log.startWebhook(receiver.url)
    await log.notified(2)
    expect(receiver.messages()).toEqual(['one', 'two'])
  })

  test('continues from the last known position when the last id is missing, and logs it', async () => {
    await log.startWebhook(receiver.url)
    await log.write('one', 'two')
    await log.notified(2)
    await log.stop()
    const others = ['ONE', 'TWO', 'three'].map((message) => `${JSON.stringify(aMessage({ message }))}\n`)
    await log.replaceLog(others.join(''))
    await log.startWebhook(receiver.url)
    await log.notified(3)
    expect(receiver.messages()).toEqual(['one', 'two', 'three'])
    expect(log.logged.some(({ event }) => String(event).includes('points nowhere'))).toBe(true)
  })

  test('continues at the end of a truncated log', async () => {
    await log.startWebhook(receiver.url)
    await log.write('one', 'two')
    await log.notified(2)
    await log.stop()
    await log.replaceLog(`${JSON.stringify(aMessage({ message: 'restored' }))}\n`)
    await log.startWebhook(receiver.url)
    await log.write('three')
    await log.notified(3)
    expect(receiver.messages()).toEqual(['one', 'two', 'three'])
  })

  test.each(['', '{"after": 1}', 'null', '{"after":"","offset":-1,"attempts":0,"notBefore":0}'])(
    'continues at the end with a damaged cursor (%j), and logs it',
    async (text) => {
      await log.write('before')
      await Bun.write(log.cursorFile(), text)
      await log.startWebhook(receiver.url)
      await log.write('after')
      await log.notified(1)
      expect(receiver.messages()).toEqual(['after'])
      expect(log.logged[0]).toMatchObject({ level: 'error', channel: 'webhook', kind: 'message' })
    },
  )

  test('starts the site although a cursor cannot be read', async () => {
    await mkdir(log.cursorFile(), { recursive: true })
    await log.startWebhook(receiver.url)
    await log.write('after')
    await log.notified(1)
    expect(log.logged[0]).toMatchObject({ level: 'error', channel: 'webhook' })
  })

  test('sends nothing that is not yet durable', async () => {
    const [id] = await log.write('written')
    const end = log.log().end()
    await appendFile(log.path, `${JSON.stringify(aMessage())}\n`)
    const leads = createLeadReader(log.model())
    const first = await leads.firstFrom('message', 0)
    expect(first).toMatchObject({ id, offset: 0, length: end })
    expect(await leads.firstFrom('message', end)).toBeUndefined()
  })
})
