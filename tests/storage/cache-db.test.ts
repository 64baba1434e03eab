import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CacheDb, CacheLostError, openCacheDb } from '#server/storage/cache-db.ts'

const schema = ['create table note (id integer primary key, text text)']
let privateDir: string
let open: CacheDb[] = []
let logged: string[] = []

beforeEach(() => {
  privateDir = mkdtempSync(join(tmpdir(), 'cache-db-'))
})
afterEach(() => {
  for (const db of open) db.close()
  open = []
  logged = []
  rmSync(privateDir, { recursive: true })
})

const file = () => join(privateDir, readdirSync(privateDir).find((name) => name.endsWith('.sqlite')) ?? 'none')

function openDb(folder = privateDir, tables = schema): CacheDb {
  const db = openCacheDb({
    privateDir: folder,
    schema: tables,
    log: { warn: (event) => logged.push(event), info: (event) => logged.push(event) },
  })
  open.push(db)
  return db
}

const add = (db: CacheDb, text: string) => db.write((it) => it.query('insert into note (text) values (?)').run(text))
const texts = (db: CacheDb) =>
  db.read((it) => it.query<{ text: string }, []>('select text from note order by id').all()).map(({ text }) => text)

/** A closed database with enough notes to fill many pages. */
function createFilled(): void {
  const db = openDb()
  db.write((it) => {
    const insert = it.query('insert into note (text) values (?)')
    for (let n = 0; n < 2000; n++) insert.run(`${n} ${'text '.repeat(40)}`)
  })
  db.close()
  open = []
}

function overwrite(from: number, bytes: number): void {
  const damaged = readFileSync(file())
  damaged.fill(0x5a, from, from + bytes)
  writeFileSync(file(), damaged)
}

test('keeps data over restarts in a file that only its owner may read', () => {
  const db = openDb()
  add(db, 'kept')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(statSync(`${file()}-wal`).mode & 0o777).toBe(0o600)
  db.close()
  expect(texts(openDb())).toEqual(['kept'])
  expect(logged).toEqual([])
})

test('rolls back an action that throws', () => {
  const db = openDb()
  const failing = () =>
    db.write((it) => {
      it.query('insert into note (text) values (?)').run('half')
      throw new Error('stopped')
    })
  expect(failing).toThrow('stopped')
  expect(texts(db)).toEqual([])
})

describe('replaces at the start a database that', () => {
  const damages: Record<string, () => void> = {
    'has an overwritten header': () => overwrite(0, 100),
    'is truncated to half': () => truncateSync(file(), Math.floor(statSync(file()).size / 2)),
    'is a text': () => writeFileSync(file(), 'not a database, but long enough to be read as one'.repeat(100)),
    'is empty': () => truncateSync(file(), 0),
    'is a folder': () => {
      const path = file()
      rmSync(path)
      mkdirSync(path)
    },
  }
  for (const [what, damage] of Object.entries(damages)) {
    test(what, () => {
      createFilled()
      damage()
      const db = openDb()
      expect(texts(db)).toEqual([])
      add(db, 'new')
      db.close()
      expect(texts(openDb())).toEqual(['new'])
    })
  }
})

test('replaces a database whose middle is damaged when that part is read, and tells its users', () => {
  createFilled()
  overwrite(64 * 1024, 64 * 1024)
  const db = openDb()
  let lost = 0
  db.onLost(() => lost++)
  expect(() => texts(db)).toThrow(CacheLostError)
  expect(lost).toBe(1)
  expect(texts(db)).toEqual([])
  add(db, 'new')
  db.close()
  expect(texts(openDb())).toEqual(['new'])
})

test('works in memory where a file takes the place of the folder', () => {
  const path = join(privateDir, 'file')
  writeFileSync(path, '')
  const db = openDb(path)
  add(db, 'in memory')
  expect(texts(db)).toEqual(['in memory'])
  expect(logged).toContain('cache database not opened')
})

test('goes on in memory when the disk is full, and frees its own space for the logs', () => {
  const db = openDb()
  add(db, 'on disk')
  db.write((it) => it.run('pragma max_page_count = 3'))
  expect(() => add(db, 'x'.repeat(100_000))).toThrow(CacheLostError)
  add(db, 'in memory')
  expect(texts(db)).toEqual(['in memory'])
  expect(existsSync(file())).toBe(false)
  expect(texts(openDb())).toEqual([])
})

test('goes on in memory while another process holds the file for long', () => {
  openDb().close()
  const other = new Database(file())
  other.run('begin immediate')
  const db = openDb()
  add(db, 'in memory')
  other.run('rollback')
  other.close()
  expect(texts(openDb())).toEqual([])
})

test('logs a failed write of data that may be missing, and the next one that succeeds', () => {
  const db = openDb()
  const other = new Database(file())
  other.run('begin immediate')
  const insert = (text: string) => db.tryWrite((it) => it.query('insert into note (text) values (?)').run(text).changes)
  expect(insert('one')).toBeUndefined()
  expect(db.tryRead((it) => it.query('select text from note').all())).toEqual([])
  other.run('rollback')
  other.close()
  expect(insert('three')).toBe(1)
  expect(logged).toEqual(['cache write failed', 'cache write recovered'])
  expect(db.tryRead((it) => it.query('select text from note').all())).toEqual([{ text: 'three' }])
})

test('returns nothing for data that may be missing once it is closed', () => {
  const db = openDb()
  db.close()
  expect([db.tryRead((it) => it.query('select 1').get()), db.tryWrite(() => 1)]).toEqual([undefined, undefined])
})

test('removes the files of other versions and no others', () => {
  const others = ['cache-v0.sqlite', 'cache-v0.sqlite-wal', 'cache-v999.sqlite-shm', 'html', 'sources']
  for (const name of [...others, 'cache-v0.sqlite.bak', 'registrations.jsonl'])
    writeFileSync(join(privateDir, name), '')
  openDb()
  const left = readdirSync(privateDir)
  for (const name of others) expect(left).not.toContain(name)
  expect(left).toContain('cache-v0.sqlite.bak')
  expect(left).toContain('registrations.jsonl')
})

test('starts with empty tables when they have changed', () => {
  const db = openDb()
  add(db, 'old')
  db.close()
  const changed = openDb(privateDir, ['create table note (id integer primary key, text text, more text)'])
  expect(texts(changed)).toEqual([])
  expect(existsSync(file())).toBe(true)
})
