import { describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { createRedirectFile } from '#server/content/redirects.ts'
import { createCursor } from '#server/leads/records/cursor.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { readInodeBound, writeInodeBound } from '#server/storage/inode-bound-file.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'
import { storedText } from '#server/storage/stored-json.ts'
import { codeOf, runAdmin } from '#tests/admin/shell.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { hasPostgres, query } from '#tests/helpers/postgres.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { stateOfOldVersion } from './stored-state.ts'

const ends = endsOfEachTest()
const NEW = 'added_later'
const KEY = 'new-0123456789abcdef'

/** The same, with an unknown field in each object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, withMore(one)])
  return { ...Object.fromEntries(entries), [NEW]: { deep: [1, { deeper: null }] } }
}
/** Where the unknown fields are. An object in a list is named by its id. */
function placesOf(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => placesOf(one, `${place}/${one?.id ?? ''}`))
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).filter(([name]) => name !== NEW)
  const below = inner.flatMap(([name, one]) => placesOf(one, `${place}/${name}`))
  return NEW in value && JSON.stringify(value[NEW]) === '{"deep":[1,{"deeper":null}]}' ? [place, ...below] : below
}

/** The stored JSON of a site, read and replaced as another version would. */
async function storedSite(store: 'files' | 'postgres') {
  const state = await stateOfOldVersion(store)
  ends.push(() => rm(state.dir, { recursive: true }))
  const { privateDir, url = '' } = state
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const [, owner = '', key = ''] = /^drafts\/(.+)\/(.+)\.json$/.exec(await draftOf()) ?? []
  const rowOf = (name: string) =>
    name.startsWith('drafts/')
      ? { column: 'copy', at: `site_working_copy where owner = '${owner}' and key = '${key}'` }
      : { column: 'value', at: `site_text where name = ${quoted(name)}` }

  async function draftOf(): Promise<string> {
    const sql = `select owner from site_working_copy where key = '${KEY}'`
    const [row] = store === 'postgres' ? await query<{ owner: string }>(url, sql) : []
    if (row) return `drafts/${row.owner}/${KEY}.json`
    const [file = ''] = await Array.fromAsync(new Bun.Glob(`drafts/*/${KEY}.json`).scan({ cwd: privateDir }))
    return file
  }
  return {
    ...state,
    draft: await draftOf(),
    async text(name: string): Promise<string> {
      if (store === 'postgres') {
        const { column, at } = rowOf(name)
        return (await query<{ text: string }>(url, `select ${column} as text from ${at}`))[0]?.text ?? ''
      }
      const path = join(privateDir, name)
      return name === 'sessions.json' ? ((await readInodeBound(path))?.text ?? '') : readFile(path, 'utf8')
    },
    async write(name: string, json: unknown): Promise<void> {
      const text = typeof json === 'string' ? json : JSON.stringify(json)
      const path = join(privateDir, name)
      if (store === 'postgres') {
        const { column, at } = rowOf(name)
        await query(url, `update ${at.replace(' where', ` set ${column} = ${quoted(text)} where`)}`)
      } else if (name === 'sessions.json') await writeInodeBound(path, text)
      else await Bun.write(path, text)
    },
  }
}

describe.each(['files', 'postgres'] as const)('state in %s', (store) => {
  const testHere = test.skipIf(store === 'postgres' && !hasPostgres)

  testHere('keeps the fields that a newer version has added, at every depth, through every write', async () => {
    const site = await storedSite(store)
    const names = ['admin.json', 'sessions.json', site.draft]
    for (const name of names) await site.write(name, withMore(JSON.parse(await site.text(name))))
    const before = new Map<string, string[]>()
    for (const name of names) before.set(name, placesOf(JSON.parse(await site.text(name))))
    expect(before.get('admin.json')?.length).toBeGreaterThan(6)

    const app = await testApp(site.options)
    ends.push(app.stop)
    site.pass(120_000)
    const { password, secret, session: token } = site.expected
    const { now } = site.options
    const login = await app.post(adminPaths.login, { email: ADMIN.email, password, code: codeOf(secret, now()) })
    expect(login.status).toBe(200)
    const call = async (method: string, path: string, json: unknown) =>
      expect((await app.send(method, path, { token, json })).status).toBeLessThan(300)
    await call('POST', adminPaths.confirmation, { password })
    await call('POST', adminPaths.account, { name: 'Anna', email: ADMIN.email, author: null })
    await call('POST', adminPaths.invitations, { email: 'new@bakery.example' })
    const copy = await (await app.send('GET', adminPaths.workingCopy(KEY), { token })).json()
    expect(JSON.stringify(copy.fields)).not.toContain(NEW)
    const { revision, fields, document } = copy
    await call('PUT', adminPaths.workingCopy(KEY), { revision, fields: { ...fields, title: 'Other' }, document })

    expect(await site.text('admin.json')).toContain('Anna')
    expect(await site.text(site.draft)).toContain('Other')
    for (const name of names) {
      const after = JSON.parse(await site.text(name))
      expect(after.format).toBe(1)
      expect([name, placesOf(after).sort()]).toEqual([name, (before.get(name) ?? []).sort()])
    }
  })

  testHere('of a newer format is rejected at the start, by its name, and left as it is', async () => {
    for (const name of ['admin.json', 'sessions.json']) {
      const site = await storedSite(store)
      const newer = { ...JSON.parse(await site.text(name)), format: 7 }
      await site.write(name, newer)
      const start = testApp(site.options)
      await expect(start).rejects.toThrow(new RegExp(`${name}.* has format 7.*Start .*version`))
      expect(JSON.parse(await site.text(name))).toEqual(newer)
    }
  })

  testHere('of a newer format that appears while the site runs is left as it is', async () => {
    const site = await storedSite(store)
    const app = await testApp(site.options)
    ends.push(app.stop)
    const { session: token, password } = site.expected
    const names = ['admin.json', 'sessions.json', site.draft]
    for (const name of names) await site.write(name, { ...JSON.parse(await site.text(name)), format: 2 })
    const before = await Promise.all(names.map(site.text))
    const json = { revision: null, fields: { format: 'md', title: 'Other' } }
    expect((await app.send('PUT', adminPaths.workingCopy(KEY), { token, json })).status).toBeGreaterThanOrEqual(400)
    await app.post(adminPaths.login, { email: 'ann@bakery.example', password })
    await app.send('POST', adminPaths.invitations, { token, json: { email: 'new@bakery.example' } })
    expect(await Promise.all(names.map(site.text))).toEqual(before)
  })
})

describe('private files', () => {
  async function aFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'other-versions-'))
    ends.push(() => rm(folder, { recursive: true }))
    return folder
  }

  test.each(['cursors/registrations.webhook.json', 'commit-queue/000000003.json', 'store.json'])(
    'of a newer format end the start: %s',
    async (name) => {
      const site = await storedSite('files')
      const text = JSON.stringify({ version: '9.8.7', format: 2, store: 'files' })
      await Bun.write(join(site.privateDir, name), text)
      await expect(testApp(site.options)).rejects.toThrow(`${name} has format 2`)
      expect(await Bun.file(join(site.privateDir, name)).text()).toBe(text)
    },
  )

  test('of a newer format are said to be of the version that used the folder last', async () => {
    const site = await storedSite('files')
    await Bun.write(join(site.privateDir, 'store.json'), JSON.stringify({ version: '9.8.7', store: 'files' }))
    await site.write('admin.json', { format: 2 })
    await expect(testApp(site.options)).rejects.toThrow('Start version 9.8.7')
  })

  test.each(['admin.json', 'signing.key', 'command.key'])(
    'of an unknown shape end the start without advice to delete them: %s',
    async (name) => {
      const site = await storedSite('files')
      for (const text of ['{"people":[]}', '[]', '{"administrators":{}}', 'two\nlines\n']) {
        await Bun.write(join(site.privateDir, name), text)
        const message = await testApp(site.options).then(
          () => '',
          (error: Error) => error.message,
        )
        expect(message).toContain(`${name} is damaged, or another version wrote it.`)
        expect(message).not.toMatch(/delete/i)
        expect(await Bun.file(join(site.privateDir, name)).text()).toBe(text)
      }
    },
  )

  test('that hold a key say what another key costs', async () => {
    const folder = await aFolder()
    const load = () => loadOrCreateKey(createFileStore(folder), 'a.key', 'nothing is lost')
    const key = await load()
    expect(await load()).toEqual(key)
    await Bun.write(join(folder, 'a.key'), `${Buffer.from(key).toString('base64url')}=more`)
    await expect(load()).rejects.toThrow('a new key is made: nothing is lost.')
  })

  test('with the progress of a channel keep what a newer version has added', async () => {
    const folder = await aFolder()
    const cursor = { after: 'a', offset: 1, attempts: 0, notBefore: 0 }
    const path = join(folder, 'cursors/log.mail.json')
    await Bun.write(path, JSON.stringify({ ...cursor, batch: { size: 3 } }))
    const store = createCursor({ store: createFileStore(folder), key: 'cursors/log.mail.json', holder: undefined })
    expect(await store.read()).toEqual(cursor)
    await store.write({ ...cursor, after: 'b' })
    expect(await Bun.file(path).json()).toEqual({ format: 1, ...cursor, after: 'b', batch: { size: 3 } })
  })

  test('with old addresses keep lines that this version cannot read', async () => {
    const path = join(await aFolder(), 'old-addresses.txt')
    await Bun.write(path, '# by version 9\nold new 2030-01-01\n/a/path /another\nshelves/old new\n')
    const file = createRedirectFile(path)
    await file.add([
      { kind: 'posts', from: 'one', to: 'two' },
      { kind: 'tags', from: 'one', to: 'two' },
    ])
    expect(await Bun.file(path).text()).toBe(
      '# by version 9\nold new 2030-01-01\n/a/path /another\nshelves/old new\none two\ntags/one two\n',
    )
    expect(await file.read()).toEqual([
      { kind: 'posts', from: 'old', to: 'new' },
      { kind: 'posts', from: 'one', to: 'two' },
      { kind: 'tags', from: 'one', to: 'two' },
    ])
  })

  test('with an account keep what a command does not know', async () => {
    const site = await storedSite('files')
    await site.write('admin.json', withMore(JSON.parse(await site.text('admin.json'))))
    const before = placesOf(JSON.parse(await site.text('admin.json')))
    const shell = { storageDir: join(site.dir, 'storage'), now: site.options.now }
    expect((await runAdmin(shell, ['new-codes', ADMIN.email])).code).toBe(0)
    expect(placesOf(JSON.parse(await site.text('admin.json'))).sort()).toEqual(before.sort())
  })
})

describe('the text of stored JSON', () => {
  const write = (all: unknown, known: object, next: object) => JSON.parse(storedText(next, { all, known }))

  test('follows objects in lists by their id, and forgets those that are gone', () => {
    const all = {
      list: [
        { id: 1, x: 'one' },
        { id: 2, x: 'two' },
      ],
      plain: [{ x: 1 }],
    }
    const known = { list: [{ id: 1 }, { id: 2 }], plain: [{}] }
    const next = { list: [{ id: 3 }, { id: 2 }], plain: [{}] }
    expect(write(all, known, next)).toEqual({ format: 1, list: [{ id: 3 }, { id: 2, x: 'two' }], plain: [{}] })
  })

  test('forgets a known field that was removed, and what was in it', () => {
    expect(write({ a: { b: 1, x: 2 }, y: 3 }, { a: { b: 1 } }, {})).toEqual({ format: 1, y: 3 })
  })

  test('keeps fields with names that objects have anyway', () => {
    const all = JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3}')
    expect(storedText({}, { all, known: {} })).toBe('{"format":1,"__proto__":{"x":1},"constructor":2,"toString":3}')
  })
})
