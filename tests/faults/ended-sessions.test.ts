import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { createPasskeySite } from '#tests/admin/passkey-site.ts'
import { ANN, appWithPeople, BOB } from '#tests/admin/people.ts'
import { codeOf, runAdmin } from '#tests/admin/shell.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { failingFile } from './failing-file.ts'

const ends = endsOfEachTest()

/** A site on which Ann has a session. `act` changes her account; `lines` are the events that it left in the audit log. */
async function opened() {
  const site = await appWithPeople()
  ends.push(site.close)
  const first = await site.first()
  const ann = await site.add(first.token, ANN)
  const other = await site.logIn(ANN)
  const shell = { storageDir: `${site.dir}/storage`, now: site.now }
  const admin = async (...args: string[]) =>
    String((await runAdmin(shell, args, (said) => codeOf(said, site.now()))).code)
  const status = async (method: string, path: string, sent: object) =>
    String((await site.send(method, path, sent)).status)
  const acts = {
    'a new password': () => status('POST', adminPaths.account, { token: ann.token, json: { password: BOB.password } }),
    'a removal': () => status('DELETE', adminPaths.administrator(ann.id), { token: first.token }),
    'an authenticator app': async () => {
      const { setup, url } = await (await site.send('POST', adminPaths.codeSetup, { token: ann.token })).json()
      return status('POST', adminPaths.codes, { token: ann.token, json: { setup, code: codeOf(url, site.now()) } })
    },
    'reset in the shell': () => admin('reset', ANN.email),
    'add-2fa in the shell': () => admin('add-2fa', ANN.email),
    'remove in the shell': () => admin('remove', ANN.email),
  }
  const before = (await auditOf(site)).length
  return {
    acts,
    isOpen: () => site.isLoggedIn(other),
    logsIn: async () => (await site.post(adminPaths.login, ANN)).status === 200,
    lines: async () => (await auditOf(site)).slice(before).map(({ event }) => event),
    first: () => site.isLoggedIn(first.token),
  }
}
const FAILED = /^(503|This could not be stored|ENOSPC)/
const acts = [
  'a new password',
  'a removal',
  'an authenticator app',
  'reset in the shell',
  'add-2fa in the shell',
  'remove in the shell',
] as const

describe('a change of an account that ends sessions', () => {
  test.each(acts)('changes nothing, where sessions cannot be ended: %s', async (act) => {
    const site = await opened()
    const repair = failingFile('sessions.json')
    ends.push(repair)
    expect(await site.acts[act]()).toMatch(FAILED)
    repair()
    expect([await site.isOpen(), await site.logsIn()]).toEqual([true, true])
    expect(await site.lines()).toEqual(['login.succeeded'])
  })

  test.each(acts)('ends them for nothing, and records that, where it cannot be stored itself: %s', async (act) => {
    const site = await opened()
    const repair = failingFile('admin.json')
    ends.push(repair)
    expect(await site.acts[act]()).toMatch(FAILED)
    repair()
    expect([await site.isOpen(), await site.logsIn(), await site.first()]).toEqual([false, true, true])
    expect(await site.lines()).toEqual(['sessions.ended', 'login.succeeded'])
  })

  test.each(acts)('is not undone by logins with the old password at the same moment: %s', async (act) => {
    const site = await opened()
    const logins = Array.from({ length: 4 }, () => site.logsIn())
    expect(await site.acts[act]()).toMatch(/^(200|0)$/)
    await Promise.all(logins)
    expect([await site.isOpen(), await site.logsIn()]).toEqual([false, false])
  })

  test('changes nothing, where sessions cannot be ended: another login method', async () => {
    const site = await createPasskeySite()
    ends.push(site.close)
    const repair = failingFile('sessions.json')
    ends.push(repair)
    expect((await site.setMethod('two-steps')).status).toBe(503)
    repair()
    expect(await site.list()).toMatchObject({ method: 'password' })
    expect((await auditOf(site)).map(({ event }) => event)).not.toContain('login-method.changed')
  })
})
