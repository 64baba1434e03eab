import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { codeOf } from '#tests/admin/shell.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'
import { stateOfOldVersion } from './stored-state.ts'

const ends = endsOfEachTest()

describe.each(['files', 'postgres'] as const)('the state that version 0.1.0 has stored in %s', (store) => {
  async function site() {
    const state = await stateOfOldVersion(store)
    const app = await testApp(state.options)
    ends.push(app.close)
    return { ...app, ...state.expected, now: state.options.now, pass: state.pass }
  }
  const testHere = test.skipIf(store === 'postgres' && !hasPostgres)

  testHere('answers every request of an administrator as that version did', async () => {
    const { send, answers, annsAnswers, session, anns } = await site()
    for (const [token, expected] of [
      [session, answers],
      [anns, annsAnswers],
    ] as const)
      for (const [path, answer] of Object.entries(expected))
        expect([path, await (await send('GET', path, { token })).json()]).toEqual([path, answer])
  })

  testHere(
    'logs in with the password and a code of the app, or a recovery code, and still has the passkey',
    async () => {
      const { post, password, secret, now, pass, recovery, services } = await site()
      const login = { email: ADMIN.email, password }
      // The code of this time was used up when the app was added.
      pass(60_000)
      expect((await post(adminPaths.login, { ...login, code: codeOf(secret, now()) })).status).toBe(200)
      expect((await post(adminPaths.login, { ...login, code: recovery[3] })).status).toBe(200)
      const [first] = await services.admin.administrators.list()
      expect(first?.passkeys).toMatchObject([{ name: 'Laptop', transports: ['internal'], discoverable: true }])
    },
  )

  testHere('still has the sign-ups, redirects, the trash and images of unsaved texts', async () => {
    const { post, get, send, session, answers, services } = await site()
    services.follow()
    expect((await post(apiPaths.register, another(2))).status).toBe(200)
    expect((await post(apiPaths.register, another(2, { token: 'other' }))).status).toBe(422)
    expect((await send('POST', adminPaths.restoreDeleted('gone'), { token: session })).status).toBe(200)
    expect((await get(apiPaths.post('gone'))).status).toBe(200)
    const [image = ''] = JSON.stringify(answers).match(/\/storage\/[^)"]+/) ?? []
    expect((await get(image)).status).toBe(200)
    await eventually(
      async () => (await get('/blog/loaf')).headers.get('location') ?? '',
      (location) => location.endsWith('/blog/bread'),
    )
  })
})
