import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { changes, changeText, isChange, newBrowserText } from '#server/admin/notices/notice-texts.ts'
import { createNotices } from '#server/admin/notices/notices.ts'
import { createLog } from '#server/lib/log.ts'
import { mailSettings } from '#server/lib/mailer.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { type MailServer, startMailServer } from '#tests/notifications/mail-server.ts'
import { createPasskeySite } from './passkey-site.ts'
import { ANN, appWithPeople, BOB } from './people.ts'
import { MINUTE_MS, siteAndShell } from './shell.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PUBLIC_URL = 'https://www.testery.example'
const FROM = 'site@testery.example'

let server: MailServer
let app: Awaited<ReturnType<typeof appWithPeople>>
let url = ''
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(async () => {
  await app?.close()
  await server.stop()
})

const smtp = () => ({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: FROM, TRUSTED_PROXIES: '127.0.0.1/32' })
const start = async (env: Record<string, string> = {}) => {
  app = await appWithPeople({ env: { ...smtp(), PUBLIC_URL, ...env } })
  url = app.listen()
}
/** Through a proxy, so that there is a network. */
const send = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: {
      'user-agent': FIREFOX,
      'x-forwarded-for': '203.0.113.77',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(json),
  })
const login = (json: Record<string, string> = {}) => send(adminPaths.login, { ...ADMIN, ...json })
const change = (token: string, json: unknown) => send(adminPaths.account, json, { authorization: `Bearer ${token}` })
const subjectOf = (n: number) =>
  server.mails[n]?.headers.find((line) => line.startsWith('Subject: '))?.slice('Subject: '.length)
const mailTo = (email: string) => server.mails.findLast(({ to }) => to.includes(email))
const NEW_BROWSER = 'login from a new browser'
const WHEN_AND_WHERE = 'Time: Mar 1, 2026, 10:00 AM UTC\nBrowser: Firefox on Linux\nNetwork: 203.0.113.0/24'

test('the mail about a reset says what was removed', () => {
  const where = { time: new Date(), browser: '', network: '' }
  const { text } = changeText({ name: 'Testery', publicUrl: PUBLIC_URL }, ADMIN.email, 'password.reset', where)
  expect(text).toContain('All passkeys and the codes of the authenticator app are removed')
})

describe('an administrator gets a mail', () => {
  test('about a login from a new browser, and none from a known one', async () => {
    await start()
    const { token, deviceToken } = await (await login()).json()
    await server.arrived(1)
    expect(server.mails[0]).toMatchObject({ from: FROM, to: [ADMIN.email] })
    expect(subjectOf(0)).toBe('Testery: login from a new browser')
    expect(server.mails[0]?.text).toBe(
      [
        'Someone logged in to the dashboard of Testery with your account, in a browser that has not been used for that before.',
        WHEN_AND_WHERE,
        'If this was you, there is nothing to do.',
        `If this was not you: end all other sessions and change your password on ${PUBLIC_URL}/admin/account. If you cannot log in, ask who runs the server for: bun run admin reset ${ADMIN.email}`,
      ].join('\n\n'),
    )
    expect(JSON.stringify(server.mails)).not.toContain('113.77')
    expect(JSON.stringify(server.mails)).not.toContain(token)
    expect((await login({ deviceToken })).status).toBe(200)
    await change(token, { password: 'another good password' })
    await server.arrived(2)
    expect(subjectOf(1)).toBe('Testery: your login was changed')
    expect(server.mails[1]?.text).toStartWith('Your password was changed.')
  })

  test('about a login with a device token of somebody else', async () => {
    await start()
    const { token, deviceToken } = await (await login()).json()
    await app.add(token, ANN)
    await server.arrived(5)
    await login({ email: ANN.email, password: ANN.password, deviceToken })
    await server.arrived(6)
    const subjects = server.mails.map((_, n) => subjectOf(n))
    const toAnn = subjects.filter((_, n) => server.mails[n]?.to.includes(ANN.email))
    expect(toAnn).toEqual(['you are invited', NEW_BROWSER, NEW_BROWSER].map((one) => `Testery: ${one}`))
  })

  test('about a passkey that was added, and about a login with it only in a new browser', async () => {
    const site = await createPasskeySite({ env: smtp() })
    await server.arrived(2)
    expect(server.mails[1]?.text).toStartWith('A passkey was added to your account.')
    const { deviceToken } = await (await site.logInWith(site.first)).json()
    await server.arrived(3)
    expect(subjectOf(2)).toBe('Testery: login from a new browser')
    expect((await site.logInWith(site.first, {}, deviceToken)).status).toBe(200)
    await site.choose('two-steps')
    await server.arrived(4)
    expect(server.mails[3]?.text).toStartWith('The way in which you log in was changed.')
    await site.close()
  })

  test('twenty times an hour in all, whatever the mails are about, and then about that', async () => {
    const site = await siteAndShell({ env: smtp() })
    const { code, recovery } = await site.addSecondFactor()
    for (const one of recovery) expect((await site.logIn({ code: one })).status).toBe(200)
    for (let n = 0; n < 2; n++) {
      site.pass(MINUTE_MS)
      expect((await site.logIn({ code: code() })).status).toBe(200)
    }
    await server.arrived(21)
    await site.close()
    const subjects = server.mails.map((_, n) => subjectOf(n))
    const sent = (subject: string) => subjects.filter((one) => one === `Testery: ${subject}`).length
    expect(['your login was changed', 'login from a new browser', 'many notifications'].map(sent)).toEqual([10, 10, 1])
  })

  test('about a changed e-mail at the old address, without the new one', async () => {
    await start()
    const { token } = await (await login()).json()
    expect((await change(token, { email: BOB.email })).status).toBe(200)
    await server.arrived(2)
    expect(server.mails[1]).toMatchObject({ to: [ADMIN.email] })
    expect(subjectOf(1)).toBe('Testery: your e-mail was changed')
    expect(server.mails[1]?.text).toInclude(WHEN_AND_WHERE)
    expect(JSON.stringify(server.mails)).not.toContain(BOB.email)
  })

  test('with an invitation, whose link works', async () => {
    await start()
    const { token } = await (await login()).json()
    const invited = await app.invite(token, ANN.email)
    await server.arrived(3)
    const text = mailTo(ANN.email)?.text
    expect(text).toInclude(`Choose your name and password here: ${PUBLIC_URL}${invited.path}\n`)
    expect(text).toStartWith('Administrator invites you to the dashboard of Testery')
    expect(text).toInclude('valid once, until Mar 3, 2026, 10:00 AM UTC')
  })

  test('about an invitation in their name, without its link, and about its acceptance', async () => {
    await start()
    const { token } = await (await login()).json()
    const headers = { authorization: `Bearer ${token}` }
    const invited = await (await send(adminPaths.invitations, { email: ANN.email }, headers)).json()
    await server.arrived(3)
    const made = mailTo(ADMIN.email)
    expect(made?.text).toStartWith(`${ANN.email} was invited in your name to the dashboard of Testery`)
    expect(made?.text).toInclude(WHEN_AND_WHERE)
    expect(made?.text).toInclude(`withdraw the invitation on ${PUBLIC_URL}/admin/account`)
    expect(JSON.stringify(made)).not.toContain(app.tokenIn(invited))
    const { name, password } = ANN
    await send(adminPaths.acceptInvitation, { token: app.tokenIn(invited), name, password })
    await server.arrived(4)
    const accepted = mailTo(ADMIN.email)
    expect(accepted?.text).toStartWith(`${ANN.email} accepted your invitation and is an administrator`)
    expect(accepted?.text).toInclude(WHEN_AND_WHERE)
  })

  test('with an invitation without its link where the public URL is unknown', async () => {
    await start({ PUBLIC_URL: '' })
    const { token } = await (await login()).json()
    const invited = await app.invite(token, ANN.email)
    await server.arrived(3)
    expect(mailTo(ANN.email)?.text).toInclude('You get the link from them.')
    expect(mailTo(ANN.email)?.text).not.toContain(app.tokenIn(invited))
  })
})

describe('nobody gets a mail', () => {
  test('without a mail server', async () => {
    app = await appWithPeople()
    url = app.listen()
    const { token } = await (await login()).json()
    expect((await app.invite(token, ANN.email)).path).toStartWith('/admin/invite#')
    expect(app.logged.join()).not.toContain('notified')
  })

  test('for a failed login, whatever e-mail is typed', async () => {
    await start()
    for (const email of [ADMIN.email, 'stranger@elsewhere.example', `a@b.example\r\nBcc: ${ANN.email}`])
      expect((await login({ email, password: 'wrong wrong wrong' })).status).toBe(422)
    await login()
    await server.arrived(1)
    expect(server.mails.map(({ to }) => to)).toEqual([[ADMIN.email]])
  })
})

test('a mail server that rejects fails no login, and is logged without addresses', async () => {
  await start()
  server.refuse('is unknown here')
  const answer = await login()
  expect(answer.status).toBe(200)
  expect(Object.keys(await answer.json())).toEqual(['token', 'deviceToken'])
  const failures = () => app.logged.filter((line) => line.includes('administrator not notified'))
  const [failure = ''] = await eventually(failures, (lines) => lines.length > 0)
  expect(JSON.parse(failure)).toMatchObject({ what: 'new browser', reason: 'EENVELOPE 451', attempts: 1 })
  expect(failure).not.toContain('@')
})

test('a mail server that never answers delays no login', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  await start({ SMTP_URL: `smtp://127.0.0.1:${silent.port}` })
  for (let n = 0; n < 5; n++) expect((await login()).status).toBe(200)
  await app.close()
  silent.stop(true)
})

describe('a text', () => {
  const site = { name: 'Testery', publicUrl: PUBLIC_URL }
  const circumstances = { time: new Date('2026-03-01T10:00:00Z'), browser: 'Firefox on Linux', network: '' }

  test.each(Object.keys(changes).filter(isChange))('exists for %s', async (event) => {
    const notices = createNotices({ ...noticeOptions(), site: () => 'Testery' })
    notices.ofEvent(event, { actor: ANN.email, by: '1' })
    await server.arrived(1)
    expect(server.mails[0]?.to).toEqual([ANN.email])
    expect(server.mails[0]?.text).toStartWith(changes[event])
    notices.close()
  })

  test('names no e-mail that a shell would interpret', () => {
    const { text } = changeText(site, '$(reboot)@evil.example', 'password.changed', circumstances)
    expect(text).toEndWith('bun run admin reset EMAIL')
    expect(newBrowserText(site, ANN.email, circumstances).text).toInclude('Network: unknown')
  })
})

function noticeOptions() {
  const mail = mailSettings(`smtp://127.0.0.1:${server.port}`, undefined, FROM)
  if (typeof mail !== 'object') throw new Error(mail)
  const log = createLog('error', () => {})
  return { mail, publicUrl: PUBLIC_URL, now: () => new Date('2026-03-01T10:00:00Z'), log }
}

describe('a name or e-mail with line breaks', () => {
  test.each(['a@b.example\r\nBcc: x@evil.example', 'a@b.example, x@evil.example', '"x" <x@evil.example>', 'shell'])(
    'adds no recipient: %j',
    async (hostile) => {
      const notices = createNotices({ ...noticeOptions(), site: () => `Testery\r\nBcc: x@evil.example` })
      notices.ofEvent('password.changed', { actor: hostile, by: '1' })
      const invited = { path: '/admin/invite#token', until: '2026-03-03T10:00:00Z' }
      notices.ofInvitation(hostile, invited, { id: '1', email: ANN.email, name: hostile })
      notices.ofInvitation(BOB.email, invited, { id: '1', email: ANN.email, name: `${hostile}\r\nBcc: x@evil.example` })
      await server.arrived(1)
      const [one] = server.mails
      expect(server.mails.map(({ to }) => to)).toEqual([[BOB.email]])
      expect(one?.headers.filter((line) => /^(bcc|cc):/i.test(line) || !/^[A-Za-z-]+: \S/.test(line))).toEqual([])
      expect(one?.text).not.toMatch(/^Bcc:/m)
      notices.close()
    },
  )
})
