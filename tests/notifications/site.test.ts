import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { type Site, startSite } from '#tests/helpers/site.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { metricsIn } from '#tests/metrics/exposition.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'
import { startMailServer } from './mail-server.ts'
import { isSigned, type Receiver, SECRET, startReceiver } from './receiver.ts'

const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Hello.' }
const mail = { MAIL_TO: 'sales@v.example', MAIL_FROM: 'site@v.example' }
const silence = () => new Promise<Response>(() => {})

let receiver: Receiver
let app: TestApp | undefined
let site: Site | undefined
beforeEach(() => {
  receiver = startReceiver()
})
afterEach(async () => {
  await app?.close()
  await site?.close()
  await receiver.stop()
  app = site = undefined
})
const env = () => ({ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: SECRET })
const readiness = async () => (await (await app?.get('/readyz'))?.json()) as { status: string; notifications: string }

describe('the site notifies the vendor', () => {
  test('of sign-ups and messages with a signature, without the password or its hash', async () => {
    app = await testApp({ env: env() })
    expect((await app.post(apiPaths.register, aRegistration())).status).toBe(200)
    await receiver.arrived(1)
    expect((await app.post(apiPaths.contactMessages, message)).status).toBe(201)
    await receiver.arrived(2)
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['registration.created', 'message.created'])
    expect(receiver.received.every((one) => isSigned(one, SECRET))).toBe(true)
    const { password } = aRegistration()
    expect(receiver.received[0]?.text).not.toContain(password)
    expect(receiver.received[0]?.text).not.toContain('argon2id')
    expect(await readiness()).toMatchObject({ status: 'ok', notifications: 'ok' })
    expect(app.logged.join()).not.toMatch(/bakery|hooks/)
  })

  test('without delaying a response', async () => {
    receiver.answer(silence)
    app = await testApp({ env: env() })
    for (let n = 0; n < 5; n++) expect((await app.post(apiPaths.contactMessages, message)).status).toBe(201)
    await receiver.arrived(1)
    expect(receiver.received).toHaveLength(1)
  })

  test('and reports failures in /readyz without becoming unready', async () => {
    app = await testApp()
    expect(await readiness()).toMatchObject({ status: 'ok', notifications: 'off' })
    await app.close()
    receiver.answer(() => new Response(null, { status: 500 }))
    app = await testApp({ env: env() })
    await app.post(apiPaths.contactMessages, message)
    // The second attempt starts after the first was counted.
    await receiver.arrived(2)
    expect(await readiness()).toMatchObject({ status: 'ok', notifications: 'waiting' })
  })

  test('again with the same id when it was killed before it stored its progress', async () => {
    receiver.answer(silence)
    const content = await mkdtemp(join(tmpdir(), 'small-content-'))
    for (const [path, text] of Object.entries(smallContent)) await Bun.write(join(content, path), text)
    site = await startSite({ ...env(), CONTENT_DIR: content })
    const send = () =>
      fetch(`${site?.url}${apiPaths.contactMessages}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      })
    await send()
    await receiver.arrived(1)
    await send()
    await site.kill()
    receiver.answer(() => new Response(null, { status: 204 }))
    await site.start()
    await receiver.arrived(3)
    const ids = receiver.received.map(({ headers }) => headers.get('webhook-id'))
    expect(ids[1]).toBe(ids[0] ?? '')
    expect(ids[2]).not.toBe(ids[0] ?? '')
    await rm(content, { recursive: true })
  })

  test('and deletes temporary cursor files of a crash', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'notifications-'))
    const half = join(dir, 'storage/private/cursors/.contact-messages.webhook.json.0123456789ab.tmp')
    await Bun.write(half, 'half')
    app = await testApp({ env: { ...env(), STORAGE_DIR: join(dir, 'storage') } })
    expect(await Bun.file(half).exists()).toBe(false)
    await rm(dir, { recursive: true })
  })

  test("by mail with the product's name and a link to all leads", async () => {
    const server = await startMailServer()
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`
    app = await testApp({ env: { ...mail, SMTP_URL, PUBLIC_URL: 'https://www.v.example' } })
    await app.post(apiPaths.contactMessages, message)
    await server.arrived(1)
    expect(server.mails[0]?.to).toEqual(['sales@v.example'])
    expect(server.mails[0]?.text).toStartWith('Someone wrote to Testery.')
    expect(server.mails[0]?.text).toEndWith('https://www.v.example/admin/leads')
    await server.stop()
  })

  test('without delaying a response while the mail server is down', async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`
    app = await testApp({ env: { ...mail, SMTP_URL } })
    expect((await app.post(apiPaths.contactMessages, message)).status).toBe(201)
    expect(app.logged.join()).not.toMatch(/v\.example|127\.0\.0\.1/)
  })

  test('by mail of everything that came in while the mail server was down, after a restart', async () => {
    const port = await freePort()
    const token = 'a-token-of-the-monitoring'
    const settings = { ...mail, SMTP_URL: `smtp://127.0.0.1:${port}`, METRICS_TOKEN: token }
    const backlog = async () => {
      const answer = await app?.get('/metrics', { headers: { authorization: `Bearer ${token}` } })
      const { of } = metricsIn((await answer?.text()) ?? '')
      return {
        bytes: of('site_notification_backlog_bytes', { channel: 'mail', log: 'message' }) ?? 0,
        attempts: of('site_notification_failed_attempts', { channel: 'mail', log: 'message' }) ?? 0,
      }
    }
    app = await testApp({ env: settings })
    const { dir } = app
    for (const name of ['Bea', 'Ben', 'Cem']) {
      expect((await app.post(apiPaths.contactMessages, { ...message, name })).status).toBe(201)
    }
    expect((await app.post(apiPaths.register, aRegistration())).status).toBe(200)
    await eventually(backlog, ({ attempts }) => attempts > 0)
    expect((await backlog()).bytes).toBeGreaterThan(0)
    expect(await readiness()).toMatchObject({ status: 'ok', storage: 'ok', notifications: 'waiting' })
    const dashboard = await app.send('GET', adminPaths.contentState, { token: await app.login() })
    expect(await dashboard.json()).toEqual({ git: 'off', notificationsWaiting: true })
    expect((await app.get('/')).status).toBe(200)
    await app.stop()

    const server = await startMailServer({ port })
    app = await testApp({ env: settings, dir, now: () => new Date(Date.now() + 2 * 60 * 60 * 1000) })
    await server.arrived(4)
    await eventually(backlog, ({ bytes }) => bytes === 0)
    expect(await readiness()).toMatchObject({ status: 'ok', notifications: 'ok' })
    expect(server.mails).toHaveLength(4)
    const names = server.mails.flatMap(({ text }) => /\b(Bea|Ben|Cem)\b/.exec(text)?.[1] ?? [])
    expect(names).toEqual(['Bea', 'Ben', 'Cem'])
    await server.stop()
  }, 60_000)
})
