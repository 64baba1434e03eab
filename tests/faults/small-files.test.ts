import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedirectFile } from '#server/content/redirects.ts'
import { createCursor, cursorKey } from '#server/leads/records/cursor.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { removeTemporaryFiles } from '#server/storage/prepare-folder.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'
import { type FaultyDisk, faults, faultyDisk } from './faulty-disk.ts'

type StoredFile = {
  name: string
  /** Whether it reports success; `undefined` for operations that report nothing. */
  write(dir: string, n: number): Promise<unknown>
  read(dir: string): Promise<unknown>
  is(n: number): unknown
}
const cursorIn = (dir: string) =>
  createCursor({ store: createFileStore(dir), key: cursorKey('x', 'mail'), holder: undefined })
const cursor = (n: number) => ({ after: '', offset: n, attempts: 0, notBefore: 0 })

/** The files of `storage/private` other than logs, as the next start reads them. */
const storedFiles: StoredFile[] = [
  {
    name: 'how far a notification has come',
    write: (dir, n) => cursorIn(dir).write(cursor(n)),
    read: (dir) => cursorIn(dir).read(),
    is: cursor,
  },
  {
    name: 'redirects',
    write: (dir, n) => createRedirectFile(join(dir, 'old.txt')).add([{ kind: 'tags', from: 'a', to: `b${n}` }]),
    read: (dir) => createRedirectFile(join(dir, 'old.txt')).read(),
    is: (n) => [{ kind: 'tags', from: 'a', to: `b${n}` }],
  },
]

describe('small files are old or new after any disk error, without temporary files', () => {
  let disk: FaultyDisk
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'faults-'))
    disk = faultyDisk()
  })
  afterAll(async () => {
    disk.release()
    await rm(dir, { recursive: true })
  })

  for (const { name, write, read, is } of storedFiles) {
    for (const fault of faults) {
      test(`${name}, ${fault}`, async () => {
        const place = join(dir, `${name} ${fault}`)
        let now = 1
        await write(place, now)
        for (let nth = 1; ; nth++) {
          disk.failAt(nth, fault)
          const rejected = await write(place, now + 1).then(
            () => false,
            () => true,
          )
          const failed = disk.failed()
          disk.repair()
          if (fault === 'crash') await removeTemporaryFiles(place, { recursive: true })
          const found = await read(place)
          expect([is(now), is(now + 1)]).toContainEqual(found)
          if (rejected && !/folder/.test(failed ?? '') && fault !== 'crash') expect(found).toEqual(is(now))
          const files = await readdir(place, { recursive: true })
          expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([])
          await write(place, ++now)
          expect(await read(place)).toEqual(is(now))
          if (failed === undefined) break
        }
      })
    }
  }

  test('a key file is never partial: startup fails without one, and the next start creates it', async () => {
    for (let nth = 1; ; nth++) {
      const store = createFileStore(join(dir, `key-${nth}`))
      disk.failAt(nth, 'crash')
      const made = await loadOrCreateKey(store, 'x.key', 'x').catch(() => undefined)
      const failed = disk.failed()
      disk.repair()
      const again = await loadOrCreateKey(store, 'x.key', 'x')
      expect(again).toHaveLength(32)
      if (made) expect(again).toEqual(made)
      if (failed === undefined) break
    }
  })

  /** Everything since the last successful sync may be lost, and a later successful sync proves nothing. */
  test('a log cuts its file back to the last known end after a failed sync', async () => {
    const path = join(dir, 'log.jsonl')
    const log = await createAppendLog(path)
    await log.append('{"n":1}')
    disk.failAt(5, 'EIO')
    await expect(log.append('{"n":2}')).rejects.toThrow('try again')
    expect(disk.failed()).toBe('sync')
    expect(disk.calls().slice(disk.calls().indexOf('sync') + 1)).toEqual(['cut'])
    expect(log.isHealthy()).toBe(false)
    expect(await Bun.file(path).text()).toBe('{"n":1}\n')
    await log.append('{"n":3}')
    expect([log.isHealthy(), await Bun.file(path).text()]).toEqual([true, '{"n":1}\n{"n":3}\n'])
    await log.close()
  })
})
