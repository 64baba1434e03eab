import { describe, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSessionFile } from '#server/admin/sessions/session-file.ts'
import { createSessions } from '#server/admin/sessions/sessions.ts'
import { backupCommand, restoreCommand } from '#server/cli/backup/main.ts'
import { leadsCommand } from '#server/cli/leads/main.ts'
import { moveCommand } from '#server/cli/move/main.ts'
import { openDatabase } from '#server/database/database.ts'
import { createLog } from '#server/lib/log.ts'
import { readRestore } from '#server/storage/unfinished-restore.ts'
import { faultyDisk } from '#tests/faults/faulty-disk.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { aMessage, aSignUp, hour, type Seed, seeded } from '#tests/leads/lead-site.ts'
import { BLANK_FIELDS } from '#tests/writing/blank-fields.ts'

const ends = endsOfEachTest()
const log = createLog('error', () => {})
const now = () => new Date('2026-11-26T05:00:00Z')

const [signUp, erased, message] = [
  aSignUp(1, { company: 'Ü & \u0000' }),
  aSignUp(2),
  aMessage(3, { sending: 'x'.repeat(32) }),
]
const tombstone = JSON.stringify({ id: erased.id, at: erased.at, erased: hour(9).toISOString() }).padEnd(300)
const seed: Seed = {
  signUps: [signUp, tombstone, aSignUp(4)],
  messages: [message, aMessage(5)],
  events: [{ at: hour(6).toISOString(), lead: signUp.id, state: 'closed' }],
}
const RECORDS = [
  'audit.jsonl',
  'contact-messages.jsonl',
  'cursors/registrations.mail.json',
  'lead-events.jsonl',
  'registrations.jsonl',
  'admin.json',
  'signing.key',
]

const ACCOUNTS = {
  administrators: [
    { id: 'ann', name: 'Ann', email: 'ann@bakery.example', author: null, passwordHash: '$argon2id$v=19$x' },
  ],
  invitations: [],
  removed: [],
}
const LOCKS = ['process.lock', 'sessions.lock']
const KEY = Buffer.alloc(32, 7).toString('base64url')
const LOGIN = { administrator: 'ann', address: '203.0.113.7', browser: 'Firefox on Linux' }

const IMAGE = 'posts/0123456789abcdef0123456789abcdef-640x400.webp'
const COPY = 'drafts/ann/post-bread.json'
const FIELDS = { ...BLANK_FIELDS, title: 'Bread', content: `![A van](/storage/${IMAGE})` }
const unsaved = JSON.stringify({ saved_at: '2026-11-25T05:00:00.000Z', revision: null, fields: FIELDS })
const imageBytes = Buffer.from('The bytes of an image.')

/** Lets the administrator have an unsaved text with an image. */
async function writesBread(storage: string) {
  await Bun.write(join(storage, 'private', COPY), `${unsaved}\n`)
  await Bun.write(join(storage, 'public', IMAGE), imageBytes)
}
const hasBread = async (privateDir: string, publicDir: string) => [
  (await Bun.file(join(privateDir, COPY)).text()).trimEnd() === unsaved,
  (await Bun.file(join(publicDir, IMAGE)).bytes()).toHex() === imageBytes.toHex(),
]

/** A site with content, records and accounts, as it is on disk. */
async function aSite(records = seed) {
  const storage = await seeded(records)
  const folder = join(storage, 'private')
  await Bun.write(
    join(folder, 'audit.1.jsonl'),
    '{"time":"2026-03-01T00:00:00.000Z","event":"post.created","actor":"old"}\n',
  )
  await Bun.write(
    join(folder, 'audit.jsonl'),
    '{"time":"2026-03-02T00:00:00.000Z","event":"post.deleted","actor":"new"}\n',
  )
  await mkdir(join(folder, 'cursors'))
  await Bun.write(
    join(folder, 'cursors/registrations.mail.json'),
    `${JSON.stringify({ after: signUp.id, offset: 5_000_000_000, attempts: 2, notBefore: 1_764_133_200_000 })}\n`,
  )
  await Bun.write(join(folder, 'admin.json'), `${JSON.stringify(ACCOUNTS, null, 2)}\n`)
  await Bun.write(join(folder, 'signing.key'), `${KEY}\n`)
  await Bun.write(join(folder, 'images/0123.json'), '{"format":1,"file":"posts/a.webp","name":"a.png"}\n')
  await createSessions({ store: createSessionFile(folder, log), now, log }).start(LOGIN)
  ends.push(() => rm(storage, { recursive: true, force: true }))
  return { storage, folder }
}
const textsIn = async (folder: string) =>
  Object.fromEntries(await Promise.all(RECORDS.map(async (name) => [name, await Bun.file(join(folder, name)).text()])))

async function move(to: string, privateDir: string, databaseUrl: string, storageDir = `${privateDir}-storage`) {
  const output: string[] = []
  const options = {
    config: { privateDir, storageDir, databaseUrl },
    now,
    log,
    print: (line: string) => void output.push(line),
  }
  const error = await moveCommand([`--to=${to}`], options).then(
    () => undefined,
    (reason: Error) => reason.message,
  )
  return { output, error }
}
async function exported(privateDir: string, databaseUrl?: string) {
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  await leadsCommand(['export', '--format=jsonl'], { config: { privateDir, databaseUrl }, now, log, write })
  return text
}
const place = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe.skipIf(!hasPostgres)('bun run move', () => {
  test('moves all records into PostgreSQL and back, byte for byte, with the progress of notifications', async () => {
    const { storage, folder } = await aSite()
    await writesBread(storage)
    const before = await textsIn(folder)
    const inFiles = await exported(folder)
    const url = await emptyDatabase()
    const there = await move('postgres', folder, url, storage)
    expect(there.error).toBeUndefined()
    expect(there.output.slice(0, 8).map((line) => line.replace(/[0-9a-f]{16}$/, '…'))).toEqual([
      'registrations: 3 records, sha256 …',
      'contact-messages: 2 records, sha256 …',
      'lead-events: 1 records, sha256 …',
      'audit: 2 records, sha256 …',
      'accounts and keys: 3 files, sha256 …',
      'unsaved texts: 1 files, sha256 …',
      'names and descriptions of images: 1 files, sha256 …',
      'images of unsaved texts: 1 files',
    ])
    expect(there.output[8]).toContain('moved-2026-11-26T05-00-00Z')
    expect((await readdir(folder)).sort()).toEqual(['cursors', 'moved-2026-11-26T05-00-00Z', ...LOCKS, 'store.json'])
    expect(await exported(folder, url)).toBe(inFiles)
    expect(inFiles).not.toContain('argon2id')

    const other = join(storage, 'other')
    const back = await move('files', other, url, join(storage, 'other-storage'))
    expect(back.error).toBeUndefined()
    expect(await hasBread(other, join(storage, 'other-storage/public'))).toEqual([true, true])
    expect(await textsIn(other)).toEqual({
      ...before,
      'audit.jsonl':
        (await Bun.file(join(folder, 'moved-2026-11-26T05-00-00Z/audit.1.jsonl')).text()) + before['audit.jsonl'],
    })
    expect(await exported(other)).toBe(inFiles)
    expect(await Bun.file(join(other, 'images/0123.json')).text()).toContain('a.png')
    const sessions = createSessions({ store: createSessionFile(other, log), now, log })
    expect(await sessions.listOf('ann')).toHaveLength(1)
  })

  test.each([
    ['a damaged line', ['damage'], /registrations\.jsonl:1 is no record/],
    ['a torn line', [aSignUp(7), '{"id":"ha'], /registrations\.jsonl:2 is no record/],
  ])('copies nothing because of %s', async (_, signUps, message) => {
    const { folder } = await aSite({ signUps })
    const url = await emptyDatabase()
    expect((await move('postgres', folder, url)).error).toMatch(message)
    expect(await query(url, 'select * from site_record')).toEqual([])
    expect(await Bun.file(join(folder, 'registrations.jsonl')).exists()).toBe(true)
  })

  test('needs a target and a stopped site', async () => {
    const one = await aSite()
    const url = await emptyDatabase()
    expect((await move('postgres', one.folder, url)).error).toBeUndefined()
    expect((await move('nowhere', one.folder, url)).error).toContain('bun run move --to=postgres')
    const app = await testApp({ env: { STORAGE_DIR: one.storage, DATABASE_URL: url } })
    ends.push(app.close)
    expect((await move('files', one.folder, url)).error).toContain('Stop it')
  })

  test('goes on after an end at any moment between the copy and the last file', async () => {
    const { folder } = await aSite()
    const url = await emptyDatabase()
    const other = await place()
    await cp(folder, other, { recursive: true })
    expect((await move('postgres', folder, url)).error).toBeUndefined()
    await rm(join(other, 'registrations.jsonl'))
    expect((await move('postgres', other, url)).error).toBeUndefined()
    expect((await readdir(other)).filter((name) => name.endsWith('.jsonl'))).toEqual([])
    // Nothing is left to move.
    const again = await move('postgres', other, url)
    expect([again.error, again.output[0]]).toEqual([undefined, expect.stringContaining('registrations: 0 records')])
    expect(await query(url, 'select count(*)::int as count from site_record')).toEqual([{ count: 8 }])

    const back = await place()
    expect((await move('files', back, url)).error).toBeUndefined()
    const written = await textsIn(back)
    for (const name of ['lead-events.jsonl', 'registrations.jsonl', 'cursors'])
      await rm(join(back, name), { recursive: true })
    expect((await move('files', back, url)).error).toBeUndefined()
    expect(await textsIn(back)).toEqual(written)
  })

  test('is required before a site with records in files starts on PostgreSQL', async () => {
    const { storage } = await aSite()
    const env = { STORAGE_DIR: storage, DATABASE_URL: await emptyDatabase() }
    const error: Error = await testApp({ env }).catch((reason) => reason)
    expect(error.message).toContain('registrations.jsonl')
    expect(error.message).toContain('bun run move --to=postgres')
  })
})

describe.skipIf(!hasPostgres)('a backup of a site on PostgreSQL', () => {
  async function backedUp() {
    const { storage, folder } = await aSite()
    const url = await emptyDatabase()
    await writesBread(storage)
    await move('postgres', folder, url, storage)
    // Another replica has uploaded it.
    await rm(join(storage, 'public', IMAGE))
    // A site that has run on files before has empty ones.
    await Bun.write(join(folder, 'registrations.jsonl'), '')
    const contentDir = join(storage, 'content')
    for (const [path, text] of Object.entries(smallContent)) await Bun.write(join(contentDir, path), text)
    const archive = join(await place(), 'backup.tar.gz')
    const database = await openDatabase({ url, log, isServer: false })
    const progress = () => {}
    const options = {
      contentDir,
      storageDir: storage,
      privateDir: folder,
      version: '1',
      database,
      databaseUrl: url,
      now,
      progress,
    }
    await backupCommand([`--to=${archive}`], options).finally(database.close)
    return { archive, before: await exported(folder, url), progress }
  }

  test('is restored into files and into PostgreSQL, with the same records', async () => {
    const { archive, before, progress } = await backedUp()
    expect(before.split('\n')).toHaveLength(5)

    const files = await place()
    await restoreCommand([archive, `--to=${files}`, '--replace'], progress)
    const privateDir = join(files, 'storage/private')
    expect(await exported(privateDir)).toBe(before)
    // The backup is of a site on PostgreSQL.
    expect((await Bun.file(join(privateDir, 'store.json')).json()).store).toBe('files')
    expect(await hasBread(privateDir, join(files, 'storage/public'))).toEqual([true, true])
    expect(await Bun.file(join(privateDir, 'audit.jsonl')).text()).toContain('"actor":"old"')
    expect(await Bun.file(join(privateDir, 'cursors/registrations.mail.json')).json()).toMatchObject({ attempts: 2 })

    const otherUrl = await emptyDatabase()
    const other = await openDatabase({ url: otherUrl, log, isServer: false })
    ends.push(other.close)
    const rows = await place()
    await restoreCommand([archive, `--to=${rows}`, '--replace'], progress, { database: other })
    expect(await exported(join(rows, 'storage/private'), otherUrl)).toBe(before)
    expect(await Bun.file(join(rows, 'storage/private/registrations.jsonl')).exists()).toBe(false)
    expect(await query(otherUrl, 'select owner, key, copy from site_working_copy')).toEqual([
      { owner: 'ann', key: 'post-bread', copy: unsaved },
    ])
    expect(await query(otherUrl, "select encode(bytes, 'hex') as bytes from site_upload")).toEqual([
      { bytes: imageBytes.toHex() },
    ])
    const again = restoreCommand([archive, `--to=${await place()}`], progress, { database: other })
    await expect(again).rejects.toThrow('The database has records already. Add --replace')
    await restoreCommand([archive, `--to=${await place()}`, '--replace'], progress, { database: other })
    expect(await exported(join(rows, 'storage/private'), otherUrl)).toBe(before)
    const app = await testApp({ env: { DATABASE_URL: otherUrl } })
    ends.push(app.close)
    expect(await query(otherUrl, 'select after, attempts from site_cursor')).toEqual([
      { after: signUp.id, attempts: 2 },
    ])
  })

  test('can be finished, and not undone, where its restore is interrupted after the records were replaced', async () => {
    const { archive, before, progress } = await backedUp()
    const url = await emptyDatabase()
    const database = await openDatabase({ url, log, isServer: false })
    ends.push(database.close)
    const to = await place()
    const privateDir = join(to, 'storage/private')
    const disk = faultyDisk()
    ends.push(async () => disk.release())
    /** The phase in which a restore is interrupted whose disk calls fail from this one on. */
    async function interruptedAt(call: number) {
      await rm(to, { recursive: true, force: true })
      disk.failAt(call, 'crash')
      await restoreCommand([archive, `--to=${to}`, '--replace'], progress, { database }).catch(() => {})
      disk.repair()
      await rm(join(privateDir, 'server.json'), { force: true })
      return (await readRestore(privateDir))?.phase
    }
    let [from, end] = [1, 400]
    let phase: string | undefined
    while (phase !== 'ready' && from < end) {
      const middle = Math.floor((from + end) / 2)
      phase = await interruptedAt(middle)
      if (phase === 'extracting' || phase === 'database') from = middle + 1
      else end = middle
    }
    expect(phase).toBe('ready')
    const sentence = `after it replaced the records of the database. Finish it: with DATABASE_URL, \`bun run restore --finish=${privateDir}\`.`
    await expect(restoreCommand([`--undo=${privateDir}`], progress, { database })).rejects.toThrow(sentence)
    await restoreCommand([`--finish=${privateDir}`], progress, { database })
    expect(await exported(privateDir, url)).toBe(before)
    expect(await Bun.file(join(to, 'content/site.yml')).exists()).toBe(true)
    expect(await Bun.file(join(privateDir, 'registrations.jsonl')).exists()).toBe(false)
    expect(await readRestore(privateDir)).toBeUndefined()
  }, 60_000)
})
