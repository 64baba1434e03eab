import { afterEach, describe, expect, test } from 'bun:test'
import { appendFile, mkdtemp, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { type AppendLog, type AppendLogOptions, createAppendLog } from '#server/storage/append-log.ts'
import { readLines } from '#server/storage/read-log.ts'
import { failingLogDisk } from './failing-log-disk.ts'

const place = async () => join(await mkdtemp(join(tmpdir(), 'log-')), 'private', 'log.jsonl')
const line = (n: number) => JSON.stringify({ n })
const lines = (...numbers: number[]) => numbers.map((n) => `${line(n)}\n`).join('')
const text = (path: string) => readFile(path, 'utf8')

const open: AppendLog[] = []
afterEach(async () => {
  for (const log of open.splice(0)) await log.close()
})
async function opening(...args: Parameters<typeof createAppendLog>) {
  const log = await createAppendLog(...args)
  open.push(log)
  return log
}

/** The records in a file, and the numbers of its damaged lines. */
async function readAll(path: string) {
  const records: unknown[] = []
  const damaged: number[] = []
  let number = 1
  for await (const found of readLines(path)) {
    for (const { record, isDamaged, bytes } of found) {
      if (record) records.push(record.n)
      if (isDamaged) damaged.push(number)
      if (bytes.at(-1) === 10) number++
    }
  }
  return { read: records, damaged }
}

/** A log with the content `before`, and the records and damage that were read. */
async function opened(before: string | Uint8Array, options: AppendLogOptions = {}) {
  const path = await place()
  await Bun.write(path, before)
  const log = await opening(path, options)
  return { path, log, ...(await readAll(path)) }
}

describe('an append log', () => {
  test('starts empty in a folder that only its owner can read', async () => {
    const path = await place()
    const log = await opening(path)
    await log.append(line(1))
    expect(await text(path)).toBe(lines(1))
    expect([(await stat(path)).mode & 0o777, (await stat(join(path, '..'))).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test('writes all waiting records in order with one sync', async () => {
    const { disk, syncs } = failingLogDisk()
    const { path, log } = await opened('', { disk })
    const before = syncs()
    const numbers = Array.from({ length: 500 }, (_, n) => n)
    await Promise.all(numbers.map((n) => log.append(line(n))))
    expect(await text(path)).toBe(lines(...numbers))
    expect(syncs() - before).toBeLessThan(5)
  })

  test('writes records that arrive at any moment of a batch', async () => {
    const { path, log } = await opened('')
    for (let n = 0; n < 200; n++) {
      const first = log.append(line(n))
      for (let turn = 0; turn < n % 8; turn++) await Promise.resolve()
      await Promise.all([first, log.append(line(n))])
      await Promise.all([log.append(line(n)).then(() => log.append(line(n)))])
    }
    expect((await text(path)).split('\n')).toHaveLength(801)
  })

  test('has each record at the offset that reading reports', async () => {
    const { path, log } = await opened(`${lines(1)}${'x'.repeat(1_500_000)}\n{"n":"é"}\n`)
    await Promise.all([2, 3, 44].map((n) => log.append(line(n))))
    const found = (await Array.fromAsync(readLines(path))).flat().filter(({ record }) => record)
    const wide = lines(1).length + 1_500_001
    expect(found.map(({ record, offset }) => [record?.n, offset])).toEqual([
      [1, 0],
      ['é', wide],
      [2, wide + 11],
      [3, wide + 19],
      [44, wide + 27],
    ])
    const bytes = await readFile(path)
    for (const line of found) {
      const end = line.offset + line.bytes.length
      expect(bytes.subarray(line.offset, end).equals(line.bytes)).toBe(true)
      const [again] = (await Array.fromAsync(readLines(path, { from: line.offset, end }))).flat()
      expect(again).toEqual(line)
    }
  })

  test('writes again after another file replaced it', async () => {
    const { path, log } = await opened(lines(1, 2))
    await writeFile(`${path}.new`, lines(2))
    await rename(`${path}.new`, path)
    await log.append(line(3))
    await log.append(line(4))
    expect(await text(path)).toBe(lines(2, 3, 4))
  })
})

describe('reopening an append log', () => {
  test('returns every record, for any length and any boundary of its chunks', async () => {
    const numbers = Array.from({ length: 40_000 }, (_, n) => n)
    const wide = numbers.map((n) => `${JSON.stringify({ n, text: 'é'.repeat(n % 90) })}\n`).join('')
    const { read, damaged } = await opened(wide)
    expect(read).toEqual(numbers)
    expect(damaged).toEqual([])
  })

  const torn: [string, string | Uint8Array][] = [
    ['half a record', '{"n":'],
    ['half a character', new Uint8Array([0x7b, 0xc3])],
    ['what a power cut leaves', new Uint8Array(5000)],
    ['more than a record can be', 'x'.repeat(3_000_000)],
  ]
  test.each(torn)('sets a torn last line aside: %s', async (_, rest) => {
    const { path, log, read } = await opened(Buffer.concat([Buffer.from(lines(1, 2)), Buffer.from(rest)]))
    expect(await text(path)).toBe(lines(1, 2))
    expect(await readFile(`${path}.torn`)).toEqual(Buffer.concat([Buffer.from(rest), Buffer.from('\n')]))
    await log.append(line(3))
    expect([await text(path), read, log.isHealthy()]).toEqual([lines(1, 2, 3), [1, 2], true])
  })

  test('touches nothing else for any cut of the last record', async () => {
    const whole = lines(1, 23456)
    for (let length = lines(1).length; length < whole.length; length++) {
      const { path, log } = await opened(whole.slice(0, length))
      await log.append(line(3))
      const remaining = length >= whole.length - 1 ? lines(1, 23456) : lines(1)
      expect(await text(path)).toBe(remaining + lines(3))
    }
  })

  test('adds a missing line break', async () => {
    const { path, read } = await opened(lines(1) + line(2))
    expect([await text(path), read]).toEqual([lines(1, 2), [1, 2]])
    expect(await Bun.file(`${path}.torn`).exists()).toBe(false)
  })

  const damage: [string, string | Uint8Array][] = [
    ['no JSON', 'nothing'],
    ['two records in a line', '{"n":8}{"n":9}'],
    ['a list', '[1]'],
    ['a number', '8'],
    ['half a record', '{"n":'],
    ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['more than a record can be', `{"n":"${'x'.repeat(2_500_000)}"}`],
  ]
  test.each(damage)('skips damage in the middle and reports its line: %s', async (_, wrong) => {
    const text = Buffer.concat([Buffer.from(`${lines(1)}\n`), Buffer.from(wrong), Buffer.from(`\n${lines(2)}`)])
    const { path, read, damaged } = await opened(text)
    expect([read, damaged]).toEqual([[1, 2], [3]])
    expect(await readFile(path)).toEqual(text)
  })
})

describe('an append log on a failing disk', () => {
  test.each(['full', 'sync', 'open'] as const)(
    '%s: rejects the record, cuts the file back, reports it and recovers',
    async (trouble) => {
      const disk = failingLogDisk()
      const reasons: unknown[] = []
      const { path, log } = await opened(lines(1), {
        disk: disk.disk,
        retryMs: 5,
        onError: (error) => reasons.push(error),
      })
      if (trouble === 'open') await log.close()
      disk.be(trouble)
      const outcomes = await Promise.allSettled([log.append(line(2)), log.append(line(3))])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      await expect(log.append(line(4))).rejects.toBeInstanceOf(StorageError)
      expect([await text(path), log.isHealthy(), reasons.length > 0]).toEqual([lines(1), false, true])
      disk.be('none')
      while (!log.isHealthy()) await new Promise((resolve) => setImmediate(resolve))
      expect(await text(path)).toBe(lines(1))
      await log.append(line(5))
      expect(await text(path)).toBe(lines(1, 5))
      await log.close()
    },
  )

  test('that is full at startup keeps read records, and the torn line until there is space', async () => {
    const disk = failingLogDisk()
    disk.be('full')
    const { path, log, read } = await opened(`${lines(1)}{"n"`, { disk: disk.disk, retryMs: 1000 })
    expect([read, log.isHealthy(), await text(path)]).toEqual([[1], false, `${lines(1)}{"n"`])
    disk.be('none')
    await log.append(line(2))
    expect([log.isHealthy(), await text(path)]).toEqual([true, lines(1, 2)])
    await log.close()
  })

  test('reports at once that a file cannot be read', async () => {
    const path = await place()
    await Bun.write(join(path, 'inside'), '')
    await expect(createAppendLog(path)).rejects.toThrow()
  })

  test('appends after lines that were added between two starts', async () => {
    const { path, log } = await opened(lines(1))
    await log.close()
    await appendFile(path, lines(2))
    const again = await opening(path)
    await again.append(line(3))
    expect((await readAll(path)).read).toEqual([1, 2, 3])
  })
})
