import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { changes } from '#server/admin/notices/notice-texts.ts'
import { type MailSettings, mailSettings } from '#server/lib/mailer.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { type MailServer, startMailServer } from '#tests/notifications/mail-server.ts'
import { codeOf, passwordIn, recoveryCodesIn, runAdmin } from './shell.ts'

const PUBLIC_URL = 'https://www.testery.example'
const FROM = 'site@testery.example'
const PLACE = 'Time: Mar 1, 2026, 10:00 AM UTC\nPlace: the shell of the server'

let server: MailServer
let site: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  server = await startMailServer()
  site = await testApp({ env: { PUBLIC_URL } })
})
afterEach(async () => {
  await site.close()
  await server.stop()
})

const now = () => new Date('2026-03-01T10:00:00Z')
function settings(): MailSettings {
  const mail = mailSettings(`smtp://127.0.0.1:${server.port}`, undefined, FROM)
  if (typeof mail !== 'object') throw new Error(mail)
  return mail
}
const shell = () => ({ storageDir: join(site.dir, 'storage'), now, publicUrl: PUBLIC_URL, mail: settings() })
const admin = (...args: string[]) => runAdmin(shell(), args, (asked) => codeOf(asked, now()))
const subjectOf = (n: number) =>
  server.mails[n]?.headers.find((line) => line.startsWith('Subject: '))?.slice('Subject: '.length)

describe('a command of bun run admin that changes a login', () => {
  test('mails the administrator what was changed, when and where, and no secret', async () => {
    const outputs = [
      await admin('add-2fa'),
      await admin('new-codes', ADMIN.email),
      await admin('remove-2fa', ADMIN.email),
      await admin('reset', ADMIN.email),
    ].map(({ output }) => output)
    expect(server.mails.map(({ to, text }) => [to, text.split('\n')[0]])).toEqual(
      (['second-factor.on', 'recovery-codes.made', 'second-factor.off', 'password.reset'] as const).map((event) => [
        [ADMIN.email],
        `${changes[event]} This is about your account in the dashboard of Testery.`,
      ]),
    )
    expect(subjectOf(0)).toBe('Testery: your login was changed')
    for (const { text } of server.mails) expect(text).toInclude(PLACE)
    for (const output of outputs) expect(output).toEndWith(`\n${ADMIN.email} gets a mail about this.\n`)
    const mailed = JSON.stringify(server.mails)
    const secrets = outputs.flatMap((output) => [passwordIn(output), ...recoveryCodesIn(output)]).filter(Boolean)
    expect(secrets).toHaveLength(21)
    for (const secret of secrets) expect(mailed).not.toContain(secret)
  })

  test('sends the mail also while the site is stopped', async () => {
    await site.stop()
    expect((await admin('reset')).code).toBe(0)
    expect(server.mails.map(({ to }) => to)).toEqual([[ADMIN.email]])
  })

  test('sends nothing when it changes nothing', async () => {
    await admin('remove-2fa')
    await admin('new-codes')
    await admin('reset', 'nobody@testery.example')
    await admin('invite', ADMIN.email)
    expect(server.mails).toEqual([])
  })
})

describe('bun run admin invite', () => {
  test('mails a link that works to the invited person', async () => {
    const { output } = await admin('invite', 'ann@bakery.example')
    const [link = ''] = /https:\S+/.exec(output) ?? []
    expect(server.mails.map(({ to }) => to)).toEqual([['ann@bakery.example']])
    expect(subjectOf(0)).toBe('Testery: you are invited')
    expect(server.mails[0]?.text).toStartWith(
      'The person who runs the server invites you to the dashboard of Testery, as one of its administrators.',
    )
    expect(server.mails[0]?.text).toInclude(`Choose your name and password here: ${link}\n`)
    expect(output).toEndWith('\nann@bakery.example gets a mail about this.\n')
  })
})

describe('a mail that cannot be sent', () => {
  test('stops no command: what it made is printed first, then why, without addresses of the mail server', async () => {
    server.refuse('is unknown here')
    const { code, output } = await admin('reset')
    expect(code).toBe(0)
    expect(passwordIn(output)).not.toBe('')
    expect(output).toEndWith(`\nThe mail to ${ADMIN.email} could not be sent (EENVELOPE 451). Tell them yourself.\n`)
  })

  test('is reported where no mail server is set', async () => {
    const { mail: _, ...without } = shell()
    const { output } = await runAdmin(without, ['invite', 'ann@bakery.example'])
    expect(output).toEndWith('\nNobody got a mail about this: SMTP_URL and MAIL_FROM are not set.\n')
    expect(server.mails).toEqual([])
  })
})
