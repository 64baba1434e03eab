import { describe, expect, spyOn, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AccountChangeSchema } from '#contract/account-forms.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { validate } from '#contract/validate.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()
const COMPOSED = 'crème brûlée à l’été'.normalize('NFC')
const DECOMPOSED = COMPOSED.normalize('NFD')

async function siteWith(password: string) {
  const app = await testApp({ env: { RATE_LIMITS: 'off', ADMIN_PASSWORD: password } })
  ends.push(app.close)
  const file = join(app.dir, 'storage/private/admin.json')
  const stored = async () => JSON.parse(await readFile(file, 'utf8')).administrators[0]
  const login = async (typed: string) => (await app.post(adminPaths.login, { ...ADMIN, password: typed })).status
  /** As a version without formats has written it: of the password as it was typed. */
  async function makeOlder() {
    const accounts = JSON.parse(await readFile(file, 'utf8'))
    const [one] = accounts.administrators
    delete one.passwordFormat
    one.passwordHash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 2 })
    await writeFile(file, JSON.stringify(accounts))
  }
  return { stored, login, makeOlder }
}

describe('a password with accents', () => {
  test('is the same however a keyboard composes them', async () => {
    for (const password of [COMPOSED, DECOMPOSED]) {
      const { login } = await siteWith(password)
      expect([await login(COMPOSED), await login(DECOMPOSED), await login(`${COMPOSED}!`)]).toEqual([200, 200, 422])
    }
  })

  test('that an earlier version has hashed as typed still logs in, and then in both forms', async () => {
    const { login, stored, makeOlder } = await siteWith(DECOMPOSED)
    await makeOlder()
    const { passwordHash: before } = await stored()
    expect(await login(COMPOSED)).toBe(422)
    expect(await login(DECOMPOSED)).toBe(200)
    const { passwordHash, passwordFormat } = await stored()
    expect(passwordFormat).toBe('nfc')
    expect(passwordHash).not.toBe(before)
    expect([await login(COMPOSED), await login(DECOMPOSED)]).toEqual([200, 200])
    expect((await stored()).passwordHash).toBe(passwordHash)
  })

  test('is rejected after one hash, whatever the format of the stored one', async () => {
    const { login, makeOlder } = await siteWith(COMPOSED)
    const verify = spyOn(Bun.password, 'verify')
    expect(await login(DECOMPOSED.slice(1))).toBe(422)
    await makeOlder()
    expect(await login(DECOMPOSED.slice(1))).toBe(422)
    expect(verify).toHaveBeenCalledTimes(2)
    verify.mockRestore()
  })
})

test('names of accounts may contain the joiners of emoji and Persian, and nothing else that is invisible', () => {
  const accepts = (name: string) => validate(AccountChangeSchema, { name }).ok
  expect(['👩‍🍳 Ann', 'مهدی‌زاده', '👩‍👩‍👧‍👦'].map(accepts)).toEqual([true, true, true])
  expect(['a\u202Eb', 'a\u0000b', 'a<b', '\u200D', 'a\u200Bb'].map(accepts)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
