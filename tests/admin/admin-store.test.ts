import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredAdmin } from '#server/admin/administrator.ts'
import { createAdminStore } from '#server/admin/administrator.ts'
import { faults, faultyDisk } from '#tests/faults/faulty-disk.ts'

const first: StoredAdmin = {
  email: 'ann@bakery.example',
  passwordHash: '$argon2id$',
  tokenVersion: 1,
  passwordFrom: 'here',
}
const countOn = (before: StoredAdmin | undefined): StoredAdmin => ({
  ...first,
  tokenVersion: (before?.tokenVersion ?? 0) + 1,
})

let dir: string
let file: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'admin-store-'))
  file = join(dir, 'admin.json')
})
afterEach(() => rm(dir, { recursive: true }))

describe('the administrator file, opened by two processes', () => {
  test('rereads the file after another process writes it, and keeps the changes of both', async () => {
    const [site, shell] = [createAdminStore(file), createAdminStore(file)]
    expect(await site.read()).toBeUndefined()
    await shell.change(() => first)
    expect(await site.read()).toEqual(first)
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? site : shell).change(countOn)))
    expect([(await site.read())?.tokenVersion, (await shell.read())?.tokenVersion]).toEqual([41, 41])
  })

  test('is not delayed by the lock file of a killed process, even one with the same id', async () => {
    await Bun.write(join(dir, 'admin.lock'), '')
    await createAdminStore(file).change(countOn)
    expect((await readdir(dir)).sort()).toEqual(['admin.json', 'admin.lock'])
  })

  test('does not write the file when a change leaves it the same', async () => {
    const store = createAdminStore(file)
    await store.change(() => first)
    const { mtimeMs } = await Bun.file(file).stat()
    await store.change((before) => before ?? first)
    expect((await Bun.file(file).stat()).mtimeMs).toBe(mtimeMs)
  })
})

test.each(faults)('leaves the old or the new file and reports the error when disk call %s fails', async (fault) => {
  const disk = faultyDisk()
  try {
    await createAdminStore(file).change(() => first)
    for (let nth = 1; ; nth++) {
      const store = createAdminStore(file)
      const before = (await store.read())?.tokenVersion ?? 0
      disk.failAt(nth, fault)
      const wasRejected = await store.change(countOn).then(
        () => false,
        () => true,
      )
      const failed = disk.failed()
      disk.repair()
      const now = (await createAdminStore(file).read())?.tokenVersion
      expect(wasRejected ? [before, before + 1] : [before + 1]).toContain(now ?? 0)
      if (fault !== 'crash') expect((await readdir(dir)).sort()).toEqual(['admin.json', 'admin.lock'])
      if (failed === undefined) break
    }
  } finally {
    disk.release()
  }
})
