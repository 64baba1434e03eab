import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { ANN, appWithPeople, BOB } from './people.ts'

const ends = endsOfEachTest()

async function opened(...options: Parameters<typeof appWithPeople>) {
  const site = await appWithPeople(...options)
  ends.push(site.close)
  const change = (token: string, json: unknown) => site.send('POST', adminPaths.account, { token, json })
  const confirm = (token: string, password = ADMIN.password) =>
    site.send('POST', adminPaths.confirmation, { token, json: { password } })
  const remove = (token: string, id: string) => site.send('DELETE', adminPaths.administrator(id), { token })
  return { ...site, change, confirm, remove }
}

describe('the account', () => {
  test('shows who is logged in, to nobody else', async () => {
    const site = await opened()
    const { id, token } = await site.first()
    const response = await site.send('GET', adminPaths.account, { token })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toEqual({
      id,
      name: 'Administrator',
      email: ADMIN.email,
      author: null,
      byline: null,
      code: null,
      confirmedUntil: '2026-03-01T10:10:00.000Z',
    })
    expect((await site.get(adminPaths.account)).status).toBe(401)
    expect((await site.post(adminPaths.account, { name: 'Eve' })).status).toBe(401)
  })

  test('changes name and author without a confirmation, and only what is given', async () => {
    const site = await opened({ files: { 'authors/ann.yml': 'name: Ann Baker\n' } })
    const { token } = await site.first()
    site.pass(11 * 60_000)
    const named = await site.change(token, { name: ' Bob Miller ' })
    expect(await named.json()).toMatchObject({
      name: 'Bob Miller',
      email: ADMIN.email,
      author: null,
      byline: 'Bob Miller',
    })
    expect(await (await site.change(token, { author: 'ann', email: ADMIN.email })).json()).toMatchObject({
      name: 'Bob Miller',
      author: 'ann',
      byline: 'Ann Baker',
    })
    expect(await (await site.change(token, { author: null })).json()).toMatchObject({ author: null })
    const changed = (await auditOf(site)).filter(({ event }) => event === 'account.changed')
    expect(changed.map(({ detail }) => detail)).toEqual(['name', 'author', 'author'])
  })

  test('changes e-mail and password only after a confirmation', async () => {
    const site = await opened()
    const { token } = await site.first()
    site.pass(11 * 60_000)
    for (const json of [{ email: ANN.email }, { password: ANN.password }]) {
      const response = await site.change(token, json)
      expect([response.status, await response.json()]).toEqual([
        403,
        { message: CONFIRMATION_NEEDED, confirmation: 'password' },
      ])
    }
    expect(await site.logIn(ADMIN)).toBeString()
    await site.confirm(token)
    expect((await site.change(token, { email: ANN.email, password: ANN.password })).status).toBe(200)
    expect(await site.logIn(ADMIN)).toBeUndefined()
    expect(await site.isLoggedIn(await site.logIn(ANN))).toBe(true)
    const lines = (await auditOf(site)).map(({ event, detail }) => [event, detail])
    expect(lines).toContainEqual(['account.changed', 'email'])
    expect(lines).toContainEqual(['password.changed', undefined])
  })

  test.each([{ password: BOB.password }, { email: BOB.email }])(
    'ends all other sessions of this person and nobody else’s with %j',
    async (changes) => {
      const site = await opened()
      const { token } = await site.first()
      const other = await site.logIn(ADMIN)
      const ann = await site.add(token, ANN)
      expect((await site.change(token, changes)).status).toBe(200)
      expect(await Promise.all([token, other, ann.token].map(site.isLoggedIn))).toEqual([true, false, true])
    },
  )

  test('rejects weak passwords, the e-mail of another administrator, and names that git cannot store', async () => {
    const site = await opened()
    const { token } = await site.first()
    await site.add(token, ANN)
    const inputs = [
      { password: 'short' },
      { password: 'QWERTY123456' },
      { password: '' },
      { email: 'ANN@bakery.example' },
      { email: 'ann' },
      { name: 'Ann <x>' },
      { author: '../admin' },
      { author: 'nobody' },
    ]
    for (const input of inputs) {
      const response = await site.change(token, input)
      expect([response.status, Object.keys((await response.json()).errors)]).toEqual([422, Object.keys(input)])
    }
    expect((await site.change(token, { email: ADMIN.email.toUpperCase() })).status).toBe(200)
  })
})

describe('removing an administrator', () => {
  test('ends their sessions and withdraws their invitations, after a confirmation', async () => {
    const site = await opened()
    const { token } = await site.first()
    const ann = await site.add(token, ANN)
    const invited = site.tokenIn(await site.invite(ann.token, BOB.email))
    site.pass(11 * 60_000)
    expect((await site.remove(token, ann.id)).status).toBe(403)
    await site.confirm(token)
    expect((await site.remove(token, ann.id)).status).toBe(200)
    expect((await site.remove(token, ann.id)).status).toBe(404)
    expect(await site.isLoggedIn(ann.token)).toBe(false)
    expect(await site.logIn(ANN)).toBeUndefined()
    expect((await site.accept(invited, BOB)).status).toBe(422)
    expect((await site.people(token)).administrators).toHaveLength(1)
    expect((await auditOf(site)).find(({ event }) => event === 'administrator.removed')).toMatchObject({
      actor: 'a…@testery.example',
      subject: 'a…@bakery.example',
    })
  })

  test('is impossible for the last one', async () => {
    const site = await opened()
    const { id, token } = await site.first()
    const response = await site.remove(token, id)
    expect([response.status, (await response.json()).message]).toEqual([
      409,
      'The last administrator cannot be removed.',
    ])
    expect(await site.isLoggedIn(token)).toBe(true)
  })

  test.each(['each other', 'themselves'])('leaves one when the last two remove %s at once', async (whom) => {
    const site = await opened()
    const first = await site.first()
    const ann = await site.add(first.token, ANN)
    const pairs = whom === 'themselves' ? [first, ann] : [ann, first]
    const statuses = await Promise.all(
      [first, ann].map(async ({ token }, at) => (await site.remove(token, pairs[at]?.id ?? '')).status),
    )
    expect(statuses.sort()).toEqual([200, whom === 'themselves' ? 409 : 401])
    const left = await Promise.all([first.token, ann.token].map(site.isLoggedIn))
    expect(left.filter(Boolean)).toHaveLength(1)
  })
})

test('an unknown e-mail gets the response of a wrong password', async () => {
  const site = await opened()
  const { token } = await site.first()
  await site.add(token, ANN)
  const tried = async (email: string) => {
    const response = await site.post(adminPaths.login, { email, password: 'a wrong guess' })
    return [response.status, await response.text()]
  }
  expect(await tried('nobody@bakery.example')).toEqual(await tried(ANN.email))
})
