import { afterEach, describe, expect, test } from 'bun:test'
import { cpSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readRestore, rejectUnfinishedRestore } from '#server/storage/unfinished-restore.ts'
import { type Fault, faultyDisk } from '#tests/faults/faulty-disk.ts'
import { blockWith, commandsOf, paste } from '#tests/health/paste.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { smallDisk } from '#tests/torture/small-disk.ts'
import { aPlace } from './a-backup.ts'
import { everythingBelow } from './any-tree.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** An archive of one site, and a folder with another one, which a restore replaces. */
async function twoSites(files: Record<string, string>) {
  const place = await aPlace()
  ends.push(place.remove)
  for (const [file, text] of Object.entries(files)) {
    await Bun.write(place.in(`new/${file}`), text)
    await Bun.write(place.in(`old/${file}`), `${text}\nof the old site`)
  }
  for (const name of ['old', 'new']) await mkdir(place.in(`${name}/storage/public/${name}`), { recursive: true })
  await Bun.write(place.in('old/storage/private/backups/earlier.tar.gz'), 'an earlier backup')
  const archive = place.in('new.tar.gz')
  await place.backup(place.in('new'), `--to=${archive}`)
  const expected = { old: stateOf(place.in('old')), new: stateOf(place.in('new')) }
  const [to, privateDir] = [place.in('site'), place.in('site/storage/private')]
  const places = { contentDir: place.in('site/content'), storageDir: place.in('site/storage'), privateDir }
  return {
    place,
    to,
    archive,
    expected,
    privateDir,
    places,
    reset: async () => {
      await rm(to, { recursive: true, force: true })
      cpSync(place.in('old'), to, { recursive: true })
    },
    restore: (...args: string[]) => place.restore(archive, `--to=${to}`, '--replace', ...args),
    end: (verb: 'finish' | 'undo') => place.restore(`--${verb}=${privateDir}`),
    start: () => rejectUnfinishedRestore(places),
    isWhole: () => Object.entries(expected).find(([, state]) => Bun.deepEquals(stateOf(to), state))?.[0],
  }
}

/** Everything but other backups, which a restore leaves. */
const stateOf = (dir: string) =>
  Object.fromEntries(
    Object.entries(everythingBelow(dir, () => true)).filter(([path]) => !path.startsWith('storage/private/backups/')),
  )

const FEW = { 'content/site.yml': 'name: x\n', 'storage/public/a/b.png': 'png', 'storage/private/admin.json': '{}' }
/** More calls than a restore of these makes. */
const CALLS_MAX = 200

async function everyFault(
  fault: Fault,
  stride: number,
  check: (site: Awaited<ReturnType<typeof twoSites>>, call: number, error: unknown) => Promise<void>,
) {
  const site = await twoSites(FEW)
  const disk = faultyDisk()
  ends.push(disk.release)
  for (let call = 1; call < CALLS_MAX; call += stride) {
    await site.reset()
    disk.failAt(call, fault)
    const error = await site.restore().catch((thrown) => thrown)
    const failed = disk.failed()
    disk.repair()
    // Names the process that has ended, for which the next one would wait.
    await rm(join(site.privateDir, 'server.json'), { force: true })
    await check(site, call, error)
    expect(await Bun.file(join(site.privateDir, 'backups/earlier.tar.gz')).text()).toBe('an earlier backup')
    if (!failed) return call
  }
  throw new Error('Each round failed.')
}

describe('bun run restore --replace, whose disk fails at each call', () => {
  test('and the process with it, leaves the old site, or one that does not start and says how to finish or undo', async () => {
    const seen = new Set<string>()
    const calls = await everyFault('crash', isFullRun ? 1 : 3, async (site, call, error) => {
      const restore = await readRestore(site.privateDir)
      if (!restore) {
        // A journal that is gone stands for a whole site; the next restore deletes the rest.
        const left = readdirSync(site.to, { recursive: true }).filter((path) => String(path).endsWith('.restoring'))
        for (const path of left) await rm(join(site.to, String(path)), { recursive: true })
        expect(await site.start()).toBeUndefined()
        return expect(['old', 'new']).toContain(site.isWhole() ?? `neither after call ${call}: ${error}`)
      }
      seen.add(restore.phase)
      const sentence = await site.start().catch((thrown) => thrown.message)
      expect(sentence).toContain(`\`bun run restore --undo=${site.privateDir}\``)
      if (restore.phase !== 'extracting') expect(sentence).toContain(`\`bun run restore --finish=${site.privateDir}\``)
      if (call % 2 === 0) await site.end('undo')
      else if (restore.phase === 'extracting') await site.restore()
      else await site.end('finish')
      expect([call, site.isWhole()]).toEqual([call, call % 2 === 0 ? 'old' : 'new'])
      expect(await site.start()).toBeUndefined()
    })
    expect(calls).toBeGreaterThan(40)
    expect([...seen].sort()).toEqual(['extracting', 'ready', 'replacing'])
  }, 120_000)

  test.each(['EIO', 'ENOSPC', 'short'] as const)(
    'with %s leaves the old site, and says so',
    async (fault) => {
      await everyFault(fault, isFullRun ? 1 : 5, async (site, call, error) => {
        const restore = await readRestore(site.privateDir)
        // Bringing back needs the disk, too.
        if (restore) await site.end('undo')
        const whole = site.isWhole()
        expect([call, whole]).toEqual([call, error instanceof Error ? 'old' : 'new'])
        if (error instanceof Error && !restore) expect(error.message).toEndWith('What was there before is unchanged.')
      })
    },
    120_000,
  )
})

test('a site does not start on an interrupted restore, and does after it was undone or finished', async () => {
  const content = Object.fromEntries(Object.entries(smallContent).map(([file, text]) => [`content/${file}`, text]))
  const site = await twoSites({ ...content, 'storage/private/registrations.jsonl': '' })
  const disk = faultyDisk()
  ends.push(disk.release)
  /** In the middle of the renames. */
  async function interruptRestore() {
    await site.reset()
    for (let call = 40; (await readRestore(site.privateDir))?.phase !== 'replacing'; call += 2) {
      await site.reset()
      disk.failAt(call, 'crash')
      await site.restore().catch(() => {})
      disk.repair()
    }
  }
  await interruptRestore()
  const sentence = `The restore of the backup of 2026-11-21T06:15:00.000Z was interrupted. Finish it: \`bun run restore --finish=${site.privateDir}\`.`
  await expect(testApp({ dir: site.to })).rejects.toThrow(sentence)
  await expect(site.restore()).rejects.toThrow(sentence)
  const env = { PATH: process.env.PATH, CONTENT_DIR: site.places.contentDir, STORAGE_DIR: site.places.storageDir }
  const check = Bun.spawnSync(['bun', 'server/cli/content-check/main.ts'], { env })
  expect([check.exitCode, check.stderr.toString().trimEnd().split('\n').at(-1)]).toEqual([
    1,
    expect.stringContaining(sentence),
  ])
  const [finish = '', undo = ''] = commandsOf(await blockWith('docs/operators.md', 'restore --finish='))
  const pasted = (command: string) => paste(command.replace('=FOLDER', `='${site.privateDir}'`), { env })
  expect(await pasted(undo)).toMatchObject({ code: 0 })
  expect(site.isWhole()).toBe('old')
  expect(await site.start()).toBeUndefined()
  await interruptRestore()
  disk.release()
  expect(await pasted(finish)).toMatchObject({ code: 0 })
  expect(site.isWhole()).toBe('new')
  // There is nothing to bring back any more.
  expect(await pasted(undo)).toMatchObject({ code: 1 })
  const app = await testApp({ dir: site.to })
  ends.push(app.stop)
  expect((await app.get('/readyz')).status).toBe(200)
}, 120_000)

test('replaces a checkout as a whole, from a backup among the private files, whatever the names of what was there', async () => {
  const site = await twoSites(FEW)
  await site.reset()
  await Bun.write(join(site.to, 'storage/private/backups/this.tar.gz'), await readFile(site.archive))
  Bun.spawnSync(['sh', '-c', "touch \"$(printf 'content/no-utf8\\377')\" 'content/--'; git init -q; mkfifo pipe"], {
    cwd: site.to,
  })
  await site.place.restore(join(site.to, 'storage/private/backups/this.tar.gz'), `--to=${site.to}`, '--replace')
  expect(site.isWhole()).toBe('new')
  expect(readdirSync(join(site.to, 'content'), { encoding: 'buffer' }).map(String)).toEqual(['site.yml'])
})

test('checks the free space before it changes anything', async () => {
  const site = await twoSites({ ...FEW, 'storage/public/large.bin': 'x'.repeat(3_000_000) })
  const disk = await smallDisk(site.to, [])
  ends.push(disk.release)
  if (disk.kind !== 'a tmpfs of 1 MB') return
  await Bun.write(join(site.to, 'content/site.yml'), 'old')
  await expect(site.restore()).rejects.toThrow(
    /^The restore needs 3\.\d MB beside what is in .*, and [01]\.\d MB are free\./,
  )
  expect(await Bun.file(join(site.to, 'content/site.yml')).text()).toBe('old')
})
