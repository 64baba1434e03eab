import { expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { createPasskeySite } from './passkey-site.ts'

const realVerify = Bun.password.verify
const ends = endsOfEachTest()

/** The hashes that are verified from now on, without their salts. */
function countedChecks(): string[] {
  const checked: string[] = []
  ends.push(() => {
    Bun.password.verify = realVerify
  })
  Bun.password.verify = (password, hash, algorithm) => {
    checked.push(String(hash).split('$').slice(1, 4).join(' '))
    return realVerify(password, hash, algorithm)
  }
  return checked
}

test('an unknown e-mail, a wrong password and "passkey only" each cost exactly one argon2id check of the same cost, and get one response', async () => {
  const site = await createPasskeySite()
  ends.push(site.close)
  const checked = countedChecks()
  async function cost(email: string, password: string) {
    checked.length = 0
    const response = await site.post(adminPaths.login, { email, password })
    return { status: response.status, body: await response.text(), work: [...checked] }
  }

  const wrong = await cost(ADMIN.email, 'a wrong guess')
  expect(wrong.status).toBe(422)
  expect(wrong.work).toEqual(['argon2id v=19 m=64,t=2,p=1'])
  expect(await cost('nobody@testery.example', 'a wrong guess')).toEqual(wrong)
  expect(await cost('nobody@testery.example', site.password())).toEqual(wrong)

  expect((await site.choose('passkey')).status).toBe(200)
  expect(await cost(ADMIN.email, site.password())).toEqual(wrong)
  expect(await cost(ADMIN.email, 'a wrong guess')).toEqual(wrong)
})
