import { expect, test } from 'bun:test'
import { createSoftwareAuthenticator } from '#tests/helpers/software-authenticator.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import type { Sent } from './asking.ts'

type Ask = (name: string, sent?: Sent) => Promise<Response>
type Challenge = { challenge: string; user: { id: string } }

const LOGIN = 'POST /api/admin/login/passkey'
const CONFIRMATION = 'POST /api/admin/confirmation/passkey'

/** The responses about passkeys. `good`: as the administrator; `ask`: without a token. */
export function testPasskeys(good: Ask, ask: Ask, askOther: (app: Awaited<ReturnType<typeof testApp>>) => Ask): void {
  const challengeOf = async (name: string): Promise<Challenge> => (await good(`${name}/options`)).json()

  test('for passkeys', async () => {
    const authenticator = await createSoftwareAuthenticator('http://localhost')
    const other = await createSoftwareAuthenticator('http://localhost')
    const add = async (to: typeof other, name: string) =>
      good('POST /api/admin/passkeys', {
        json: { name, passkey: await to.create(await challengeOf('POST /api/admin/passkeys')) },
      })
    expect((await add(authenticator, 'Laptop')).status).toBe(201)
    expect((await add(authenticator, 'Laptop')).status).toBe(409)
    expect((await add(other, 'Phone')).status).toBe(201)
    await good('GET /api/admin/passkeys')
    await ask('GET /api/admin/login/passkey')
    for (const name of [LOGIN, CONFIRMATION])
      expect((await good(name, { json: { passkey: await other.get(await challengeOf(name)) } })).status).toBe(200)
    expect((await good('POST /api/admin/passkeys/{id}', { at: { id: other.id }, json: { name: 'Key' } })).status).toBe(
      200,
    )

    const remove = (id: string) => good('DELETE /api/admin/passkeys/{id}', { at: { id } })
    const choose = (method: string) => good('POST /api/admin/login-method', { json: { method } })
    expect((await choose('passkey')).status).toBe(200)
    expect((await remove(authenticator.id)).status).toBe(200)
    expect((await remove(other.id)).status).toBe(409)
    await choose('password')
    await remove(other.id)
    expect((await choose('passkey')).status).toBe(409)
  })

  test('for passkeys where they are not offered', async () => {
    const app = await testApp({ env: { PUBLIC_URL: 'http://www.testery.example' } })
    try {
      const token = await app.login()
      const authenticator = await createSoftwareAuthenticator('http://www.testery.example')
      const passkey = await authenticator.get({ challenge: 'x' })
      const rejected = askOther(app)
      for (const name of [LOGIN, CONFIRMATION, 'POST /api/admin/passkeys'])
        for (const path of [name, `${name}/options`]) {
          const json = name.endsWith('passkeys') ? {} : { passkey }
          expect([path, (await rejected(path, { token, json })).status]).toEqual([path, 404])
        }
    } finally {
      await app.close()
    }
  })
}
