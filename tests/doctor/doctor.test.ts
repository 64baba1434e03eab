import { describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCommandTokens } from '#server/admin/sessions/command-tokens.ts'
import { doctorCommand, findingsFor } from '#server/cli/doctor/main.ts'
import { openDatabase } from '#server/database/database.ts'
import { runChecks } from '#server/ops/finding.ts'
import { recordBackup } from '#server/ops/last-backup.ts'
import { checkBackup, checkFileClock } from '#server/ops/local-checks.ts'
import { checkProxy } from '#server/ops/proxy-check.ts'
import { aCheckout, type Checkout } from '#tests/git/checkout.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { startMailServer } from '#tests/notifications/mail-server.ts'

const ends = endsOfEachTest()

/** The folders of a site with its content in a checkout, and the environment of its service. */
async function aSite() {
  const checkout = await aCheckout({ 'content/posts/a.md': 'A\n' })
  ends.push(checkout.remove)
  const privateDir = join(checkout.dir, 'storage/private')
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  await chmod(privateDir, 0o700)
  const env = { CONTENT_DIR: join(checkout.dir, 'content'), STORAGE_DIR: join(checkout.dir, 'storage') }
  return { checkout, privateDir, env }
}

const findingOf = async (env: Record<string, string>, name: string) =>
  (await findingsFor(env)).find((one) => one.name === name)

async function printed(args: string[], env: Record<string, string>) {
  const lines: string[] = []
  const code = await doctorCommand(args, env, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

describe('bun run doctor', () => {
  test('has one line a check, and ends with 0 without a problem', async () => {
    const { env } = await aSite()
    const { code, text } = await printed([], env)
    expect(code).toBe(0)
    const lines = text.split('\n')
    expect(lines.map((line) => line.split(/\s+/)[1])).toEqual([
      'variables',
      'folders',
      'space',
      'git',
      'remote',
      'proxy',
      'database',
      'clock',
      'mail',
      'backup',
    ])
    expect(text).toContain('saves are committed to main')
    expect(text).not.toContain('✗')
  })

  test('ends with 1 for a problem, and with 2 for wrong arguments', async () => {
    const { env, checkout } = await aSite()
    await checkout.run('checkout', '-q', '--detach')
    const { code, text } = await printed([], env)
    expect(code).toBe(1)
    expect(text).toContain('✗ git        commits wait: HEAD is on no branch')
    expect((await printed(['--quick'], env)).code).toBe(2)
  })

  test('writes JSON without a password or a secret', async () => {
    const { env } = await aSite()
    const secrets = {
      DATABASE_URL: 'postgres://site:hidden-1@127.0.0.1:1/site',
      SMTP_URL: 'smtp://user:hidden-2@127.0.0.1:1',
      MAIL_FROM: 'site@vendor.example',
      METRICS_TOKEN: 'hidden-3-hidden-3-hidden-3-hidden-3',
    }
    const { code, text } = await printed(['--json'], { ...env, ...secrets })
    expect(code).toBe(1)
    expect(text).not.toContain('hidden')
    expect(JSON.parse(text).findings).toContainEqual({
      name: 'database',
      state: 'problem',
      text: 'PostgreSQL does not answer at DATABASE_URL',
    })
  })
})

describe('the check of', () => {
  test('variables names a misspelled one, and one that is not valid without its value', async () => {
    const { env } = await aSite()
    expect((await findingOf({ ...env, TRUSTED_PROXY: '10.0.0.1' }, 'variables'))?.text).toContain('TRUSTED_PROXIES')
    const findings = await findingsFor({ ...env, SHUTDOWN_DELAY: 'soon' })
    expect(findings).toEqual([
      { name: 'variables', state: 'problem', text: 'SHUTDOWN_DELAY must be a number from 0 to 60.' },
    ])
  })

  test('folders finds a private folder that others can read, and a file in the place of a folder', async () => {
    const { env, privateDir } = await aSite()
    await chmod(privateDir, 0o750)
    expect(await findingOf(env, 'folders')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('chmod 700'),
    })
    await rm(privateDir, { recursive: true })
    await Bun.write(privateDir, '')
    expect((await findingOf(env, 'folders'))?.text).toContain('is no folder')
  })

  test('git says that saves are in no commit without a checkout', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'doctor-'))
    ends.push(() => rm(dir, { recursive: true }))
    await mkdir(join(dir, 'content'))
    const env = { CONTENT_DIR: join(dir, 'content'), STORAGE_DIR: join(dir, 'storage') }
    expect(await findingOf(env, 'git')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('in no git checkout'),
    })
    expect((await findingOf({ ...env, GIT_COMMIT: 'off' }, 'git'))?.state).toBe('not-checked')
  })

  test('clock compares this machine with the file system', async () => {
    const { privateDir } = await aSite()
    const at = (ms: number) => checkFileClock({ contentDir: '', storageDir: '', privateDir }, () => Date.now() + ms)
    expect((await at(0)).state).toBe('ok')
    expect((await at(60_000)).text).toContain('by 60 s')
    expect((await at(-60_000)).state).toBe('warning')
  })

  test('backup says how old the last one is', async () => {
    const { env, privateDir } = await aSite()
    expect((await findingOf(env, 'backup'))?.text).toContain('none has been stored yet')
    await recordBackup(privateDir, new Date())
    const places = { contentDir: '', storageDir: '', privateDir }
    const after = (days: number) => checkBackup(places, () => new Date(Date.now() + days * 24 * 3_600_000))
    expect((await after(0)).state).toBe('ok')
    expect(await after(5.5)).toMatchObject({ state: 'warning', text: expect.stringContaining('5 days old') })
  })

  test('anything that does not answer is limited, and the others are not affected', async () => {
    const never = { name: 'remote', check: () => new Promise<never>(() => {}) }
    const broken = { name: 'mail', check: () => Promise.reject(new Error('smtp://user:secret@host')) }
    const [slow, failed] = await runChecks([never, broken], 50)
    expect(slow?.state).toBe('not-checked')
    expect(failed).toEqual({ name: 'mail', state: 'problem', text: 'could not be checked: an unexpected error' })
  })
})

describe('the check of a remote', () => {
  async function withRemote(): Promise<{ checkout: Checkout; env: Record<string, string>; bare: string }> {
    const { checkout, env } = await aSite()
    const bare = `${checkout.dir}.git`
    ends.push(() => rm(bare, { recursive: true, force: true }))
    await checkout.run('clone', '-q', '--bare', checkout.dir, bare)
    await checkout.run('remote', 'add', 'origin', bare)
    await checkout.run('fetch', '-q', 'origin')
    return { checkout, bare, env: { ...env, GIT_PUSH: 'on' } }
  }

  test('asks whether it takes a push, and pushes nothing', async () => {
    const { checkout, env, bare } = await withRemote()
    expect((await findingOf(env, 'remote'))?.text).toContain('has no upstream branch')
    await checkout.run('branch', '-q', '--set-upstream-to=origin/main')
    const head = await checkout.run('rev-parse', 'HEAD')
    await checkout.run('commit', '-q', '--allow-empty', '-m', 'Not pushed')
    expect(await findingOf(env, 'remote')).toMatchObject({ state: 'ok' })
    expect(await checkout.run('--git-dir', bare, 'rev-parse', 'main')).toBe(head)
    await rm(bare, { recursive: true })
    expect(await findingOf(env, 'remote')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('cannot be reached'),
    })
  })
})

describe('the check of mail', () => {
  test('logs in, and sends nothing', async () => {
    const server = await startMailServer({ login: true })
    ends.push(server.stop)
    const { env } = await aSite()
    const url = (password: string) => `smtp://user:${encodeURIComponent(password)}@127.0.0.1:${server.port}`
    const mail = (password: string) =>
      findingOf({ ...env, SMTP_URL: url(password), MAIL_FROM: 'site@vendor.example' }, 'mail')
    expect(await mail('p@ss word')).toMatchObject({ state: 'ok' })
    expect(await mail('wrong')).toEqual({
      name: 'mail',
      state: 'problem',
      text: 'the server of SMTP_URL does not accept the connection: EAUTH 535',
    })
    expect(server.mails).toEqual([])
  })
})

describe.skipIf(!hasPostgres)('the check of a database', () => {
  test('changes nothing, and says what the next start will change', async () => {
    const { env } = await aSite()
    const url = await emptyDatabase()
    const withDatabase = { ...env, DATABASE_URL: url }
    expect((await findingOf(withDatabase, 'database'))?.text).toMatch(/^answers; the next start makes \d+ changes/)
    expect((await findingOf(withDatabase, 'database'))?.text).toMatch(/^answers; the next start makes \d+ changes/)
    const database = await openDatabase({ url, log: { info() {}, warn() {}, error() {} }, isServer: false })
    ends.push(database.close)
    expect((await findingOf(withDatabase, 'database'))?.text).toBe('answers, with the tables of this version')
  })
})

describe('the check of the proxy', () => {
  /** The site as a process would serve it, behind a proxy that changes the headers of requests. */
  async function throughProxy(env: Record<string, string>, change: (headers: Headers) => void) {
    const proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const headers = new Headers(request.headers)
        change(headers)
        return fetch(target + new URL(request.url).pathname, { headers })
      },
    })
    ends.push(() => proxy.stop(true))
    const app = await testApp({ env })
    ends.push(app.close)
    const target = app.listen()
    const settings = { publicUrl: `http://127.0.0.1:${proxy.port}`, privateDir: join(app.dir, 'storage/private') }
    return checkProxy(settings)
  }
  const trusted = { TRUSTED_PROXIES: '127.0.0.1' }
  const append = (headers: Headers) => headers.append('x-forwarded-for', '203.0.113.7')

  test('finds a proxy that is trusted, and names the client', async () => {
    expect(await throughProxy(trusted, append)).toMatchObject({
      state: 'ok',
      text: 'the proxy at 127.0.0.1 names the client',
    })
  })

  test('names one that is not in TRUSTED_PROXIES, or passes on what clients say', async () => {
    expect(await throughProxy({}, append)).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('TRUSTED_PROXIES=127.0.0.1'),
    })
    expect(await throughProxy(trusted, () => {})).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('they choose their address'),
    })
  })

  test('says what else answers, or that nothing does', async () => {
    expect((await throughProxy(trusted, (headers) => headers.delete('authorization'))).text).toContain('answered 401')
    const { privateDir } = await aSite()
    expect((await checkProxy({ publicUrl: undefined, privateDir })).state).toBe('not-checked')
    expect((await checkProxy({ publicUrl: 'http://127.0.0.1:1', privateDir })).text).toContain('not been started')
    await createCommandTokens(privateDir, () => new Date())
    expect((await checkProxy({ publicUrl: 'http://127.0.0.1:1', privateDir })).text).toContain(
      'does not answer from here',
    )
  })
})
