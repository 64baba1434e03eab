import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Accounts, type Administrator, createAdminStore } from '#server/admin/people/admin-file.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { privateText } from '#server/storage/private-text.ts'
import { faults, faultyDisk } from '#tests/faults/faulty-disk.ts'

const administrator = (n: number): Administrator => ({
  id: `id-${n}`,
  name: 'Ann',
  email: `ann${n}@bakery.example`,
  author: null,
  passwordHash: '$argon2id$',
})
const first: Accounts = { administrators: [administrator(1)], invitations: [], removed: [] }
const addOne = (before: Accounts): Accounts => ({
  ...before,
  administrators: [...before.administrators, administrator(before.administrators.length + 1)],
})
const count = ({ administrators }: Accounts) => administrators.length

let dir: string
let file: string
const accountsIn = (folder: string) => createAdminStore(privateText(createFileStore(folder), 'admin.json'))
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'admin-store-'))
  file = join(dir, 'admin.json')
})
afterEach(() => rm(dir, { recursive: true }))

describe('the administrator file, opened by two processes', () => {
  test('rereads the file after another process writes it, and keeps the changes of both', async () => {
    const [site, shell] = [accountsIn(dir), accountsIn(dir)]
    expect(count(await site.read())).toBe(0)
    await shell.change(() => first)
    expect(await site.read()).toEqual(first)
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? site : shell).change(addOne)))
    expect([count(await site.read()), count(await shell.read())]).toEqual([41, 41])
  })

  test('is not delayed by the lock file of a killed process, even one with the same id', async () => {
    await Bun.write(join(dir, 'admin.lock'), '')
    await accountsIn(dir).change(addOne)
    expect((await readdir(dir)).sort()).toEqual(['admin.json', 'admin.lock'])
  })

  test('does not write the file when a change leaves it the same', async () => {
    const store = accountsIn(dir)
    await store.change(() => first)
    const { mtimeMs } = await Bun.file(file).stat()
    await store.change((before) => before)
    expect((await Bun.file(file).stat()).mtimeMs).toBe(mtimeMs)
  })
})

test.each(faults)('leaves the old or the new file and reports the error when disk call %s fails', async (fault) => {
  const disk = faultyDisk()
  try {
    await accountsIn(dir).change(() => first)
    for (let nth = 1; ; nth++) {
      const store = accountsIn(dir)
      const before = count(await store.read())
      disk.failAt(nth, fault)
      const wasRejected = await store.change(addOne).then(
        () => false,
        () => true,
      )
      const failed = disk.failed()
      disk.repair()
      const now = count(await accountsIn(dir).read())
      expect(wasRejected ? [before, before + 1] : [before + 1]).toContain(now)
      if (fault !== 'crash') expect((await readdir(dir)).sort()).toEqual(['admin.json', 'admin.lock'])
      if (failed === undefined) break
    }
  } finally {
    disk.release()
  }
})

test('reads the file of a version with one administrator, the same each time, and writes it anew with the next change', async () => {
  const secondFactor = {
    since: '2026-01-02T03:04:05.000Z',
    secret: 'A'.repeat(32),
    lastStep: 7,
    recovery: ['0'.repeat(64), 'f'.repeat(64)],
  }
  const passwordHash = '$argon2id$v=19$m=64,t=2,p=1$c2FsdA$aGFzaA'
  const old = { email: 'ann@bakery.example', passwordHash, tokenVersion: 7, passwordFrom: 'environment', secondFactor }
  await Bun.write(file, JSON.stringify(old))
  const store = accountsIn(dir)
  const accounts = await store.read()
  expect(accounts).toEqual({
    administrators: [
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        name: 'Administrator',
        email: old.email,
        author: null,
        passwordHash,
        secondFactor,
      },
    ],
    invitations: [],
    removed: [],
  })
  expect(await store.read()).toEqual(accounts)
  expect(await Bun.file(file).json()).toEqual(old)
  await store.change((before) => ({ ...before }))
  expect(await Bun.file(file).json()).toEqual({ format: 1, ...accounts })
})
