import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { realDisk } from '#server/storage/files.ts'
import { failingFile } from '#tests/faults/failing-file.ts'
import { savingApp } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { replicatedSite } from '#tests/replication/replicas.ts'
import { mediaCalls } from './media-site.ts'

const ends = endsOfEachTest()

/** A checkout in which an image of three widths is committed. */
async function committedImage() {
  const { app, git, status } = await savingApp()
  ends.push(app.close)
  const media = mediaCalls(app, await app.session())
  const { path } = await media.added(1200)
  await git('add', '-A')
  await git('commit', '-qm', 'By an editor')
  const file = join(app.dir, 'storage/public', path)
  return { app, git, status, ...media, path, isStored: () => existsSync(file) }
}

const isClean = (status: () => Promise<string>) => eventually(status, (changes) => changes === '')

/** Makes each deletion of an image fail until the returned function is called. */
function undeletableImages(): () => void {
  const { unlink } = realDisk
  realDisk.unlink = async (path) => {
    if (path.endsWith('.webp')) throw Object.assign(new Error('EIO: the disk is broken'), { code: 'EIO' })
    await unlink(path)
  }
  return () => {
    realDisk.unlink = unlink
  }
}

describe('deleting an image of the library', () => {
  test('leaves its files where the change cannot be recorded, and deletes and commits them once it can', async () => {
    const { app, git, status, remove, path, isStored } = await committedImage()
    const repair = failingFile('000000001-begun.json')
    ends.push(repair)
    expect((await remove(path)).status).toBe(503)
    expect([isStored(), (await app.get(`/storage/${path}`)).status]).toEqual([true, 200])
    repair()
    expect((await remove(path)).status).toBe(200)
    expect(isStored()).toBe(false)
    await isClean(status)
    expect(await git('ls-files', 'storage/public/posts')).toBe('')
    expect(await git('log', '-1', '--format=%s')).toContain('image: delete')
  })

  test('says that it failed where a file stays, and deletes and commits it later', async () => {
    const { status, git, remove, path, isStored } = await committedImage()
    const repair = undeletableImages()
    ends.push(repair)
    expect((await remove(path)).status).toBe(503)
    expect(isStored()).toBe(true)
    repair()
    await eventually(isStored, (stored) => !stored)
    await isClean(status)
    expect(await git('ls-files', 'storage/public/posts')).toBe('')
  })

  test('is completed by the next start where the process ended between the record and the deletion', async () => {
    const { app, status, remove, path, isStored } = await committedImage()
    const repair = undeletableImages()
    ends.push(repair)
    await remove(path)
    await app.stop()
    expect(isStored()).toBe(true)
    repair()
    const again = await testApp({ dir: app.dir })
    ends.push(again.stop)
    await eventually(isStored, (stored) => !stored)
    await isClean(status)
  })
})

describe.skipIf(!hasPostgres)('deleting an image on one of several replicas', () => {
  test('is made by another one once its replica is gone', async () => {
    const site = await replicatedSite(ends)
    const one = await site.start('one')
    const other = await site.start('other')
    const media = mediaCalls(one, await one.login())
    const { path } = await media.added(600)
    const stored = `storage/public/${path}`
    // A text that shows it brings it into git, one that no longer does makes it free.
    expect((await one.save({ content: `![A van](/storage/${path})` })).status).toBe(200)
    expect((await one.save({ content: 'Nothing to see.' })).status).toBe(200)
    await eventually(
      () => site.remote('ls-tree', '-r', '--name-only', 'main', stored),
      (found) => found === stored,
    )
    await other.sync()
    expect(existsSync(other.file(stored).name ?? '')).toBe(true)
    one.setRemote('file:///nowhere/at/all')
    expect((await media.remove(path)).status).toBe(200)
    await one.stop()
    await site.age()
    await other.sync()
    await eventually(
      () => site.remote('ls-tree', '-r', '--name-only', 'main', stored),
      (found) => found === '',
    )
    expect(existsSync(other.file(stored).name ?? '')).toBe(false)
    expect(await gitIn(other.dir)(['status', '--porcelain'])).toBe('')
  })
})
