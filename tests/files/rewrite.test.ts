import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StorageError } from '#server/lib/errors.ts'
import { type AppendLog, createAppendLog } from '#server/storage/append-log.ts'
import type { Disk } from '#server/storage/files.ts'
import { removeTemporaryFiles } from '#server/storage/prepare-folder.ts'
import type { LogRecord } from '#server/storage/read-log.ts'
import { breakingLogDisk, failingLogDisk } from './failing-log-disk.ts'

const line = (n: number) => `{"n":${n},"text":"é"}\n`
/** The second record is replaced by a shorter one. */
const forgetTwo = ({ n }: LogRecord) => (n === 2 ? { n } : undefined)
const forgotten = '{"n":2}'.padEnd(Buffer.byteLength(line(2)) - 1)

const open: AppendLog[] = []
afterEach(async () => {
  for (const log of open.splice(0)) await log.close()
})

async function opened(before: string | Uint8Array, disk?: Disk) {
  const path = join(await mkdtemp(join(tmpdir(), 'rewrite-')), 'log.jsonl')
  await Bun.write(path, before)
  const log = await createAppendLog(path, { disk, retryMs: 5 })
  open.push(log)
  return { path, log, text: () => readFile(path, 'utf8'), beside: () => readdir(dirname(path)) }
}

const broken: [string, string | Uint8Array][] = [
  ['an empty line', ''],
  ['no JSON', 'nothing'],
  ['two records', '{"n":2}{"n":2}'],
  ['what a power cut leaves', new Uint8Array(5000)],
  ['bytes that are no text', new Uint8Array([0x7b, 0xff])],
  ['more than a record can be', `{"n":2,"x":"${'x'.repeat(2_500_000)}"}`],
]

describe('rewriting a log', () => {
  test('changes the given lines and keeps the others at their offsets', async () => {
    const { path, log, text, beside } = await opened(line(1) + line(2) + line(3))
    expect(await log.rewrite(forgetTwo)).toBe(1)
    expect(await text()).toBe(`${line(1)}${forgotten}\n${line(3)}`)
    expect(log.end()).toBe((await stat(path)).size)
    expect([(await stat(path)).mode & 0o777, await beside()]).toEqual([0o600, ['log.jsonl']])
    await log.append('{"n":4}')
    expect(await text()).toBe(`${line(1)}${forgotten}\n${line(3)}{"n":4}\n`)
  })

  test('supports longer lines', async () => {
    const { log, text } = await opened(line(1) + line(2))
    expect(await log.rewrite(({ n }) => (n === 1 ? { n, more: 'x'.repeat(50) } : undefined))).toBe(1)
    expect(await text()).toBe(`{"n":1,"more":"${'x'.repeat(50)}"}\n${line(2)}`)
    expect(log.end()).toBe(Buffer.byteLength(await text()))
  })

  test('leaves the file untouched when nothing changes', async () => {
    const { path, log, beside } = await opened(line(1))
    const before = await stat(path)
    expect(await log.rewrite(forgetTwo)).toBe(0)
    expect([(await stat(path)).ino, await beside()]).toEqual([before.ino, ['log.jsonl']])
  })

  test.each(broken)('keeps damaged lines: %s', async (_, wrong) => {
    const behind = Buffer.concat([Buffer.from('\n'), Buffer.from(wrong), Buffer.from(`\n${line(3)}`)])
    const { path, log } = await opened(Buffer.concat([Buffer.from(line(2)), behind]))
    expect(await log.rewrite(forgetTwo)).toBe(1)
    expect(await readFile(path)).toEqual(Buffer.concat([Buffer.from(forgotten), Buffer.from('\n'), behind]))
  })

  test('reads a long log in chunks with any boundaries', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, n) => n)
    const { log, text } = await opened(numbers.map(line).join(''))
    expect(await log.rewrite(({ n }) => (Number(n) % 1000 === 2 ? { n } : undefined))).toBe(100)
    const read = (await text()).trimEnd().split('\n')
    expect(read.map((one) => JSON.parse(one).n)).toEqual(numbers)
  })

  test('delays concurrent appends and loses none', async () => {
    const { log, text } = await opened(line(1) + line(2))
    const appends = Array.from({ length: 50 }, (_, n) => log.append(`{"n":${n + 10}}`))
    const rewritten = log.rewrite(forgetTwo)
    appends.push(...Array.from({ length: 50 }, (_, n) => log.append(`{"n":${n + 60}}`)))
    expect(await rewritten).toBe(1)
    await Promise.all(appends)
    const numbers = (await text())
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one).n)
    expect(numbers).toEqual([1, 2, ...Array.from({ length: 100 }, (_, n) => n + 10)])
  })

  test('runs concurrent rewrites one after the other', async () => {
    const { log, text } = await opened(line(1) + line(2) + line(3))
    const forget = (wanted: number) => log.rewrite(({ n, text }) => (n === wanted && text ? { n } : undefined))
    expect(await Promise.all([forget(1), forget(3), forget(1)])).toEqual([1, 1, 0])
    expect(await text()).not.toContain('"n":1,')
  })
})

describe('a failed rewrite of a log', () => {
  const before = line(1) + line(2)
  const RENAME_STEP = 5
  const after = `${line(1)}${forgotten}\n`

  test('leaves the old or the new log at any step, no copy, and appends continue', async () => {
    const steps: string[] = []
    for (let step = 1; ; step++) {
      const { disk, arm, mend, calls } = breakingLogDisk()
      const { log, text, beside } = await opened(before, disk)
      arm(step)
      const outcome = await log.rewrite(forgetTwo).catch((error) => error)
      if (outcome === 1) break
      steps.push(calls()[step - 1] ?? '')
      expect(outcome).toBeInstanceOf(StorageError)
      expect(await text()).toBe(step > RENAME_STEP ? after : before)
      expect(await beside()).toEqual(['log.jsonl'])
      mend()
      while (!log.isHealthy()) await new Promise((resolve) => setImmediate(resolve))
      await log.append('{"n":4}')
      expect(await log.rewrite(forgetTwo)).toBeLessThan(2)
      expect(await text()).toBe(`${after}{"n":4}\n`)
    }
    expect(steps).toEqual(['open', 'open', 'write', 'sync', 'rename', 'sync folder'])
  })

  test('does not make the log unhealthy before the new file is in place', async () => {
    const { disk, arm, mend } = breakingLogDisk()
    const { log, text } = await opened(before, disk)
    arm(2)
    await expect(log.rewrite(forgetTwo)).rejects.toBeInstanceOf(StorageError)
    expect(log.isHealthy()).toBe(true)
    mend()
    await log.append('{"n":4}')
    expect(await text()).toBe(`${before}{"n":4}\n`)
  })

  test('acknowledges nothing before the folder is synced', async () => {
    const { disk, arm, mend } = breakingLogDisk()
    const { log } = await opened(before, disk)
    arm(6)
    await expect(log.rewrite(forgetTwo)).rejects.toBeInstanceOf(StorageError)
    expect(log.isHealthy()).toBe(false)
    await expect(log.append('{"n":4}')).rejects.toBeInstanceOf(StorageError)
    mend()
  })

  test('leaves the old log on a full disk', async () => {
    const { disk, be } = failingLogDisk()
    const { log, text, beside } = await opened(before, disk)
    be('full')
    await expect(log.rewrite(forgetTwo)).rejects.toBeInstanceOf(StorageError)
    expect([await text(), await beside()]).toEqual([before, ['log.jsonl']])
    be('none')
  })

  test('leaves a copy after a crash, which the cleanup at the next start removes', async () => {
    const { path, beside } = await opened(before)
    for (const name of ['.log.jsonl.0123456789ab.tmp', '.log.jsonl.note'])
      await Bun.write(join(dirname(path), name), line(2))
    await removeTemporaryFiles(dirname(path), { recursive: true })
    expect((await beside()).sort()).toEqual(['.log.jsonl.note', 'log.jsonl'])
  })
})

describe('a listener of a log', () => {
  test('is called after each batch and after a rewrite with the durable end', async () => {
    const { disk, arm, mend } = breakingLogDisk()
    const { log } = await opened(line(1) + line(2), disk)
    const ends: number[] = []
    const stop = log.onAppend(() => ends.push(log.end()))
    const start = log.end()
    expect(start).toBe(Buffer.byteLength(line(1)) * 2)
    await log.append('{"n":4}')
    expect(ends).toEqual([start + 8])
    arm(1)
    await log.append('{"n":5}').catch(() => {})
    expect(ends).toHaveLength(1)
    mend()
    while (!log.isHealthy()) await new Promise((resolve) => setImmediate(resolve))
    await log.rewrite(forgetTwo)
    expect(ends).toEqual([start + 8, start + 8])
    stop()
    await log.append('{"n":6}')
    expect(ends).toHaveLength(2)
  })
})
