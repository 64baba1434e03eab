import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LeadKind } from '#contract/lead-query.ts'
import { createMail } from '#server/leads/notify/mail.ts'
import { mailSettings } from '#server/lib/mailer.ts'
import { runningTime } from '#tests/helpers/running-time.ts'
import { aFollowedLog, aMessage, type FollowedLog } from './a-follower.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { counted } from './receiver.ts'

const aRegistration = (changes: Record<string, unknown> = {}) => ({
  id: '019aa000-0000-7000-8000-000000000001',
  at: '2026-11-20T10:00:00.000Z',
  firstName: 'Ann',
  lastName: 'Baker',
  email: 'ann@bakery.example',
  company: 'Good Bread',
  country: 'Canada',
  plan: 1,
  username: 'annbaker',
  token: 'spring-fair',
  passwordHash: '$argon2id$v=19$secret',
  marks: [],
  address: '203.0.113.0/24',
  ...changes,
})

let server: MailServer
let log: FollowedLog | undefined
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(async () => {
  await log?.close()
  log = undefined
  await server.stop()
})

const never = new AbortController().signal
function mail({ url = `smtp://127.0.0.1:${server.port}`, limitMs = 10_000 } = {}) {
  const settings = mailSettings(url, 'sales@vendor.example', 'site@vendor.example')
  if (typeof settings !== 'object') throw new Error(settings)
  return createMail({
    ...settings,
    to: 'sales@vendor.example',
    site: () => 'Acme',
    publicUrl: 'https://www.example.com',
    limitMs,
  })
}
async function mailed(kind: LeadKind, record: ReturnType<typeof aMessage> | ReturnType<typeof aRegistration>) {
  await mail().deliver({ kind, id: record.id, record }, never)
  const one = server.mails.at(-1)
  if (!one) throw new Error('No mail arrived.')
  return one
}
const header = ({ headers }: { headers: string[] }, name: string) =>
  headers.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim())

describe('a mail to the vendor', () => {
  test('has every field of a registration with its label, except the password hash', async () => {
    const one = await mailed('registration', aRegistration({ marks: ['fast'] }))
    expect([one.from, one.to]).toEqual(['site@vendor.example', ['sales@vendor.example']])
    expect(header(one, 'subject')).toEqual(['New trial: Good Bread'])
    expect(header(one, 'from')).toEqual(['Acme <site@vendor.example>'])
    expect(header(one, 'reply-to')).toEqual(['ann@bakery.example'])
    expect(header(one, 'message-id')).toEqual(['<registration.019aa000-0000-7000-8000-000000000001@vendor.example>'])
    expect(header(one, 'auto-submitted')).toEqual(['auto-generated'])
    expect(one.text).toBe(`A company signed up for Acme.

Marks: fast (a machine may have filled in the form)

First Name: Ann
Last Name: Baker
Email: ann@bakery.example
Company: Good Bread
Country: Canada
Software Edition: Basic
Username: annbaker
Token of the link: spring-fair
Received: Nov 20, 2026, 10:00 AM UTC
Network: 203.0.113.0/24

All leads: https://www.example.com/admin/leads`)
  })

  test('keeps the line breaks of a message in any language', async () => {
    const one = await mailed('message', aMessage({ name: 'Zoë', message: 'Größe?\r\n\r\n日本 🥖\u202eright to left' }))
    expect(header(one, 'subject')[0]).toStartWith('=?UTF-8?')
    expect(one.text).toInclude('Message:\nGröße?\n\n日本 🥖 right to left\n')
  })
})

describe('mail goes to the vendor only, whatever the form contains', () => {
  const hostile = [
    'a@b.example\r\nBcc: x@evil.example',
    'a@b.example\nTo: x@evil.example\n\nbody',
    'a@b.example, x@evil.example',
    '<x@evil.example>',
    'group: x@evil.example, y@evil.example;',
    '"x@evil.example" <a@b.example>',
    'a@b.example\u2028Cc: x@evil.example',
    'a@b.example\u0000',
    '(x@evil.example) a@b.example',
    `${'a'.repeat(300)}@b.example`,
  ]
  test.each(hostile)('%j', async (typed) => {
    const everywhere = { email: typed, name: typed, company: typed, firstName: typed, message: typed, phone: typed }
    for (const kind of ['message', 'registration'] as const) {
      const record = kind === 'message' ? aMessage(everywhere) : aRegistration(everywhere)
      const one = await mailed(kind, record)
      expect(one.to).toEqual(['sales@vendor.example'])
      expect(header(one, 'to')).toEqual(['sales@vendor.example'])
      expect([...header(one, 'cc'), ...header(one, 'bcc'), ...header(one, 'reply-to')]).toEqual([])
      expect(header(one, 'subject')).toHaveLength(1)
      expect(one.headers.filter((line) => !/^[A-Za-z-]+: \S/.test(line))).toEqual([])
    }
  })
})

describe('a mail server', () => {
  test('that rejects temporarily gets the same mails in order until it accepts, and its replies are not logged', async () => {
    server.refuse('is over quota, says sales@vendor.example')
    log = await aFollowedLog()
    await log.start(mail())
    const [first] = await log.write('one', 'two')
    await log.failed(2)
    server.refuse(undefined)
    await log.notified(2)
    expect(server.mails.map(({ text }) => /Message:\n(.+)/.exec(text)?.[1])).toEqual(['one', 'two'])
    expect(header(server.mails[0] ?? { headers: [] }, 'message-id')).toEqual([`<message.${first}@vendor.example>`])
    const failure = log.logged.find(({ event }) => event === 'notification failed')
    expect(failure).toMatchObject({ level: 'warn', channel: 'mail', reason: 'EENVELOPE 451', attempts: 1 })
    expect(JSON.stringify(log.logged)).not.toMatch(/vendor\.example|bakery\.example|quota/)
  })

  test('gets name and password unchanged; a failed login is logged without them', async () => {
    const asking = await startMailServer({ login: true })
    await mail({ url: `smtp://us%40er:p%40ss%20word@127.0.0.1:${asking.port}` }).deliver(
      { kind: 'message', id: 'x', record: aMessage() },
      never,
    )
    expect(asking.mails[0]?.user).toBe('us@er')
    const wrong = mail({ url: `smtp://user:wrong@127.0.0.1:${asking.port}` })
    const failing = wrong.deliver({ kind: 'message', id: 'x', record: aMessage() }, never)
    await expect(failing).rejects.toThrow(/^EAUTH 535$/)
    await asking.stop()
  })

  test('with an untrusted certificate gets neither mail nor password', async () => {
    const strange = await startMailServer({ login: true, tls: true })
    const url = `smtp://user:p%40ss%20word@127.0.0.1:${strange.port}`
    const failing = mail({ url }).deliver({ kind: 'message', id: 'x', record: aMessage() }, never)
    await expect(failing).rejects.toThrow(/^(ETLS|ESOCKET)/)
    expect([strange.mails, strange.passwords]).toEqual([[], []])
    await strange.stop()
  })

  test('that never greets is given up after a timeout, and at once on shutdown', async () => {
    const connections = counted<unknown>([])
    const silent = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: connections.add, data() {} },
    })
    const url = `smtp://127.0.0.1:${silent.port}`
    const failing = mail({ url, limitMs: 20 }).deliver({ kind: 'message', id: 'x', record: aMessage() }, never)
    await expect(failing).rejects.toThrow(/^EABORT$/)
    log = await aFollowedLog()
    await log.start(mail({ url }))
    await log.write('one')
    await connections.reach(2)
    expect(await runningTime(log.stop())).toBeLessThan(5_000)
    silent.stop(true)
  })
})
