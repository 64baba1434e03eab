import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { ANN, appWithPeople, BOB } from './people.ts'
import { codeOf, passwordIn, runAdmin } from './shell.ts'

const HOUR_MS = 3_600_000
const ends = endsOfEachTest()

/** A running site with two administrators, and the shell next to it. */
async function opened() {
  const site = await appWithPeople()
  ends.push(site.close)
  const first = await site.first()
  const ann = await site.add(first.token, ANN)
  const shell = { storageDir: `${site.dir}/storage`, now: site.now, publicUrl: 'https://www.bakery.example' }
  const admin = (...args: string[]) => runAdmin(shell, args)
  const logInStatus = async (typed: object) => (await site.post(adminPaths.login, typed)).status
  const events = async () =>
    (await auditOf(site)).filter(({ actor }) => actor === 'shell').map(({ event, subject }) => [event, subject])
  return { ...site, first, ann, shell, admin, logInStatus, events }
}
const ANN_MASKED = 'a…@bakery.example'

describe('bun run admin with several administrators', () => {
  test('list shows who they are, what protects their logins, and open invitations', async () => {
    const site = await opened()
    await site.admin('invite', BOB.email)
    await site.invite(site.first.token, 'carl@bakery.example')
    expect((await site.admin('list')).output.split('\n')).toEqual([
      `Administrator  ${ADMIN.email}`,
      '  Second factor: off',
      '  Sessions: 1',
      `${ANN.name}  ${ANN.email}`,
      '  Second factor: off',
      '  Sessions: 1',
      `Invited: ${BOB.email}, by shell, until 2026-03-03 10:00 UTC`,
      'Invited: carl@bakery.example, by Administrator, until 2026-03-03 10:00 UTC',
      '',
    ])
    site.pass(48 * HOUR_MS)
    expect((await site.admin('list')).output).not.toContain('Invited')
  })

  test('invite prints a link that makes an administrator, once', async () => {
    const site = await opened()
    const { code, output } = await site.admin('invite', BOB.email)
    const [, token = ''] = /^https:\/\/www\.bakery\.example\/admin\/invite#([\w-]{43})$/m.exec(output) ?? []
    expect(code).toBe(0)
    expect((await site.accept(token, BOB)).status).toBe(200)
    expect((await site.accept(token, BOB)).status).toBe(422)
    expect(await site.logInStatus(BOB)).toBe(200)
    expect(await site.events()).toEqual([['invitation.made', 'b…@bakery.example']])
    expect((await site.admin('invite', BOB.email.toUpperCase())).code).toBe('This person is an administrator already.')
    expect((await site.admin('invite', 'bob')).code).toBe('Email must be valid.')
    const bare = await runAdmin({ storageDir: site.shell.storageDir, now: site.now }, ['invite', 'carl@bakery.example'])
    expect(bare.output).toMatch(/^\/admin\/invite#[\w-]{43}\n\nPut the address of the site before it/m)
  })

  test('remove ends the sessions of a person at once, and refuses to remove the last one', async () => {
    const site = await opened()
    expect((await site.admin('remove', ANN.email.toUpperCase())).code).toBe(0)
    expect(await Promise.all([site.first.token, site.ann.token].map(site.isLoggedIn))).toEqual([true, false])
    expect(await site.logInStatus(ANN)).toBe(422)
    expect(await site.events()).toEqual([['administrator.removed', ANN_MASKED]])
    expect((await site.admin('remove', ANN.email)).code).toMatch(/^No administrator has this e-mail/)
    expect((await site.admin('remove', ADMIN.email)).code).toBe('The last administrator cannot be removed.')
    expect(await site.isLoggedIn(site.first.token)).toBe(true)
  })

  test('remove withdraws an invitation', async () => {
    const site = await opened()
    const { path } = await site.invite(site.first.token, BOB.email)
    expect(await site.admin('remove', BOB.email)).toEqual({ code: 0, output: 'The invitation is withdrawn.\n' })
    expect((await site.accept(path.slice(path.indexOf('#') + 1), BOB)).status).toBe(422)
    expect(await site.events()).toEqual([['invitation.withdrawn', 'b…@bakery.example']])
  })

  test('two removals of the last two at once, here and in the dashboard, leave one', async () => {
    const site = await opened()
    await Promise.all([
      site.admin('remove', ADMIN.email),
      site.send('DELETE', adminPaths.administrator(site.ann.id), { token: site.ann.token }),
      site.admin('remove', ANN.email),
    ])
    expect((await site.admin('list')).output.match(/@/g)).toHaveLength(1)
  })

  test('sessions lists those of all or of one; revoke ends those of one, or of all', async () => {
    const site = await opened()
    const { output } = await site.admin('sessions')
    expect(output).toContain(`${ADMIN.email}: 1 open\n`)
    expect(output).toContain('since 2026-03-01 10:00, last used 2026-03-01 10:00 UTC\n')
    expect((await site.admin('sessions', ANN.email)).output).toStartWith(`${ANN.email}: 1 open\n`)
    const [token, ann] = [site.first.token, site.ann.token]
    expect((await site.admin('revoke', ANN.email)).code).toBe(0)
    expect(await Promise.all([token, ann].map(site.isLoggedIn))).toEqual([true, false])
    expect((await site.admin('sessions', ANN.email)).output).toBe(`${ANN.email}: no open session\n`)
    expect((await site.admin('revoke')).code).toBe(0)
    expect(await site.isLoggedIn(token)).toBe(false)
    expect(await site.events()).toEqual([
      ['sessions.ended', ANN_MASKED],
      ['sessions.ended', undefined],
    ])
  })

  test('revoke with a session ends only that one, as sessions names it, whatever its id begins with', async () => {
    const site = await opened()
    const others = await Promise.all(Array.from({ length: 3 }, () => site.logIn(ANN)))
    const { output } = await site.admin('sessions', ANN.email)
    const shown = [...output.matchAll(/^ {2}([\da-f]{12}) {2}/gm)].map(([, id = '']) => id)
    expect(new Set(shown).size).toBe(4)
    const revoked = await site.admin('revoke', ANN.email, shown[0] ?? '')
    expect([revoked.code, revoked.output]).toEqual([0, `This session of ${ANN.name} is ended: Unknown browser.\n`])
    const open = await Promise.all([site.ann.token, ...others].map(site.isLoggedIn))
    expect(open.filter(Boolean)).toHaveLength(3)
    expect(await site.isLoggedIn(site.first.token)).toBe(true)
    const again = await site.admin('sessions', ANN.email)
    expect([again.output.includes(shown[0] ?? ''), again.output.includes(shown[1] ?? '')]).toEqual([false, true])
    const NONE = 'This administrator has no such session. `bun run admin sessions EMAIL` shows them.'
    expect((await site.admin('revoke', ANN.email, shown[0] ?? '')).code).toBe(NONE)
    expect((await site.admin('revoke', ADMIN.email, shown[1] ?? '')).code).toBe(NONE)
    expect(await site.events()).toEqual([['session.ended', ANN_MASKED]])
  })

  test('reset makes a new password for one person, which alone logs in, and ends their sessions alone', async () => {
    const site = await opened()
    await runAdmin(site.shell, ['add-2fa', ANN.email], (asked) => codeOf(asked, site.now()))
    expect(await Promise.all([site.first.token, site.ann.token].map(site.isLoggedIn))).toEqual([true, false])
    const { code, output } = await site.admin('reset', ANN.email)
    const removed = 'Removed: the authenticator app with its recovery codes.\n'
    expect([code, output]).toEqual([0, expect.stringContaining(removed)])
    expect(await site.isLoggedIn(site.first.token)).toBe(true)
    expect(await site.logInStatus(ANN)).toBe(422)
    expect(await site.logInStatus({ email: ANN.email, password: passwordIn(output) })).toBe(200)
    expect(await site.logInStatus(ADMIN)).toBe(200)
    expect(await site.events()).toEqual(
      ['second-factor.on', 'password.reset', 'second-factor.off'].map((one) => [one, ANN_MASKED]),
    )
  })

  test('reset withdraws the invitations that this person made, and says how many', async () => {
    const site = await opened()
    const mine = await site.invite(site.ann.token, BOB.email)
    await site.invite(site.ann.token, 'carl@bakery.example')
    const other = await site.invite(site.first.token, 'dora@bakery.example')
    const { output } = await site.admin('reset', ANN.email)
    expect(output).toContain('Removed: 2 open invitations.\n')
    expect(output).not.toContain('The password alone logs in now.')
    expect((await site.accept(site.tokenIn(mine), BOB)).status).toBe(422)
    expect((await site.accept(site.tokenIn(other), BOB)).status).toBe(200)
    expect(await site.events()).toEqual([
      ['password.reset', ANN_MASKED],
      ['invitation.withdrawn', 'b…@bakery.example'],
      ['invitation.withdrawn', 'c…@bakery.example'],
    ])
  })

  test('new-codes and remove-2fa change the codes of one person and leave the password', async () => {
    const site = await opened()
    const { output } = await runAdmin(site.shell, ['add-2fa', ANN.email], (asked) => codeOf(asked, site.now()))
    site.pass(60_000)
    expect((await site.admin('new-codes', ANN.email)).code).toBe(0)
    expect(await site.logInStatus(ANN)).toBe(422)
    expect(await site.logInStatus({ ...ANN, code: codeOf(output, site.now()) })).toBe(200)
    expect((await site.admin('remove-2fa', ANN.email)).code).toBe(0)
    expect(await site.logInStatus(ANN)).toBe(200)
    expect(await site.events()).toEqual(
      ['second-factor.on', 'recovery-codes.made', 'second-factor.off'].map((one) => [one, ANN_MASKED]),
    )
  })

  test.each(['reset', 'add-2fa', 'remove-2fa', 'new-codes'])(
    '%s asks for an e-mail, and changes nothing',
    async (verb) => {
      const site = await opened()
      expect((await site.admin(verb)).code).toMatch(/^There are 2 administrators: add an e-mail\./)
      expect((await site.admin(verb, 'nobody@bakery.example')).code).toMatch(/^No administrator has this e-mail\./)
      expect(await site.isLoggedIn(site.first.token)).toBe(true)
      expect(await site.events()).toEqual([])
    },
  )
})
