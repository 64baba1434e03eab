import { describe, expect, test } from 'bun:test'
import { openDatabase } from '#server/database/database.ts'
import { createLogStates } from '#server/database/log-states.ts'
import { createPostgresLog } from '#server/database/postgres-log.ts'
import { createLog } from '#server/lib/log.ts'
import { DuplicateRecordError } from '#server/storage/record-log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'

const ends = endsOfEachTest()
const log = createLog('debug', () => {})

async function opened(url?: string) {
  const used = url ?? (await emptyDatabase())
  const database = await openDatabase({ url: used, log, isServer: false })
  ends.push(database.close)
  return { ...database, url: used, records: database.logOf('registrations') }
}
const line = (n: number, text = 'ü') => JSON.stringify({ id: `id-${n}`, text })

describe.skipIf(!hasPostgres)('a log in PostgreSQL', () => {
  test('has the positions of a file, and the lines that were appended', async () => {
    const { records } = await opened()
    for (const n of [1, 2, 3]) await records.append(line(n))
    const length = Buffer.byteLength(line(1)) + 1
    expect(records.end()).toBe(3 * length)
    const lines = (await Array.fromAsync(records.lines({ from: length, end: records.end() }))).flat()
    expect(lines.map(({ offset, bytes }) => [offset, bytes.toString()])).toEqual([
      [length, `${line(2)}\n`],
      [2 * length, `${line(3)}\n`],
    ])
    const place = { offset: length, length }
    expect((await records.records([place])).get(place)).toEqual({ id: 'id-2', text: 'ü' })
  })

  test('has no gaps and no order but that of its positions, whoever appends', async () => {
    const one = await opened()
    const two = await opened(one.url)
    await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? one : two).records.append(line(n))))
    await one.records.refresh()
    const lines = (await Array.fromAsync(one.records.lines({ from: 0, end: one.records.end() }))).flat()
    expect(lines).toHaveLength(60)
    let position = 0
    for (const { offset, bytes } of lines) {
      expect(offset).toBe(position)
      position += bytes.length
    }
    expect(one.records.end()).toBe(position)
  })

  test('stores one of several records with the same key, and leaves no gap for the others', async () => {
    const { records } = await opened()
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => records.append(line(n), { username: 'ann', request: String(n) })),
    )
    const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failed).toHaveLength(9)
    for (const reason of failed) expect(reason).toBeInstanceOf(DuplicateRecordError)
    await records.append(line(20), { username: 'bob' })
    const lines = (await Array.fromAsync(records.lines({ from: 0, end: records.end() }))).flat()
    expect(lines).toHaveLength(2)
    expect(lines[1]?.offset).toBe(lines[0]?.bytes.length)
  })

  test('frees the keys of a replaced record, keeps its length, and tells other processes', async () => {
    const one = await opened()
    const two = await opened(one.url)
    await one.records.append(line(1), { username: 'ann' })
    await one.records.append(line(2))
    await two.records.refresh()
    const generation = two.records.generation()
    expect(await one.records.replace({ id: 'other', offset: 0 }, {})).toBe(0)
    expect(await one.records.replace({ id: 'id-1', offset: 0 }, { id: 'id-1' })).toBe(1)
    await two.records.refresh()
    expect(two.records.generation()).not.toBe(generation)
    const [first] = (await Array.fromAsync(two.records.lines({ from: 0, end: two.records.end() }))).flat()
    expect([first?.record, first?.bytes.length]).toEqual([{ id: 'id-1' }, Buffer.byteLength(line(1)) + 1])
    await one.records.append(line(3), { username: 'ann' })
  })

  test.each(['\u0000', '\ud83d', '\u2028', '"'])('stores and replaces a record with %j', async (text) => {
    const { records } = await opened()
    await records.append(line(1, text))
    const [first] = (await Array.fromAsync(records.lines({ from: 0, end: records.end() }))).flat()
    expect(first?.record).toEqual({ id: 'id-1', text })
    expect(await records.replace({ id: 'id-1', offset: 0 }, { id: 'id-1' })).toBe(1)
  })

  test('of a bounded size loses its oldest records, and is read backward', async () => {
    const { connection, audit } = await opened()
    const small = createPostgresLog('audit', { connection, states: createLogStates(connection), maxBytes: 300_000 })
    const long = (n: number) => line(n, 'x'.repeat(20_000))
    for (let n = 0; n < 40; n++) await small.append(long(n))
    const { parts } = await audit.reader.open()
    const lines = (await Array.fromAsync(parts[0]?.linesBefore(parts[0].end) ?? [])).flat()
    expect(lines[0]?.record?.id).toBe('id-39')
    const bytes = lines.reduce((sum, { bytes: { length } }) => sum + length, 0)
    expect(bytes).toBeWithin(250_000, 600_000)
  })

  test('is created once by processes that start together', async () => {
    const url = await emptyDatabase()
    const all = await Promise.all(Array.from({ length: 4 }, () => opened(url)))
    await Promise.all(all.map(({ records }, n) => records.append(line(n))))
    await all[0]?.records.refresh()
    expect(all[0]?.records.end()).toBe(4 * (Buffer.byteLength(line(1)) + 1))
  })
})
