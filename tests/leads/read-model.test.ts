import { describe, expect, test } from 'bun:test'
import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { signUpFingerprints } from '#server/leads/records/lead-model.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { describeOnFiles, testOnFiles } from '#tests/helpers/stores.ts'
import { another } from '#tests/registration/a-registration.ts'
import { aMessage, aSignUp, type LeadSite, leadSite, type Seed, seeded } from './lead-site.ts'
import { run } from './run-leads.ts'

/** The same records at every call, unlike those of `aSignUp` and `aMessage`. */
const signUps = Array.from({ length: 10 }, (_, n) => aSignUp(n))
const signUp = (n: number) => signUps[n] ?? aSignUp(n)
const message = aMessage(4)

const ends = endsOfEachTest()
async function opened(seed: Seed | string) {
  const site = await leadSite(seed)
  ends.push(site.close)
  return site
}
const inPrivate = (storage: string, name: string) => join(storage, 'private', name)
const line = (record: unknown) => `${JSON.stringify(record)}\n`
const names = async ({ list }: LeadSite) => (await list('limit=200')).leads.map(({ name }) => name)

/** All bytes of the derived database, its write-ahead log included. */
async function cacheBytes(storage: string): Promise<Buffer> {
  const files = (await readdir(join(storage, 'private'))).filter((name) => name.startsWith('cache-'))
  expect(files).not.toEqual([])
  return Buffer.concat(await Promise.all(files.map((name) => readFile(inPrivate(storage, name)))))
}

/** The texts and fingerprints that identify a sign-up. */
const tracesOf = (signUp: ReturnType<typeof aSignUp>) => [
  Buffer.from(signUp.email),
  Buffer.from(signUp.username),
  ...Object.values(signUpFingerprints(signUp)),
]
const found = (bytes: Buffer, traces: readonly Uint8Array[]) => traces.map((trace) => bytes.includes(trace))

describe('an erased lead', () => {
  const many = Array.from({ length: 2_000 }, (_, n) => aSignUp(n))
  const [wanted = aSignUp(0), other = aSignUp(0)] = many.slice(700)

  test('leaves no trace in the bytes of the derived database', async () => {
    const site = await opened({ signUps: many })
    expect(found(await cacheBytes(site.storage), tracesOf(wanted))).toEqual([false, false, true, true, true])
    expect((await site.erase(wanted.id)).status).toBe(200)
    const bytes = await cacheBytes(site.storage)
    expect(found(bytes, tracesOf(wanted))).toEqual([false, false, false, false, false])
    expect(found(bytes, tracesOf(other))).toEqual([false, false, true, true, true])
  })

  testOnFiles('leaves no trace there when the command erases it while no server runs', async () => {
    const site = await opened({ signUps: many })
    await site.stop()
    expect((await run(site.storage, 'erase', wanted.id, '--yes')).code).toBe(0)
    expect(found(await cacheBytes(site.storage), tracesOf(wanted))).toEqual([false, false, false, false, false])
    const again = await opened(site.storage)
    expect(await again.list()).toMatchObject({ unread: many.length - 1 })
  })

  test('whose tombstone is longer than its record moves the leads behind it', async () => {
    const short = { id: aSignUp(1).id, at: aSignUp(1).at }
    const site = await opened({ signUps: [short, aSignUp(2), aSignUp(3)] })
    expect((await site.erase(short.id)).status).toBe(200)
    expect(await names(site)).toEqual(['Ann Baker 3', 'Ann Baker 2'])
  })
})

describeOnFiles('the read model after a restart', () => {
  const seed = { signUps: signUps.slice(1, 4), messages: [message] }
  const statusOf = async (site: LeadSite, username: string) =>
    (await site.post(apiPaths.register, another(9, { username, email: `${username}@new.example` }))).status

  /** Runs `change` between two starts. */
  async function restarted(change: (file: string, storage: string) => Promise<unknown>) {
    const before = await opened(seed)
    await before.happen(message.id, { read: true })
    await before.stop()
    await change(inPrivate(before.storage, 'registrations.jsonl'), before.storage)
    return opened(before.storage)
  }

  test('has lines that were appended by hand', async () => {
    const site = await restarted((file) => appendFile(file, line(signUp(8))))
    expect((await names(site))[0]).toBe('Ann Baker 8')
    expect([await statusOf(site, 'ANNBAKER8'), await statusOf(site, 'annbaker1')]).toEqual([422, 422])
  })

  test('follows a log that was cut short', async () => {
    const site = await restarted((file) => truncate(file, line(signUp(1)).length))
    expect(await names(site)).toEqual(['Bob 4', 'Ann Baker 1'])
    expect([await statusOf(site, 'annbaker1'), await statusOf(site, 'annbaker2')]).toEqual([422, 200])
  })

  test('follows a log that was restored from a backup', async () => {
    const site = await restarted(async (file) => {
      await writeFile(`${file}.backup`, line(signUp(2)) + line(signUp(6)) + line(signUp(7)))
      await rename(`${file}.backup`, file)
    })
    expect(await names(site)).toEqual(['Ann Baker 7', 'Ann Baker 6', 'Bob 4', 'Ann Baker 2'])
    expect([await statusOf(site, 'annbaker1'), await statusOf(site, 'annbaker6')]).toEqual([200, 422])
  })

  test('follows a log whose first or last line was edited in place', async () => {
    const site = await restarted(async (file) => {
      const text = await readFile(file, 'utf8')
      await writeFile(file, text.replace('annbaker3', 'annbaker7'))
    })
    expect([await statusOf(site, 'annbaker3'), await statusOf(site, 'annbaker7')]).toEqual([200, 422])
  })

  test('keeps what became of leads when their log is read again', async () => {
    const site = await restarted(async (file) => writeFile(file, line(signUp(5))))
    expect(await names(site)).toEqual(['Ann Baker 5', 'Bob 4'])
    expect((await site.list()).unread).toBe(1)
  })

  const damage: [string, (file: string) => Promise<unknown>][] = [
    ['missing', (file) => rm(file)],
    ['no database', (file) => writeFile(file, 'x'.repeat(100_000))],
    ['a folder', (file) => rm(file).then(() => Bun.write(join(file, 'x'), ''))],
  ]
  test.each(damage)('is made again where the database is %s', async (_, change) => {
    const site = await restarted(async (_, storage) => {
      const files = await readdir(join(storage, 'private'))
      const database = files.find((name) => name.endsWith('.sqlite')) ?? ''
      await change(inPrivate(storage, database))
    })
    expect(await names(site)).toEqual(['Bob 4', 'Ann Baker 3', 'Ann Baker 2', 'Ann Baker 1'])
    expect([(await site.list()).unread, await statusOf(site, 'annbaker2')]).toEqual([3, 422])
  })
})

describeOnFiles('the read model while the server runs', () => {
  test('moves to memory when its database can no longer be written, and no sign-up is rejected or lost', async () => {
    const site = await opened({ signUps: [signUp(1)], messages: [aMessage(2)] })
    site.services.cacheDb.read((db) => db.run('pragma query_only = on'))
    expect((await site.post(apiPaths.register, another(3))).status).toBe(200)
    expect((await site.post(apiPaths.register, another(3, { token: 'other' }))).status).toBe(422)
    expect((await site.post(apiPaths.register, another(4, { username: 'ANNBAKER1' }))).status).toBe(422)
    expect(await site.list()).toMatchObject({ leads: [{ kind: 'registration' }, { name: 'Bob 2' }, {}], unread: 3 })
    expect(site.logged.some((entry) => entry.includes('cache database replaced'))).toBe(true)
    await site.stop()
    const again = await opened(site.storage)
    expect((await again.list()).unread).toBe(3)
  })

  test('lists a log that another program has replaced', async () => {
    const site = await opened({ signUps: [signUp(1), signUp(2)] })
    const file = inPrivate(site.storage, 'registrations.jsonl')
    await writeFile(`${file}.new`, line(signUp(2)) + line(signUp(1)))
    await rename(`${file}.new`, file)
    expect(await names(site)).toEqual(['Ann Baker 1', 'Ann Baker 2'])
    expect((await site.lead(signUp(1).id)).email).toBe('ann1@bakery.example')
  })
})

test('the command lists a folder that has no derived database, and creates none', async () => {
  const storage = await seeded({ signUps: [signUp(1)] })
  ends.push(() => rm(storage, { recursive: true }))
  expect((await run(storage, 'list')).lines).toHaveLength(1)
  expect((await readdir(join(storage, 'private'))).filter((name) => name.startsWith('cache-'))).toEqual([])
})
