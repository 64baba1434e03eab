import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidAdminFileError } from '#server/admin/admin-file.ts'
import { createAdministrator } from '#server/admin/administrator.ts'
import { createPasswords, PasswordsBusy } from '#server/admin/passwords.ts'
import { readSigningKey } from '#server/admin/signing-key.ts'
import { createLog } from '#server/http/log.ts'
import { InvalidKeyFileError } from '#server/storage/secret-key-file.ts'

let dirs: string[] = []
afterEach(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true })
  dirs = []
})

async function storage() {
  const dir = await mkdtemp(join(tmpdir(), 'administrator-'))
  dirs.push(dir)
  const file = join(dir, 'private', 'admin.json')
  const start = async (env: { email?: string; password?: string } = {}) => {
    const printed: string[] = []
    const passwords = createPasswords({ memoryCost: 64, timeCost: 2 })
    const print = (line: string) => printed.push(line)
    const log = createLog('error', (line) => printed.push(line))
    return {
      ...(await createAdministrator({
        file,
        slug: 'testery',
        isTerminal: true,
        passwords,
        print,
        log,
        now: () => new Date(),
        ...env,
      })),
      printed,
    }
  }
  return { dir, file, start }
}

const passwordIn = (printed: string[]) => /^Password: (\S+) /.exec(printed[1] ?? '')?.[1] ?? ''

describe('the first start without ADMIN_EMAIL and ADMIN_PASSWORD (decision 27)', () => {
  test('makes an administrator and prints address and password, once', async () => {
    const { start } = await storage()
    const first = await start()
    expect(first.printed).toEqual([
      'Administrator: admin@testery.example',
      expect.stringMatching(/^Password: ([a-z2-9]{4}-){4}[a-z2-9]{4} \(shown only this once\)$/),
    ])
    expect(await first.login('admin@testery.example', passwordIn(first.printed))).toBe(true)
    const second = await start()
    expect(second.printed).toEqual([])
    expect(await second.login('admin@testery.example', passwordIn(first.printed))).toBe(true)
  })

  test('makes another password every time', async () => {
    const printed = await Promise.all([1, 2].map(async () => (await (await storage()).start()).printed))
    expect(printed[0]).not.toEqual(printed[1])
  })

  test('keeps nothing but an argon2id hash, in a file for this user alone', async () => {
    const { start, file, dir } = await storage()
    const { printed } = await start()
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(passwordIn(printed))
    expect(JSON.parse(text).passwordHash).toStartWith('$argon2id$')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dir, 'private'))).mode & 0o777).toBe(0o700)
  })
})

describe('the environment wins over what is stored', () => {
  test('and prints nothing that it was told', async () => {
    const { start } = await storage()
    const { printed, login } = await start({ email: 'boss@testery.example', password: 'told from outside' })
    expect(printed).toEqual([])
    expect(await login('boss@testery.example', 'told from outside')).toBe(true)
  })

  test('a new password or address replaces the old one and ends every session', async () => {
    const { start } = await storage()
    const first = await start({ email: 'boss@testery.example', password: 'the old password' })
    const second = await start({ password: 'the new password' })
    expect(second.tokenVersion()).toBe(first.tokenVersion() + 1)
    expect(await second.login('boss@testery.example', 'the old password')).toBe(false)
    expect(await second.login('boss@testery.example', 'the new password')).toBe(true)
    const third = await start({ email: 'chief@testery.example' })
    expect(third.tokenVersion()).toBe(first.tokenVersion() + 2)
    expect(await third.login('boss@testery.example', 'the new password')).toBe(false)
    expect(await third.login('chief@testery.example', 'the new password')).toBe(true)
  })

  test('the same values again change nothing', async () => {
    const { start, file } = await storage()
    await start({ email: 'boss@testery.example', password: 'the same password' })
    const text = await readFile(file, 'utf8')
    await start({ email: 'boss@testery.example', password: 'the same password' })
    expect(await readFile(file, 'utf8')).toBe(text)
  })
})

test('ended sessions stay ended after a restart', async () => {
  const { start } = await storage()
  const first = await start()
  await first.endSessions()
  expect((await start()).tokenVersion()).toBe(2)
})

test('a damaged file stops the start instead of making a new administrator', async () => {
  const { start, file, dir } = await storage()
  await start()
  for (const text of ['', '{', 'null', '{"email":"a@b.example","passwordHash":"plain","tokenVersion":1}']) {
    await writeFile(file, text)
    await expect(start()).rejects.toThrow(InvalidAdminFileError)
  }
  await writeFile(join(dir, 'private', 'signing.key'), 'short')
  await expect(readSigningKey(join(dir, 'private', 'signing.key'))).rejects.toThrow(InvalidKeyFileError)
})

test('the signing key is made once, of 32 random bytes, for this user alone', async () => {
  const { dir } = await storage()
  const file = join(dir, 'private', 'signing.key')
  const key = await readSigningKey(file)
  expect(key.byteLength).toBe(32)
  expect(await readSigningKey(file)).toEqual(key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('at most two hashes are worked on at once, and beyond fifty waiting ones a login is refused', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 2 })
  const hash = await passwords.hash('right')
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify('wrong', hash)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(52)
  expect(all.filter((one) => one.status === 'rejected' && one.reason instanceof PasswordsBusy)).toHaveLength(8)
})
