import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { codeOf } from '#tests/admin/shell.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'
import { problemsOf, schemaOf, storedJson } from './older-schema.ts'
import { stateOfOldVersion, storedVersions } from './stored-state.ts'

const ends = endsOfEachTest()

const stores = ['files', 'postgres'] as const
const states = storedVersions.flatMap((version) => stores.map((store) => [version, store] as const))

describe.each(states)('the state that version %s has stored in %s', (version, store) => {
  async function site() {
    const state = await stateOfOldVersion(store, version)
    const app = await testApp(state.options)
    ends.push(app.close)
    return { ...app, ...state.expected, now: state.options.now, pass: state.pass }
  }
  const testHere = test.skipIf(store === 'postgres' && !hasPostgres)

  testHere('answers every request of an administrator as that version did', async () => {
    const { send, answers, annsAnswers, session, anns } = await site()
    // Later versions add fields to answers, and take none away. The name of a cover follows its drawing.
    const withoutCovers = (json: unknown) => JSON.parse(JSON.stringify(json).replace(/cards\/[0-9a-f]{32}/g, 'cards/'))
    for (const [token, expected] of [
      [session, answers],
      [anns, annsAnswers],
    ] as const)
      for (const [path, answer] of Object.entries(expected))
        expect({ path, answer: withoutCovers(await (await send('GET', path, { token })).json()) }).toMatchObject({
          path,
          answer: withoutCovers(answer),
        })
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

test('the state of the first version is here, and that of each release', async () => {
  const released = [...(await Bun.file('CHANGELOG.md').text()).matchAll(/^## (\d+\.\d+\.\d+), \d{4}/gm)].map(
    ([, one]) => one,
  )
  expect(storedVersions).toEqual(expect.arrayContaining(['0.1.0', ...released]))
})

describe.each(storedVersions)('what this version writes into the state of version %s', (version) => {
  test('is read by the schemas of that version', async () => {
    const state = await stateOfOldVersion('files', version)
    const schemas = new Map([...(await storedJson(state.privateDir))].map(([kind, values]) => [kind, schemaOf(values)]))
    expect(schemas.size).toBeGreaterThan(8)
    const app = await testApp(state.options)
    ends.push(app.close)
    const { password, secret, session: token } = state.expected
    state.pass(60_000)
    const login = { email: ADMIN.email, password, code: codeOf(secret, state.options.now()) }
    expect((await app.post(adminPaths.login, login)).status).toBe(200)
    const call = async (method: string, path: string, json: unknown) =>
      expect([path, (await app.send(method, path, { token, json })).ok]).toEqual([path, true])
    await call('POST', adminPaths.confirmation, { password })
    await call('POST', adminPaths.account, { name: 'Anna', email: ADMIN.email, author: null })
    await call('POST', adminPaths.invitations, { email: 'new@bakery.example' })
    await call('PUT', adminPaths.workingCopy('new-fedcba9876543210'), {
      revision: null,
      fields: { format: 'md', title: 'Oat' },
    })
    await call('POST', apiPaths.register, another(7))
    await call('POST', apiPaths.contactMessages, {
      ...{ name: 'Finn', email: 'finn@milk.example', phone: '', company: '', message: 'Hello again?' },
    })
    const { leads } = await (await app.send('GET', adminPaths.leads, { token })).json()
    await call('POST', adminPaths.leadEvents(leads[0].id), { state: 'contacted' })
    await app.stop()

    const written = await storedJson(state.privateDir)
    expect(JSON.stringify([...written])).toContain('Anna')
    const problems = [...schemas].flatMap(([kind, schema]) =>
      problemsOf(schema, written.get(kind) ?? []).map((problem) => `${kind}: ${problem}`),
    )
    expect(problems).toEqual([])
  })
})

test('a schema of older state finds a field that is gone, and another type', () => {
  const schema = schemaOf([
    { id: 'a', at: 1 },
    { id: 'b', at: null, more: [{ x: 1 }] },
  ])
  expect(problemsOf(schema, [{ id: 'c', at: 2, isNew: true, more: [] }])).toEqual([])
  expect(problemsOf(schema, [{ at: 2 }])).toEqual([" must have required property 'id'"])
  expect(problemsOf(schema, [{ id: 'c', at: 'today' }])[0]).toContain('/at must be')
  expect(problemsOf(schema, [{ id: 'c', at: 1, more: [{}] }])[0]).toContain("required property 'x'")
})
