import { describe, expect, test } from 'bun:test'
import { chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { plainPost } from '#tests/blog/blog-app.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { MINUTE_MS, passwordIn, runAdmin, type SiteAndShell, siteAndShell } from './shell.ts'

const ends = endsOfEachTest()

async function opened(...options: Parameters<typeof siteAndShell>): Promise<SiteAndShell> {
  const site = await siteAndShell(...options)
  ends.push(site.close)
  return site
}
const events = async (site: SiteAndShell) => (await auditOf(site)).map(({ event, actor }) => `${event} ${actor}`)
const tokenOf = async (answer: Response) => ((await answer.json()) as { token: string }).token

describe('bun run admin while the site runs', () => {
  test('reset prints a new password once and revokes the old one and every session', async () => {
    const site = await opened()
    const token = await tokenOf(await site.logIn())
    const { code, output: said } = await site.admin('reset')
    expect([code, said]).toEqual([0, expect.stringContaining(`Administrator: ${ADMIN.email}\n`)])
    expect((await site.send('GET', adminPaths.leads, { token })).status).toBe(401)
    expect((await site.logIn()).status).toBe(422)
    site.use(passwordIn(said))
    expect((await site.logIn()).status).toBe(200)
    expect(await events(site)).toContain('password.reset shell')
    const stored = await Bun.file(join(site.dir, 'storage/private/admin.json')).text()
    expect(stored + (await Bun.file(join(site.dir, 'storage/private/audit.jsonl')).text())).not.toContain(
      passwordIn(said),
    )
  })

  test('revoke ends every session and every preview link', async () => {
    const site = await opened({ files: { 'posts/a.md': plainPost({ draft: true }) } })
    const token = await tokenOf(await site.logIn())
    const link = await (await site.send('POST', adminPaths.previews('a'), { token })).json()
    expect((await site.get(link.path)).status).toBe(200)
    expect((await site.admin('revoke')).code).toBe(0)
    expect((await site.send('GET', adminPaths.leads, { token })).status).toBe(401)
    expect((await site.get(link.path)).status).toBe(404)
    expect((await site.logIn()).status).toBe(200)
    expect(await events(site)).toContain('sessions.ended shell')
  })

  test('does not overwrite changes of the running site, nor the site those of the command', async () => {
    const site = await opened()
    const token = await tokenOf(await site.logIn())
    const { code } = await site.addSecondFactor()
    site.pass(MINUTE_MS)
    expect((await site.logIn({ code: code() })).status).toBe(200)
    await Promise.all([site.admin('revoke'), site.admin('new-codes'), site.admin('revoke')])
    expect((await site.admin('list')).output).toContain('10 of 10 recovery codes left')
    expect((await site.send('GET', adminPaths.leads, { token })).status).toBe(401)
    site.pass(MINUTE_MS)
    expect((await site.logIn({ code: code() })).status).toBe(200)
  })

  test('reports a damaged administrator file in the log and keeps sessions valid', async () => {
    const site = await opened()
    await Bun.write(join(site.dir, 'storage/private/admin.json'), '{')
    expect((await site.logIn()).status).toBe(200)
    expect(site.logged.some((line) => line.includes('administrator unreadable'))).toBe(true)
    expect((await site.admin('reset')).code).toMatch(/is damaged/)
  })
})

describe('bun run admin audit', () => {
  test('prints the last lines readably, without terminal control sequences', async () => {
    const site = await opened()
    await site.post(adminPaths.login, { email: 'ann@bakery.example', password: 'x' })
    await site.admin('revoke')
    const { output: said, code } = await site.admin('audit')
    expect([code, said.replace(/ {2}request \w+/g, '').split('\n')]).toEqual([
      0,
      [
        '2026-03-01 10:00:00  administrator.made     environment  Administrator',
        '2026-03-01 10:00:00  login.failed           a…@bakery.example  password',
        '2026-03-01 10:00:00  sessions.ended         shell',
        '',
      ],
    ])
    expect((await site.admin('audit', '--last=1')).output.split('\n')).toHaveLength(2)
    const file = join(site.dir, 'storage/private/audit.jsonl')
    await Bun.write(file, `{"time":"\u001b[2J","event":1,"subject":{"a":"\u0007"}}\ndamage\n`)
    expect((await site.admin('audit')).output).not.toMatch(/(?!\n)\p{Cc}/u)
  })
})

describe('bun run admin arguments', () => {
  test.each([
    [[]],
    [['what']],
    [['reset', ADMIN.email, 'now']],
    [['revoke', ADMIN.email, 'one', 'two']],
    [['reset', '--wrong']],
    [['audit', '--last=0']],
    [['list', '--last=1']],
    [['list', ADMIN.email]],
    [['invite']],
    [['remove']],
  ])('prints its usage and exits with 1 for %j', async (args) => {
    const { code, output: said } = await runAdmin({ storageDir: '/nowhere', now: () => new Date() }, args)
    expect([code, said]).toEqual([1, expect.stringContaining('bun run admin …\n  list ')])
  })

  test.each(['help', '--help', '-h'])('prints its usage and exits with 0 for %s', async (word) => {
    expect((await runAdmin({ storageDir: '/nowhere', now: () => new Date() }, [word])).code).toBe(0)
  })

  test.each(['list', 'sessions', 'reset', 'revoke', 'add-2fa', 'remove-2fa', 'new-codes'])(
    '%s fails without an administrator and leaves no files',
    async (verb) => {
      const storageDir = join(tmpdir(), 'no-such-storage')
      const { code } = await runAdmin({ storageDir, now: () => new Date() }, [verb])
      expect(code).toBe('There is no administrator yet: the first start of the site makes one.')
      expect(await Bun.file(join(storageDir, 'private/audit.jsonl')).exists()).toBe(false)
    },
  )

  test.skipIf(process.getuid?.() !== 0)("run by root, writes only files that the site's user can read", async () => {
    const site = await opened()
    await chown(join(site.dir, 'storage/private'), 1000, 1000)
    const { code } = await runAdmin({ ...site.shell, uid: 0 }, ['revoke'])
    expect(code).toMatch(/belongs to user 1000\. Run this as that user: sudo -u '#1000' /)
  })
})
