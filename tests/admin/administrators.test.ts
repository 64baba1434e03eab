import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdminStore } from '#server/admin/people/admin-file.ts'
import { createAdministrators } from '#server/admin/people/administrators.ts'
import { createPasswords } from '#server/admin/people/passwords.ts'
import { createLog } from '#server/lib/log.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { privateText } from '#server/storage/private-text.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'

let dirs: string[] = []
afterEach(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true })
  dirs = []
})

async function storage() {
  const dir = await mkdtemp(join(tmpdir(), 'administrator-'))
  dirs.push(dir)
  const folder = join(dir, 'private')
  const file = join(folder, 'admin.json')
  const start = async (env: { email?: string; password?: string } = {}) => {
    const printed: string[] = []
    const passwords = createPasswords({ memoryCost: 64, timeCost: 2 })
    const print = (line: string) => printed.push(line)
    const log = createLog('error', (line) => printed.push(line))
    const now = () => new Date()
    const store = createAdminStore(privateText(createFileStore(folder), 'admin.json'))
    const options = { store, folder, slug: 'testery', isTerminal: true, passwords, print, log, now, ...env }
    const administrators = await createAdministrators(options)
    const login = async (email: string, password: string) =>
      (await administrators.verifyPassword(email, password)) !== undefined
    return { ...administrators, login, printed }
  }
  return { dir, file, start }
}

const passwordIn = (printed: string[]) => /^Password: (\S+) /.exec(printed[1] ?? '')?.[1] ?? ''

describe('first start without ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  test('creates an administrator and prints e-mail and password once', async () => {
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

  test('creates a different password each time', async () => {
    const printed = await Promise.all([1, 2].map(async () => (await (await storage()).start()).printed))
    expect(printed[0]).not.toEqual(printed[1])
  })

  test('stores only an argon2id hash, in a file that only this user can read', async () => {
    const { start, file, dir } = await storage()
    const { printed } = await start()
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(passwordIn(printed))
    expect(JSON.parse(text).administrators[0].passwordHash).toStartWith('$argon2id$')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dir, 'private'))).mode & 0o777).toBe(0o700)
  })
})

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  test('make the first administrator, and are not printed', async () => {
    const { start } = await storage()
    const { printed, login } = await start({ email: 'boss@testery.example', password: 'told from outside' })
    expect(printed).toEqual([])
    expect(await login('boss@testery.example', 'told from outside')).toBe(true)
  })

  test('change nothing once there is an administrator', async () => {
    const { start, file } = await storage()
    await start({ email: 'boss@testery.example', password: 'the old password' })
    const text = await readFile(file, 'utf8')
    const second = await start({ email: 'chief@testery.example', password: 'the new password' })
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await second.login('boss@testery.example', 'the old password')).toBe(true)
    expect(await second.login('boss@testery.example', 'the new password')).toBe(false)
    expect(await second.login('chief@testery.example', 'the new password')).toBe(false)
    expect(second.printed).toEqual([])
  })
})

test('gives an unknown e-mail nobody, not even with the right password of another administrator', async () => {
  const { start } = await storage()
  const { change, verifyPassword, login } = await start({
    email: 'boss@testery.example',
    password: 'told from outside',
  })
  const passwordHash = await createPasswords({ memoryCost: 64, timeCost: 2 }).hash('a fresh rye loaf')
  const ann = { id: 'ann', name: 'Ann', email: 'Ann@testery.example', author: null, passwordHash }
  await change((before) => ({ ...before, administrators: [...before.administrators, ann] }))
  expect(await login('nobody@testery.example', 'told from outside')).toBe(false)
  expect(await login('ann@testery.example', 'told from outside')).toBe(false)
  expect((await verifyPassword('ANN@testery.example', 'a fresh rye loaf'))?.id).toBe('ann')
})

test('aborts startup on a damaged administrator file instead of creating a new administrator', async () => {
  const { start, file, dir } = await storage()
  await start()
  const damaged = /is damaged, or another version wrote it\. Start that version, or restore it from a backup\./
  for (const text of ['', '{', 'null', '{"email":"a@b.example","passwordHash":"plain","tokenVersion":1}']) {
    await writeFile(file, text)
    await expect(start()).rejects.toThrow(damaged)
  }
  await writeFile(join(dir, 'private', 'signing.key'), 'short')
  await expect(
    loadOrCreateKey(createFileStore(join(dir, 'private')), 'signing.key', 'nothing is lost'),
  ).rejects.toThrow(damaged)
})

test('creates the signing key once, from 32 random bytes, readable by this user only', async () => {
  const { dir } = await storage()
  const file = join(dir, 'private', 'signing.key')
  const load = () => loadOrCreateKey(createFileStore(join(dir, 'private')), 'signing.key', 'nothing is lost')
  const key = await load()
  expect(key.byteLength).toBe(32)
  expect(await load()).toEqual(key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
