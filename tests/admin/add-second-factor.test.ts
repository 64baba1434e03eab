import { describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { codeOf, MINUTE_MS, recoveryCodesIn, runAdmin, type SiteAndShell, siteAndShell } from './shell.ts'

const ends = endsOfEachTest()

async function opened(...options: Parameters<typeof siteAndShell>): Promise<SiteAndShell> {
  const site = await siteAndShell(...options)
  ends.push(site.close)
  return site
}
const events = async (site: SiteAndShell) => (await auditOf(site)).map(({ event, actor }) => `${event} ${actor}`)
const tokenOf = async (answer: Response) => ((await answer.json()) as { token: string }).token

describe('bun run admin add-2fa', () => {
  test('shows the secret as QR code, URL and text, and prints ten recovery codes after a code confirms it', async () => {
    const site = await opened()
    expect((await site.admin('list')).output).toContain('Second factor: off\n')
    const { said } = await site.addSecondFactor()
    expect(said).toMatch(
      /^otpauth:\/\/totp\/Testery:admin%40testery\.example\?issuer=Testery&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/m,
    )
    expect(said).toMatch(/^Key: (?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/m)
    expect(said.split('\n').filter((line) => /^[█▀▄ ]{40,60}$/.test(line)).length).toBeGreaterThan(20)
    expect(new Set(recoveryCodesIn(said)).size).toBe(10)
    const file = join(site.dir, 'storage/private/admin.json')
    const stored = await Bun.file(file).text()
    for (const code of recoveryCodesIn(said)) expect(stored).not.toContain(code)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await site.admin('list')).output).toContain(
      'Second factor: on since 2026-03-01, 10 of 10 recovery codes left\n',
    )
    expect(await events(site)).toContain('second-factor.on shell')
  })

  test('leaves the second factor off until a correct code confirms it', async () => {
    const site = await opened()
    const wrong = await runAdmin(site.shell, ['add-2fa'], () => '000000')
    expect(wrong.code).toBe('No code was right: the second factor stays off.')
    expect(wrong.output.match(/It is 2026-03-01T10:00:00 UTC on this machine/g)).toHaveLength(5)
    const ended = await runAdmin(site.shell, ['add-2fa'])
    expect(ended.code).toBe('No code was entered: the second factor stays off.')
    expect(recoveryCodesIn(wrong.output + ended.output)).toEqual([])
    expect((await site.logIn()).status).toBe(200)
  })

  test('adds the second factor once; remove-2fa removes it, and reports when there is nothing to remove', async () => {
    const site = await opened()
    const { code } = await site.addSecondFactor()
    expect((await site.admin('add-2fa')).code).toMatch(/is on already/)
    site.pass(MINUTE_MS)
    const token = await tokenOf(await site.logIn({ code: code() }))
    expect(await site.admin('remove-2fa')).toMatchObject({ code: 0, output: expect.stringContaining('is off, and') })
    expect((await site.send('GET', adminPaths.leads, { token })).status).toBe(401)
    expect((await site.logIn()).status).toBe(200)
    expect(await site.admin('remove-2fa')).toEqual({ code: 0, output: 'The second factor is off already.\n' })
    expect((await site.admin('new-codes')).code).toMatch(/no recovery codes/)
    expect((await events(site)).filter((one) => one.startsWith('second-factor'))).toEqual([
      'second-factor.on shell',
      'second-factor.off shell',
    ])
  })
})

test('reads codes from a pipe and returns correct exit codes when run as a real process', async () => {
  const site = await opened()
  const env = { ...process.env, STORAGE_DIR: join(site.dir, 'storage'), CONTENT_DIR: join(site.dir, 'content') }
  const run = (...args: string[]) =>
    Bun.spawn(['bun', 'server/cli/admin/main.ts', ...args], { env, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  const adding = run('add-2fa')
  let output = ''
  let answered = false
  for await (const piece of adding.stdout.pipeThrough(new TextDecoderStream())) {
    output += piece
    if (!answered && output.includes('shows now: ')) {
      adding.stdin.write(`nonsense\n${codeOf(output, new Date())}\n`)
      await adding.stdin.end()
      answered = true
    }
  }
  expect([await adding.exited, recoveryCodesIn(output).length]).toEqual([0, 10])
  const again = run('add-2fa')
  expect([await again.exited, await new Response(again.stderr).text()]).toEqual([
    1,
    expect.stringContaining('is on already'),
  ])
  const without = run('what')
  expect(await without.exited).toBe(1)
})
