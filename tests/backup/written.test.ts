import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, truncate } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { createArchive, verifyBackup } from '#server/cli/backup/archive.ts'
import type { BackupOptions } from '#server/cli/backup/backup.ts'
import { backupCommand } from '#server/cli/backup/main.ts'
import { createMembers } from '#server/cli/backup/members.ts'
import { readTree, readWhole } from '#server/cli/backup/tree.ts'
import { writeToOutput } from '#server/cli/backup/write-archive.ts'
import { withBackupLock } from '#server/database/backup-lock.ts'
import { openDatabase } from '#server/database/database.ts'
import { createLog } from '#server/lib/log.ts'
import { LAST_BACKUP, readLastBackup, recordBackup } from '#server/ops/last-backup.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'
import { aPlace } from './a-backup.ts'

const ends = endsOfEachTest()
const MADE = new Date('2026-11-21T06:15:00Z')

/** A site of a few files, and what its backup needs. */
async function aSite() {
  const place = await aPlace()
  ends.push(place.remove)
  const dir = place.in('site')
  await Bun.write(join(dir, 'content/posts/a.md'), 'A post.\n')
  await Bun.write(join(dir, 'storage/public/video.mp4'), 'A video.')
  await Bun.write(join(dir, 'storage/private/captcha.key'), 'a-key')
  const options: BackupOptions = {
    contentDir: join(dir, 'content'),
    storageDir: join(dir, 'storage'),
    privateDir: join(dir, 'storage/private'),
    version: '1.2.3',
    allowEmpty: true,
    now: () => MADE,
    progress: (line) => void place.output.push(line),
  }
  const backup = (...args: string[]) => backupCommand(['--allow-empty', ...args], options)
  return { place, dir, options, backup }
}

const failingAfter = (bytes: number, code: string) => {
  let left = bytes
  return new Writable({
    write(piece: Uint8Array, _, done) {
      left -= piece.length
      done(left < 0 ? Object.assign(new Error(code), { code, syscall: 'write' }) : null)
    },
  })
}

describe('a backup', () => {
  test('has the same number of files where it is written, verified and restored', async () => {
    const { place, backup } = await aSite()
    const file = place.in('b.tar.gz')
    await backup(`--to=${file}`)
    await place.restore(file, '--verify')
    await place.restore(file, `--to=${place.in('new')}`)
    const summaries = place.output.filter((line) => /^(?:\/|The backup is|The archive is|Restored to)/.test(line))
    expect(summaries.map((line) => /\d+ files/.exec(line)?.[0])).toEqual(['3 files', '3 files', '3 files', '3 files'])
  })

  test('names the version and the commit that made it', async () => {
    const { place, options } = await aSite()
    const file = place.in('b.tar.gz')
    await backupCommand([`--to=${file}`, '--allow-empty'], {
      ...options,
      commit: '3f9a1c2b7d0111112222333344445555666677',
    })
    await place.restore(file, '--verify')
    expect(place.output.at(-1)).toEndWith('by version 1.2.3 (3f9a1c2)')
    expect((await verifyBackup(file)).commit).toBe('3f9a1c2b7d0111112222333344445555666677')
  })

  test('on a full disk ends with one sentence and leaves nothing', async () => {
    const { place, options } = await aSite()
    await mkdir(place.in('out'))
    const full = { ...options, createFile: () => failingAfter(0, 'ENOSPC') }
    const written = backupCommand([`--to=${place.in('out/b.tar.gz')}`, '--allow-empty'], full)
    expect(await written.catch((error) => error.message)).toBe(
      `The disk is full: there is no backup in ${place.in('out/b.tar.gz')}, and nothing is left of it. Free some space, or name another disk with --to.`,
    )
    expect(await readdir(place.in('out'))).toEqual([])
    expect(await readLastBackup(options.privateDir)).toBeUndefined()
  })

  test('through a pipe is read back while it is written, and says when its reader has ended', async () => {
    const { place, options } = await aSite()
    const pieces: Buffer[] = []
    const out = new Writable({
      write(piece: Buffer, _, done) {
        pieces.push(piece)
        setImmediate(done)
      },
    })
    expect(await writeToOutput(out, options, true)).toBe(0)
    expect(place.output.at(-1)).toBe('Written and read back: 3 files')
    const again = new PassThrough()
    again.end(Buffer.concat(pieces))
    expect((await verifyBackup(again)).members).toHaveLength(3)
    for (const isVerified of [true, false]) {
      const broken = writeToOutput(failingAfter(0, 'EPIPE'), options, isVerified)
      expect(await broken.catch((error) => error.message)).toBe(
        'Nothing reads the standard output any more: there is no whole backup.',
      )
    }
  })
})

describe('a file that is too large for the memory', () => {
  test('is in the archive as it is, or ends the backup where it changed meanwhile', async () => {
    const { options } = await aSite()
    const folder = join(options.storageDir, 'public')
    const path = join(folder, 'video.mp4')
    const bytes = Buffer.alloc(3_000_000, 'abcdefghijklmnopqrstuvwxyz')
    await Bun.write(path, bytes)
    const large = await readWhole(path, 1, 1_000_000)
    expect(large).toEqual({ path, size: bytes.length, sha256: Bun.SHA256.hash(bytes, 'hex') })

    const tree = await readTree(folder, { part: 'public' })
    const written = async () => {
      const members = createMembers(createArchive(new Writable({ write: (_, __, done) => done() })), undefined)
      await members.addTree(tree, folder, async () => large)
      return members.added.members
    }
    expect(await written()).toEqual([
      { path: 'public/video.mp4', size: bytes.length, sha256: Bun.SHA256.hash(bytes, 'hex') },
    ])
    await Bun.write(path, bytes.fill('z'))
    expect(await written().catch((error) => error.message)).toBe(
      'public/video.mp4 changed while it was copied. Please try again.',
    )
    await truncate(path, 1000)
    expect(await written().catch((error) => error.message)).toBe(
      'public/video.mp4 changed while it was copied. Please try again.',
    )
  })

  test.if(isFullRun)(
    'needs no memory: five gigabytes take a tenth of their size',
    async () => {
      const { place, dir } = await aSite()
      const SIZE = 5 * 1024 ** 3
      await truncate(join(dir, 'storage/public/video.mp4'), SIZE)
      const env = { ...process.env, CONTENT_DIR: join(dir, 'content'), STORAGE_DIR: join(dir, 'storage') }
      const args = ['backup', '--allow-empty', `--to=${place.in('b.tar.gz')}`]
      const running = Bun.spawn([process.execPath, 'server/cli/backup/main.ts', ...args], { env, stderr: 'ignore' })
      expect(await running.exited).toBe(0)
      expect(running.resourceUsage()?.maxRSS).toBeLessThan(SIZE / 10)
    },
    600_000,
  )
})

describe.skipIf(!hasPostgres)('replicas that share a database', () => {
  async function aReplica() {
    const site = await aSite()
    const databaseUrl = await emptyDatabase()
    const database = await openDatabase({ url: databaseUrl, log: createLog('error', () => {}), isServer: false })
    ends.push(database.close)
    const options = { ...site.options, databaseUrl, database }
    return {
      ...site,
      options,
      database,
      databaseUrl,
      run: (...args: string[]) => backupCommand(['--allow-empty', ...args], options),
    }
  }

  test('make one backup at a time: the others say which makes it, and end with 0', async () => {
    const { place, databaseUrl, run } = await aReplica()
    const file = place.in('b.tar.gz')
    await withBackupLock(databaseUrl, async () => {
      expect(await run(`--to=${file}`)).toBe(0)
      expect(place.output.at(-1)).toBe(`The replica ${hostname()} makes a backup now. Nothing was written here.`)
      expect(await run('--to=-')).toBe(3)
    })
    expect(await Bun.file(file).exists()).toBe(false)
    expect(await run(`--to=${file}`)).toBe(0)
    expect(await Bun.file(file).exists()).toBe(true)
  })

  test('make one backup a night, and each knows when it was stored', async () => {
    const { place, options, database, run } = await aReplica()
    const stored = (host: string, at: string) =>
      database.store.update([LAST_BACKUP], ({ put }) => put(LAST_BACKUP, JSON.stringify({ format: 1, at, host })))
    await stored('web-2', '2026-11-21T03:15:00.000Z')
    expect((await readLastBackup(options.privateDir, database.store))?.at).toEqual(new Date('2026-11-21T03:15:00Z'))
    expect(await run('--nightly', '--to=-')).toBe(3)
    expect(place.output.at(-1)).toBe('The replica web-2 has stored the backup of this night.')
    await stored('web-2', '2026-11-20T03:15:00.000Z')
    expect(await run('--nightly', `--to=${place.in('b.tar.gz')}`)).toBe(0)
    expect(await Bun.file(place.in('b.tar.gz')).exists()).toBe(true)
    expect(await readLastBackup(options.privateDir, database.store)).toEqual({ at: MADE, host: hostname() })
    expect(await run('--nightly', `--to=${place.in('own.tar.gz')}`)).toBe(0)
    expect(await Bun.file(place.in('own.tar.gz')).exists()).toBe(true)
  })
})

test('the last backup of a folder is read without a database', async () => {
  const { options } = await aSite()
  await recordBackup(options.privateDir, MADE)
  expect(await readLastBackup(options.privateDir)).toEqual({ at: MADE, host: hostname() })
})
