import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { createCursor, cursorKey } from '#server/leads/records/cursor.ts'
import { createLog } from '#server/lib/log.ts'
import { createAttempts } from '#server/storage/attempts.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { fingerprintOf } from '#server/storage/fingerprint.ts'
import { createMemoryStore, type KeyedStore } from '#server/storage/keyed-store.ts'
import { privateText } from '#server/storage/private-text.ts'
import { createUsedTokens } from '#server/storage/used-tokens.ts'
import { savedAt } from '#server/writing/working-copy.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'

const ends = endsOfEachTest()
const log = createLog('error', () => {})

async function databases(count: number) {
  const url = await emptyDatabase()
  const open = async () => {
    const database = await openDatabase({ url, log, isServer: false })
    ends.push(database.close)
    return database
  }
  return { url, databases: await Promise.all(Array.from({ length: count }, open)) }
}
async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'values-'))
  ends.push(() => rm(folder, { recursive: true }))
  return folder
}

/** Two processes with the same values. */
const stores: [string, () => Promise<readonly [KeyedStore, KeyedStore]>][] = [
  [
    'files',
    async () => {
      const folder = await aFolder()
      return [createFileStore(folder, savedAt), createFileStore(folder, savedAt)]
    },
  ],
]
if (hasPostgres)
  stores.push([
    'PostgreSQL',
    async () => {
      const [one, other] = (await databases(2)).databases
      if (!one || !other) throw new Error('There are two.')
      return [one.store, other.store]
    },
  ])

const copy = (saved_at: string) =>
  JSON.stringify({ format: 1, saved_at, revision: null, fields: { format: 'md', title: 'Bread', content: 'Dough' } })

describe.each(stores)('values in %s', (_, open) => {
  test('are stored, replaced and removed under their keys', async () => {
    const [one, other] = await open()
    for (const key of ['admin.json', 'signing.key', 'drafts/ann/new-1.json']) {
      expect(await one.get(key)).toBeUndefined()
      await one.remove(key)
      await one.put(key, copy('2026-03-01T10:00:00.000Z'))
      await one.put(key, copy('2026-03-02T10:00:00.000Z'))
      expect(await other.get(key)).toBe(copy('2026-03-02T10:00:00.000Z'))
      await other.remove(key)
      expect(await one.get(key)).toBeUndefined()
    }
  })

  test('are listed by a prefix, in order', async () => {
    const [one] = await open()
    const keys = ['drafts/ann/new-2.json', 'drafts/ann/new-1.json', 'drafts/bob/new-1.json']
    for (const key of keys) await one.put(key, copy('2026-03-01T10:00:00.000Z'))
    await one.put('admin.json', '{}')
    await one.put('admin.json.before-0.1.0', '{}')
    expect(await one.keys('drafts/ann/')).toEqual(['drafts/ann/new-1.json', 'drafts/ann/new-2.json'])
    expect((await one.list('drafts/')).map(({ key }) => key)).toEqual(keys.toSorted())
    expect(await one.keys('admin.json.')).toEqual(['admin.json.before-0.1.0'])
    expect(await one.keys('drafts/eve/')).toEqual([])
  })

  test('expire with the time that they have, of one folder or of all', async () => {
    const [one] = await open()
    const keys = ['drafts/ann/new-1.json', 'drafts/ann/new-2.json', 'drafts/bob/new-1.json']
    for (const [index, key] of keys.entries()) await one.put(key, copy(`2026-03-0${index + 1}T10:00:00.000Z`))
    await one.expire('drafts/bob/', '2026-03-02T10:00:00.000Z')
    expect(await one.keys('drafts/')).toEqual(keys)
    await one.expire('drafts/ann/', '2026-03-01T10:00:00.000Z')
    expect(await one.keys('drafts/')).toEqual(keys.slice(1))
    await one.put('drafts/ann/new-2.json', copy('2026-03-09T10:00:00.000Z'))
    await one.expire('drafts/', '2026-03-08T10:00:00.000Z')
    expect(await one.keys('drafts/')).toEqual(['drafts/ann/new-2.json'])
  })

  test('of one key are changed by one process at a time', async () => {
    const both = await open()
    const add = (store: KeyedStore) =>
      privateText(store, 'admin.json').change(async (before = '0') => {
        await Bun.sleep(1)
        return String(Number(before) + 1)
      })
    await Promise.all(Array.from({ length: 10 }, (_, n) => add(n % 2 ? both[0] : both[1])))
    expect(await both[0].get('admin.json')).toBe('10')
  })

  test('do not change while work relies on them', async () => {
    const [one, other] = (await open()).map((store) => privateText(store, 'admin.json'))
    await one?.change(async () => 'before')
    const during: (string | undefined)[] = []
    const work = one?.whileUnchanged(async () => {
      during.push(await other?.read())
      await Bun.sleep(20)
      during.push(await other?.read())
    })
    await Promise.all([work, other?.change(async () => 'after')])
    expect(new Set(during).size).toBe(1)
    expect(await one?.read()).toBe('after')
  })

  test('are as they were when a change fails', async () => {
    const [one] = await open()
    await one.put('admin.json', 'before')
    const failing = privateText(one, 'admin.json').change(() => Promise.reject(new RangeError('not this')))
    await expect(failing).rejects.toThrow('not this')
    expect(await one.get('admin.json')).toBe('before')
    await privateText(one, 'admin.json').change(async () => 'after')
    expect(await one.get('admin.json')).toBe('after')
  })
})

type Process = Pick<KeyedStore, 'get' | 'update'>
const shared: [string, () => Promise<readonly [Process, Process]>][] = [
  [
    'memory',
    async () => {
      const store = createMemoryStore(100)
      return [store, store]
    },
  ],
  ...stores.slice(1),
]

describe.each(shared)('in %s', (_, open) => {
  test('a token is valid once, whoever uses it first', async () => {
    const both = await open()
    const take = (n: number, kind: string) =>
      createUsedTokens(both[n % 2 ? 0 : 1], kind).take('token', Date.now() + 60_000)
    const taken = await Promise.all(Array.from({ length: 8 }, (_, n) => take(n, 'captcha')))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await take(0, 'another kind')).toBe(true)
  })

  test('concurrent attempts pass as often as is allowed, and again once they have left the window', async () => {
    const both = await open()
    let time = 1_772_359_260_000
    const counter = { name: 'login', limit: 3, windowMs: 60_000 }
    const attempts = both.map((store) => createAttempts(store, () => time))
    const take = (n: number) => attempts[n % 2]?.take([[counter, 'ann']], [[counter, 'ann']])
    const locks = await Promise.all(Array.from({ length: 8 }, (_, n) => take(n)))
    expect(locks.filter((lock) => lock === undefined)).toHaveLength(3)
    expect((await attempts[0]?.lockOf([[counter, 'ann']]))?.waitMs).toBe(60_000)
    await attempts[1]?.refund([[counter, 'ann']])
    expect(await attempts[0]?.lockOf([[counter, 'ann']])).toBeUndefined()
    expect(await take(0)).toBeUndefined()
    await attempts[0]?.reset([[counter, 'ann']])
    for (let n = 0; n < 3; n++) expect(await take(n)).toBeUndefined()
    expect(await take(0)).toBeDefined()
    time += 60_000
    expect(await take(0)).toBeUndefined()
  })
})

test('memory drops what was put first beyond its limit, in each folder', async () => {
  const used = (kind: string) => createUsedTokens(store, kind)
  const store = createMemoryStore(2)
  for (const token of ['1', '2', '3']) await used('a').take(token, 0)
  await used('b').take('1', 0)
  expect(await used('a').take('3', 0)).toBe(false)
  expect(await used('b').take('1', 0)).toBe(false)
  expect(await used('a').take('1', 0)).toBe(true)
})

describe.skipIf(!hasPostgres)('rows that the version before writes, beside this one', () => {
  test('hold a lead back until their lease ends, and are continued with the next lead', async () => {
    const { url, databases: opened } = await databases(2)
    const [one, other] = opened.map(({ store, holder }) =>
      createCursor({ store, holder, key: cursorKey('registrations', 'mail') }),
    )
    if (!one || !other) throw new Error('There are two.')
    const cursor = { after: 'a', offset: 7, attempts: 1, notBefore: 5 }
    await query(
      url,
      `insert into site_cursor values ('registrations', 'mail', 'a', 7, 1, 5, gen_random_uuid(), now() + interval '1 minute')`,
    )
    expect(await one.read()).toEqual(cursor)
    expect(await one.claim(cursor)).toBe('held')
    await query(url, `update site_cursor set held_until = now() - interval '1 second'`)
    expect(await one.claim(cursor)).toBe('mine')
    expect(await other.claim(cursor)).toBe('held')
    const next = { after: 'b', offset: 9, attempts: 0, notBefore: 0 }
    await other.write(next)
    expect(await one.read()).toEqual(cursor)
    await one.write(next)
    expect(await other.claim(cursor)).toEqual(next)
    expect(await other.claim(next)).toBe('mine')
    // As the version before claims.
    const claim = `update site_cursor set holder = gen_random_uuid(), held_until = now() + interval '1 minute'
      where after = 'b' and attempts = 0 and (holder is null or held_until < now()) returning channel`
    expect(await query(url, claim)).toEqual([])
    await other.release()
    expect(await query(url, claim)).toEqual([{ channel: 'mail' }])
  })

  test('count as attempts, use tokens up, and are read as texts', async () => {
    const { url, databases: opened } = await databases(1)
    const [store] = opened.map((one) => one.store)
    if (!store) throw new Error('There is one.')
    const time = 1_772_359_260_000
    const key = fingerprintOf('login', 'ann')
    for (const at of [time - 61_000, time - 10, time - 10])
      await query(url, `insert into site_attempt values (gen_random_uuid(), '${key}', ${at})`)
    const counter = { name: 'login', limit: 2, windowMs: 60_000 }
    const attempts = createAttempts(store, () => time)
    expect((await attempts.lockOf([[counter, 'ann']]))?.waitMs).toBe(59_990)
    const token = fingerprintOf('solution')
    await query(url, `insert into site_used_token values ('captcha', '${token}', ${time}, gen_random_uuid())`)
    expect(await createUsedTokens(store, 'captcha').take('solution', time)).toBe(false)
    // What this version has taken, the one before does not take.
    expect(await createUsedTokens(store, 'captcha').take('another', time)).toBe(true)
    const again = `insert into site_used_token as stored (kind, token, until, use)
      values ('captcha', '${fingerprintOf('another')}', ${time}, '01890a5d-ac96-774b-bcce-b302099a8057')
      on conflict (kind, token) do update set until = stored.until
      returning use = '01890a5d-ac96-774b-bcce-b302099a8057' as first`
    expect(await query(url, again)).toEqual([{ first: false }])
    // The version before locks a text that it has not stored yet.
    await query(url, `insert into site_text (name) values ('signing.key')`)
    expect(await store.get('signing.key')).toBeUndefined()
    const version = async () => (await query<{ version: string }>(url, 'select version from site_text'))[0]?.version
    const before = await version()
    await store.put('signing.key', 'text')
    expect(await version()).not.toBe(before)
  })
})
