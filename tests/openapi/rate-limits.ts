import { expect, test } from 'bun:test'
import { createSoftwareAuthenticator } from '#tests/helpers/software-authenticator.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'
import type { Sent } from './asking.ts'

type Ask = (name: string, sent?: Sent) => Promise<Response>

/** Tests the responses to too many requests. `good`: with the administrator's token. They come last, because what they lock stays locked. */
export function testRateLimits(good: Ask, ask: Ask): void {
  test('for exceeded rate limits', async () => {
    const often = async (name: string, fields: (n: number) => Record<string, unknown>) => {
      for (let n = 0; n < 300; n++) if ((await ask(name, { json: fields(n) })).status === 429) return
      throw new Error(`${name} is never rejected`)
    }
    const { setup }: { setup: string } = await (await good('POST /api/admin/codes/setup')).json()
    await often('POST /api/admin/login', () => ({ ...ADMIN, password: 'a wrong guess' }))
    const confirm = () => good('POST /api/admin/confirmation', { json: { password: 'a guess' } })
    for (let n = 0; n < 5; n++) await confirm()
    expect((await confirm()).status).toBe(429)
    expect((await good('POST /api/admin/codes', { json: { setup, code: '000000' } })).status).toBe(429)
    await often('POST /api/admin/invitations/lookup', () => ({ token: 'x' }))
    await often('POST /api/admin/invitations/accept', () => ({ token: 'x', name: 'A', password: 'a guess' }))
    for (const name of ['POST /api/admin/login/passkey', 'POST /api/admin/confirmation/passkey']) {
      const authenticator = await createSoftwareAuthenticator('http://localhost')
      const passkey = await authenticator.get({ challenge: 'x' })
      const guess = (sent: Sent) => (name.includes('confirm') ? good(name, sent) : ask(name, sent))
      for (let n = 0; n < 5; n++) await guess({ json: { passkey } })
      expect((await guess({ json: { passkey } })).status).toBe(429)
    }
    await often('POST /api/contact-messages', (n) => ({ name: 'A', email: 'a@b.example', message: `Hello ${n}` }))
    await often('POST /company/register', () => aRegistration())
  })
}
