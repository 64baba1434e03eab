import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { readConfig } from '#server/config.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'

let place: string
let site: string
let outside: string
beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'private-dir-')))
  outside = join(place, 'elsewhere/private')
  const app = await testApp({ env: { PRIVATE_DIR: outside } })
  site = app.dir
  expect((await app.post(apiPaths.register, another(1))).status).toBe(200)
  await app.stop()
})
afterAll(async () => {
  for (const folder of [place, site]) await rm(folder, { recursive: true, force: true })
})

const run = (env: Record<string, string>, ...args: string[]) => {
  const child = Bun.spawnSync(['bun', ...args], { env: { ...process.env, PORT: '0', ...env } })
  return { code: child.exitCode, said: child.stderr.toString() + child.stdout.toString() }
}
const variables = () => ({
  CONTENT_DIR: join(site, 'content'),
  STORAGE_DIR: join(site, 'storage'),
  PRIVATE_DIR: outside,
})
const signUpsIn = (folder: string) => readFile(join(folder, 'registrations.jsonl'), 'utf8')

test('writes nothing private below STORAGE_DIR with PRIVATE_DIR set', async () => {
  expect(await readdir(outside)).toEqual(
    expect.arrayContaining(['admin.json', 'audit.jsonl', 'registrations.jsonl', 'signing.key']),
  )
  expect(await readdir(join(site, 'storage')).catch(() => [])).not.toContain('private')
})

test('shell commands read and write PRIVATE_DIR', () => {
  expect(run(variables(), 'server/cli/leads/main.ts', 'list').said).toContain('registration')
  expect(run(variables(), 'server/cli/admin/main.ts', 'list').said).toContain('Administrator  admin@testery.example')
})

test('a backup contains the files of PRIVATE_DIR and restores them there, or below the folder when it is not set', async () => {
  const file = join(place, 'b.tar.gz')
  expect(run(variables(), 'server/cli/backup/main.ts', 'backup', `--to=${file}`).code).toBe(0)

  const there = join(place, 'there/private')
  const whole = join(place, 'whole')
  const first = run({ PRIVATE_DIR: there }, 'server/cli/backup/main.ts', 'restore', file, `--to=${join(place, 'new')}`)
  expect(first.said).toContain(`PRIVATE_DIR=${there}`)
  expect(await signUpsIn(there)).toBe(await signUpsIn(outside))
  expect(await readdir(join(place, 'new/storage')).catch(() => [])).not.toContain('private')

  expect(run({ PRIVATE_DIR: '' }, 'server/cli/backup/main.ts', 'restore', file, `--to=${whole}`).code).toBe(0)
  expect(await signUpsIn(join(whole, 'storage/private'))).toBe(await signUpsIn(outside))

  const taken = run(
    { PRIVATE_DIR: there },
    'server/cli/backup/main.ts',
    'restore',
    file,
    `--to=${join(place, 'newer')}`,
  )
  expect([taken.code, taken.said]).toEqual([1, expect.stringContaining(`${there} is not empty`)])
})

test('rejects a PRIVATE_DIR that is served or versioned', async () => {
  const sentence = 'PRIVATE_DIR must be apart from CONTENT_DIR'
  for (const folder of ['storage/public', 'storage/public/x', 'storage', 'content/x', '.', 'content/../content'])
    expect(() => readConfig({ ...variables(), PRIVATE_DIR: join(site, folder) })).toThrow(sentence)
  const env = { ...variables(), PRIVATE_DIR: join(site, 'storage/public') }
  const { code, said } = run(env, 'server/cli/leads/main.ts', 'list')
  expect([code, said]).toEqual([1, expect.stringContaining(sentence)])
})

test('does not start on an empty PRIVATE_DIR while the files are still in STORAGE_DIR/private', async () => {
  const storage = join(place, 'old-storage')
  await mkdir(storage)
  await cp(outside, join(storage, 'private'), { recursive: true })
  const env = { ...variables(), STORAGE_DIR: storage, PRIVATE_DIR: join(place, 'empty') }
  const { code, said } = run(env, 'server/main.ts')
  expect([code, said]).toEqual([1, expect.stringContaining('Move them to PRIVATE_DIR')])
  expect(await readdir(place)).not.toContain('empty')
})
