import { describe, expect, test } from 'bun:test'
import { type Environment, InvalidConfigError, readConfig } from '#server/config.ts'
import { backOffMs } from '#server/lib/delivery.ts'
import { SECRET } from './receiver.ts'

const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_TO: 'sales@v.example', MAIL_FROM: 'site@v.example' }
const webhook = { WEBHOOK_URL: 'https://crm.example.com/hook?key=1', WEBHOOK_SECRET: SECRET }
const read = (env: Environment) => readConfig(env, () => `${SECRET}\n`)
const server = (url: string) => read({ ...mail, SMTP_URL: url }).mail?.server
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`

describe('the variables of mail and webhook', () => {
  test('are optional', () => {
    expect(read({})).toMatchObject({ mail: undefined, webhook: undefined })
  })

  test('set the mail server, its port and its login', () => {
    expect(read(mail).mail).toEqual({
      server: { host: 'mail.example.com', port: 465, secure: true, requireTLS: false },
      to: 'sales@v.example',
      from: 'site@v.example',
    })
    expect(server('smtp://us%40er:p%3Aw@mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: 'us@er', pass: 'p:w' },
    })
  })

  test('need no recipient of leads to mail administrators', () => {
    expect(read({ ...mail, MAIL_TO: '' }).mail).toMatchObject({ to: undefined, from: 'site@v.example' })
  })

  test('allow a password without TLS to this machine only', () => {
    const without = ['smtp://u:p@localhost:25', 'smtp://u:p@127.0.0.1', 'smtp://u:p@[::1]', 'smtp://relay:25']
    expect(without.map((url) => server(url)?.requireTLS)).toEqual([false, false, false, false])
    expect(server('smtp://u:p@10.0.0.1')?.requireTLS).toBe(true)
  })

  test('can be read from files', () => {
    expect(read({ WEBHOOK_URL: webhook.WEBHOOK_URL, WEBHOOK_SECRET_FILE: '/x' }).webhook?.secret).toBe(SECRET)
    expect(readConfig({ ...mail, SMTP_URL: '', SMTP_URL_FILE: '/x' }, () => 'smtp://relay\n').mail?.server.port).toBe(
      587,
    )
  })

  test('allow a webhook without TLS on this machine only', () => {
    const urls = ['http://localhost:8080/x', 'http://127.0.0.1/x', 'http://[::1]:1/', 'https://10.0.0.1/']
    for (const url of urls) expect(read({ ...webhook, WEBHOOK_URL: url }).webhook?.url).toBe(url)
  })

  test('require a secret of 24 to 64 bytes', () => {
    for (const bytes of [24, 64]) expect(read({ ...webhook, WEBHOOK_SECRET: secretOf(bytes) }).webhook).toBeDefined()
  })

  const wrong: [string, Environment][] = [
    ['SMTP_URL', { SMTP_URL: mail.SMTP_URL }],
    ['SMTP_URL', { MAIL_TO: mail.MAIL_TO, MAIL_FROM: mail.MAIL_FROM }],
    ['SMTP_URL', { ...mail, SMTP_URL: 'relay.vendor.example' }],
    ['SMTP_URL', { ...mail, SMTP_URL: 'https://mail.example.com' }],
    ['SMTP_URL', { ...mail, SMTP_URL: 'smtp://user@mail.example.com' }],
    ['SMTP_URL', { ...mail, SMTP_URL: 'smtp://user:%zz@mail.example.com' }],
    ['SMTP_URL', { ...mail, SMTP_URL: 'smtp://user:half#half@mail.example.com' }],
    ['SMTP_URL', { ...mail, SMTP_URL: 'smtp://mail.example.com?tls.rejectUnauthorized=false' }],
    ['MAIL_TO', { ...mail, MAIL_TO: 'a@v.example, b@v.example' }],
    ['MAIL_FROM', { ...mail, MAIL_FROM: 'Site <site@v.example>' }],
    ['WEBHOOK_URL', { WEBHOOK_URL: webhook.WEBHOOK_URL }],
    ['WEBHOOK_URL', { WEBHOOK_SECRET: SECRET }],
    ['WEBHOOK_URL', { ...webhook, WEBHOOK_URL: 'http://crm.example.com/' }],
    ['WEBHOOK_URL', { ...webhook, WEBHOOK_URL: 'http://localhost.example.com/' }],
    ['WEBHOOK_URL', { ...webhook, WEBHOOK_URL: 'https://user:p@crm.example.com/' }],
    ['WEBHOOK_URL', { ...webhook, WEBHOOK_URL: 'crm' }],
    ['WEBHOOK_SECRET', { ...webhook, WEBHOOK_SECRET: SECRET.slice(6) }],
    ['WEBHOOK_SECRET', { ...webhook, WEBHOOK_SECRET: secretOf(23) }],
    ['WEBHOOK_SECRET', { ...webhook, WEBHOOK_SECRET: secretOf(65) }],
    ['WEBHOOK_SECRET', { ...webhook, WEBHOOK_SECRET: `${SECRET}!` }],
  ]
  test.each(wrong)('abort startup with a sentence about %s that does not repeat its value: %j', (name, env) => {
    const sentence = errorOf(env)
    expect(sentence).toStartWith(name)
    expect(sentence).toEndWith('.')
    for (const value of Object.values(env)) if (value) expect(sentence).not.toInclude(value)
  })
})

function errorOf(env: Environment): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
  }
  throw new Error('The start went on.')
}

test('the delay doubles from a second to an hour with up to half of random jitter', () => {
  const limits = { firstMs: 1_000, maxMs: 3_600_000 }
  const full = [1, 2, 3, 12, 13, 2_000].map((attempts) => backOffMs(attempts, limits, () => 0))
  expect(full).toEqual([1_000, 2_000, 4_000, 2_048_000, 3_600_000, 3_600_000])
  expect(backOffMs(1, limits, () => 1)).toBe(500)
})
