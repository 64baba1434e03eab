import { describe, expect, test } from 'bun:test'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { adminPaths } from '#contract/admin-paths.ts'
import { WORKING_COPIES_MAX } from '#contract/limits.ts'
import type { MediaItem } from '#contract/media.ts'
import { apiPaths, storageUrl } from '#contract/paths.ts'
import { picturePath } from '#contract/pictures.ts'
import type { KeepWorkingCopy } from '#contract/writing.ts'
import { ConflictError, UnavailableError, ValidationError } from '#server/lib/errors.ts'
import { createLookup } from '#server/lib/lookup.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { emptyDatabase, hasPostgres, postgresServer, query } from '#tests/helpers/postgres.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { jpeg } from '#tests/media/inputs.ts'
import { BLANK_FIELDS } from '#tests/writing/blank-fields.ts'

const ends = endsOfEachTest()
const KEY = 'post-bread'
const OWNER = 'an-administrator'
const draft = (title: string, more: Partial<KeepWorkingCopy> = {}): KeepWorkingCopy => ({
  revision: null,
  fields: { ...BLANK_FIELDS, title, content: '# Dough' },
  ...more,
})

/** Two sites with folders of their own on one database. */
async function replicas(options: readonly { dist?: string }[] = [{}, {}]) {
  const url = await emptyDatabase()
  const all: TestApp[] = []
  for (const option of options) {
    const app = await testApp({ ...option, env: { DATABASE_URL: url, RATE_LIMITS: 'off' } })
    ends.push(app.close)
    all.push(app)
  }
  const [a, b] = all
  if (!a || !b) throw new Error('These are two.')
  return { url, a, b }
}

async function upload(app: TestApp, bytes: Uint8Array<ArrayBuffer>): Promise<MediaItem> {
  const form = new FormData()
  form.set('image', new File([bytes], 'photo.jpg'))
  const answer = await app.send('POST', adminPaths.media, { token: await app.login(), form })
  expect(answer.status).toBe(201)
  return answer.json()
}
const media = async (app: TestApp): Promise<string[]> => {
  const answer = await app.send('GET', adminPaths.media, { token: await app.login() })
  const { items }: { items: MediaItem[] } = await answer.json()
  return items.map(({ file }) => file)
}
/** As the body of a request. */
const photo = async (width: number, height: number) => new Uint8Array(await jpeg(width, height))
const isOnDisk = ({ dir }: TestApp, path: string) => Bun.file(join(dir, 'storage/public', path)).exists()

describe.skipIf(!hasPostgres)('unsaved texts of two replicas', () => {
  test('are the same on both, and one is replaced only by a text that continues it', async () => {
    const { a, b } = await replicas()
    const [onA, onB] = [a.services.writing.workingCopies, b.services.writing.workingCopies]
    const first = await onA.put(OWNER, KEY, draft('Bread', { replaces: null }))
    expect(await onB.list(OWNER)).toEqual([{ ...first, words: 1 }])
    const rivals = await Promise.allSettled(
      [onA, onB].map((copies, n) => copies.put(OWNER, KEY, draft(`Rival ${n}`, { replaces: first.saved_at }))),
    )
    const rejected = rivals.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(rejected).toEqual([expect.any(ConflictError)])
    expect((await onA.get(OWNER, KEY)).fields.title).toBe((await onB.get(OWNER, KEY)).fields.title)
    await onB.removeSaved(OWNER, [KEY])
    expect(await onA.list(OWNER)).toEqual([])
  })

  test('are at most 200 together, also when both store at once', async () => {
    const { url, a, b } = await replicas()
    await query(
      url,
      `insert into site_working_copy select '${OWNER}', 'post-p' || n, '${new Date().toISOString()}', gen_random_uuid(), '{}'
        from generate_series(1, ${WORKING_COPIES_MAX - 1}) n`,
    )
    const rivals = [a, b].map(({ services }, n) => services.writing.workingCopies.put(OWNER, `post-q${n}`, draft('Q')))
    const settled = await Promise.allSettled(rivals)
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
      expect.any(ValidationError),
    ])
  })

  test('are later than what they replace, also where the clock of a replica is behind', async () => {
    const { url, a } = await replicas()
    const { workingCopies } = a.services.writing
    await workingCopies.put(OWNER, KEY, draft('Bread'))
    const later = '2099-01-01T00:00:00.000Z'
    await query(
      url,
      `update site_working_copy set saved_at = '${later}', copy = jsonb_set(copy::jsonb, '{saved_at}', '"${later}"')::text`,
    )
    const next = await workingCopies.put(OWNER, KEY, draft('Bread', { replaces: later }))
    expect(next.saved_at).toBe('2099-01-01T00:00:00.001Z')
  })
})

describe.skipIf(!hasPostgres)('an image that was uploaded to one replica', () => {
  test('is served by the other one in all widths, from its own disk from then on', async () => {
    const { url, a, b } = await replicas()
    const item = await upload(a, await photo(1200, 600))
    const paths = item.widths.map((width) => picturePath(item, width))
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      const [onA, onB] = await Promise.all([a, b].map((app) => app.get(storageUrl(path))))
      expect([onA?.status, onB?.status]).toEqual([200, 200])
      expect(await onB?.bytes()).toEqual(await onA?.bytes())
    }
    await query(url, 'delete from site_upload')
    expect((await b.get(storageUrl(item.path))).status).toBe(200)
  })

  test('is in the media library of the other one, and in a post that is saved there', async () => {
    const { a, b } = await replicas()
    const item = await upload(a, await photo(600, 300))
    expect(await media(b)).toEqual([item.file])
    await rm(join(b.dir, 'storage/public/posts'), { recursive: true })
    const form = { title: 'Bread', summary: 's', content: 'c', category_id: 'production', image_path: item.path }
    const saved = await b.send('POST', apiPaths.posts, { token: await b.login(), form })
    expect(saved.status).toBe(201)
    expect(await isOnDisk(b, item.path)).toBe(true)
  })

  test('is gone on both once it is deleted on one, and back when it is uploaded again', async () => {
    const { a, b } = await replicas()
    const bytes = await photo(600, 300)
    const { file } = await upload(a, bytes)
    expect(await media(b)).toEqual([file])
    const deleted = await b.send('DELETE', `${adminPaths.media}?path=${file}`, { token: await b.login() })
    expect(deleted.status).toBe(200)
    expect([await media(a), await media(b)]).toEqual([[], []])
    expect(await isOnDisk(a, file)).toBe(false)
    await upload(b, bytes)
    expect(await media(a)).toEqual([file])
  })

  test('is deleted from the database after 30 days, unless an unsaved text shows it', async () => {
    const { url, a } = await replicas()
    const [used, unused] = [await upload(a, await photo(600, 300)), await upload(a, await photo(500, 300))]
    await a.services.writing.workingCopies.put(OWNER, KEY, draft(`/storage/${used.path}`))
    const names = async () =>
      (await query<{ path: string }>(url, 'select path from site_upload')).map(({ path }) => path).sort()
    const paths = [used, unused].flatMap((item) => item.widths.map((width) => picturePath(item, width)))
    await a.services.removeOld()
    expect(await names()).toEqual(paths.sort())
    await query(url, "update site_upload set stored_at = now() - interval '31 days'")
    await a.services.removeOld()
    expect(await names()).toEqual(used.widths.map((width) => picturePath(used, width)).sort())
  })

  test('is 404 where no replica has it, and 503 for the editor while the database is away', async () => {
    const { b } = await replicas()
    for (const path of [`posts/${'0'.repeat(32)}-480.webp`, 'posts/other.webp'])
      expect((await b.get(storageUrl(path))).status).toBe(404)
    const token = await b.login()
    const server = await postgresServer()
    await server.stop()
    const keep = () => b.send('PUT', adminPaths.workingCopy(KEY), { token, json: draft('Bread') })
    const form = new FormData()
    form.set('image', new File([await photo(500, 300)], 'photo.jpg'))
    const answers = [await keep(), await b.send('POST', adminPaths.media, { token, form })]
    await server.start()
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '5'],
      [503, '5'],
    ])
    await eventually(
      async () => (await keep()).status,
      (status) => status === 200,
    )
  }, 60_000)
})

describe('a lookup of names that strangers choose', () => {
  test('asks once for requests at the same time, and not again for seconds after a miss', async () => {
    let now = 0
    const asked: string[] = []
    const lookup = createLookup(
      async (name) => {
        asked.push(name)
        return name === 'here' ? 1 : undefined
      },
      () => now,
    )
    expect(await Promise.all([1, 2, 3].map(() => lookup.find('gone')))).toEqual([undefined, undefined, undefined])
    now = 4_999
    await lookup.find('gone')
    expect(asked).toEqual(['gone'])
    expect(await lookup.find('here')).toBe(1)
    now = 5_000
    await lookup.find('gone')
    expect(asked).toEqual(['gone', 'here', 'gone'])
    lookup.expect('gone')
    await lookup.find('gone')
    expect(asked).toHaveLength(4)
  })

  test('rejects more than 200 waiting names', async () => {
    const held = Promise.withResolvers<undefined>()
    const lookup = createLookup(() => held.promise)
    const waiting = Array.from({ length: 200 }, (_, n) => lookup.find(String(n)))
    expect(await lookup.find('one too many').catch((error) => error)).toBeInstanceOf(UnavailableError)
    held.resolve(undefined)
    await Promise.all(waiting)
    expect(await lookup.find('one too many')).toBeUndefined()
  })
})

/** A copy of the build with one more script and one more icon. */
async function anotherBuild(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'))
  ends.push(() => rm(dist, { recursive: true }))
  await cp('client/dist', dist, { recursive: true })
  await writeFile(join(dist, 'code/next-page-0a1b2c3d.js'), `// ${'The next version. '.repeat(100)}`)
  await writeFile(join(dist, 'static/next.0123456789.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return dist
}
/** The paths of a build's files without their compressed copies. */
const builtFiles = async (dist: string): Promise<string[]> =>
  (await Array.fromAsync(new Bun.Glob('{code,static}/*').scan(dist)))
    .filter((path) => !/\.(?:br|gz|zst)$/.test(path))
    .sort()

/** Waits until exactly these files are in the database: a replica tries again where PostgreSQL does not answer in time. */
const shared = (url: string, files: readonly string[]) =>
  eventually(
    async () => (await query<{ path: string }>(url, 'select path from site_asset')).map(({ path }) => path).sort(),
    (paths) => Bun.deepEquals(paths, files),
  )

const ONLY_THERE = ['/code/next-page-0a1b2c3d.js', '/static/next.0123456789.svg']

describe.skipIf(!hasPostgres)('two versions on one database', () => {
  test.each(ONLY_THERE)('serve each other’s built files with the same headers: %s', async (path) => {
    const dist = await anotherBuild()
    const { url, a, b } = await replicas([{ dist: 'client/dist' }, { dist }])
    await shared(url, await builtFiles(dist))
    for (const headers of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]) {
      const [foreign, own] = await Promise.all([a, b].map((app) => app.get(path, { headers })))
      expect([foreign?.status, own?.status]).toEqual([200, 200])
      const headersOf = (response: Response | undefined) =>
        Object.fromEntries([...(response?.headers ?? [])].filter(([name]) => name !== 'x-request-id'))
      expect(headersOf(foreign)).toEqual(headersOf(own))
      expect(await foreign?.bytes()).toEqual(await own?.bytes())
    }
  })

  test('answer 404 for what no version has', async () => {
    const { a } = await replicas([{ dist: 'client/dist' }, {}])
    for (const path of ['/code/next-page-0a1b2c3d.js', '/code/..%2fmanifest.json', '/static/next.0123456789.svg'])
      expect((await a.get(path)).status).toBe(404)
  })

  test('delete what no replica has used for 14 days', async () => {
    const dist = await anotherBuild()
    const { url } = await replicas([{ dist }, {}])
    await shared(url, await builtFiles(dist))
    await query(url, "update site_asset set used_at = now() - interval '15 days'")
    const app = await testApp({ dist: 'client/dist', env: { DATABASE_URL: url } })
    ends.push(app.close)
    await shared(url, await builtFiles('client/dist'))
  })

  test('share their files seconds after PostgreSQL could not store them at the start', async () => {
    const url = await emptyDatabase()
    const first = await testApp({ env: { DATABASE_URL: url } })
    ends.push(first.close)
    const busy = new SQL(url, { max: 1 })
    ends.push(() => busy.close())
    const app = await busy.begin(async (tx) => {
      await tx`lock table site_asset`
      return testApp({ dist: 'client/dist', env: { DATABASE_URL: url } })
    })
    ends.push(app.close)
    expect(app.logged.filter((line) => line.includes('built files not shared'))).toHaveLength(1)
    await shared(url, await builtFiles('client/dist'))
  })
})

test('without a database, a file of another version is not found', async () => {
  const app = await testApp({ dist: 'client/dist' })
  ends.push(app.close)
  for (const path of ONLY_THERE) expect((await app.get(path)).status).toBe(404)
})
