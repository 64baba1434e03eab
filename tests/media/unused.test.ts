import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { DeletedUnused } from '#contract/media.ts'
import { deletedInFiles, newDeletion, removeOldDeletions } from '#server/media/deleted-images.ts'
import { realDisk } from '#server/storage/files.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { savingApp } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'
import { replicatedSite } from '#tests/replication/replicas.ts'
import { png } from './inputs.ts'
import { aFile, mediaCalls, showing } from './media-site.ts'

const blogApp = blogApps()
const ends = endsOfEachTest()

const callsOf = (app: Pick<TestApp, 'send'>, token: string) => ({
  ...mediaCalls(app, token),
  deleteUnused: async (...paths: string[]): Promise<DeletedUnused> => {
    const answer = await app.send('POST', adminPaths.deleteUnusedMedia, { token, json: { paths } })
    expect(answer.status).toBe(200)
    return answer.json()
  },
  undo: (undo: string | null) => app.send('POST', adminPaths.undoMediaDeletion, { token, json: { undo } }),
})

async function library(options: Parameters<typeof blogApp>[0] = {}) {
  const app = await blogApp(options)
  return { ...app, ...callsOf(app, app.token), isStored: (path: string) => existsSync(join(app.dir, path)) }
}

/** Runs `work` before the first file of an image is deleted. */
function beforeDeletion(work: () => Promise<unknown>): void {
  const { unlink } = realDisk
  const restore = () => {
    realDisk.unlink = unlink
  }
  ends.push(restore)
  realDisk.unlink = async (path) => {
    if (path.endsWith('.webp')) {
      restore()
      await work()
    }
    await unlink(path)
  }
}

describe('deleting images that nothing uses', () => {
  test('deletes those, keeps and names the others, and is taken back by its undo', async () => {
    const files = { 'posts/van/index.md': showing('A van', 'Text.') }
    const { added, create, list, deleteUnused, undo, isStored, get } = await library({ files })
    const free = await added(1200, { image: aFile(png(1200, 300), 'Free.png') })
    const ofPost = await added(520, { post: 'van', image: aFile(png(520, 300), 'Beside.png') })
    const used = await added(510)
    await create({ title: 'Baking', content: `![A](${used.url})`, format: 'md' })
    const before = (await list()).items
    const bytes = await (await get(free.url)).bytes()
    const result = await deleteUnused(free.file, ofPost.file, used.file, 'posts/nothing.webp')
    expect(result.deleted).toEqual([free.file, ofPost.file])
    expect(result.kept.map(({ file, used_in }) => [file, used_in])).toEqual([
      [used.file, [{ id: 'baking', title: 'Baking' }]],
    ])
    expect((await list()).items.map(({ file }) => file)).toEqual([used.file])
    expect([(await get(free.url)).status, isStored(ofPost.file)]).toEqual([404, false])
    expect(await (await undo(result.undo)).json()).toEqual({ restored: 2 })
    const after = (await list()).items.map(({ file, name, bytes }) => ({ file, name, bytes }))
    expect(after.toSorted((a, b) => (a.file < b.file ? -1 : 1))).toEqual(
      before.map(({ file, name, bytes }) => ({ file, name, bytes })).toSorted((a, b) => (a.file < b.file ? -1 : 1)),
    )
    expect(await (await get(free.url)).bytes()).toEqual(bytes)
    const again = await undo(result.undo)
    expect([again.status, (await again.json()).message]).toEqual([
      404,
      'This deletion can no longer be undone: that is possible once, within a day.',
    ])
  })

  test('keeps an image that a post takes while it is being deleted', async () => {
    const { added, create, deleteUnused, get, undo, list } = await library()
    const [one, two] = [await added(600), await added(610)]
    beforeDeletion(async () => {
      expect((await create({ title: 'Late', content: `![A](${one.url})`, format: 'md' })).status).toBe(201)
    })
    const result = await deleteUnused(one.file, two.file)
    expect(result.deleted).toEqual([two.file])
    expect(result.kept.map(({ file, used_in }) => [file, used_in[0]?.title])).toEqual([[one.file, 'Late']])
    expect([(await get(one.url)).status, (await get(two.url)).status]).toEqual([200, 404])
    expect((await undo(result.undo)).status).toBe(200)
    expect((await list()).total).toBe(2)
  })

  test('answers with no undo where every image is in use by now', async () => {
    const { added, create, deleteUnused, dir } = await library()
    const { file, url } = await added(600)
    await create({ title: 'Late', content: `![A](${url})`, format: 'md' })
    expect(await deleteUnused(file)).toMatchObject({ deleted: [], undo: null })
    expect(await readdir(join(dir, 'storage/private/deleted-images')).catch(() => [])).toEqual([])
  })

  test('rejects no images, too many, and what is no deletion', async () => {
    const { send, token, undo } = await library()
    for (const paths of [[], Array.from({ length: 201 }, (_, at) => `posts/${at}.webp`), ['../x.webp'], 'posts/x.webp'])
      expect((await send('POST', adminPaths.deleteUnusedMedia, { token, json: { paths } })).status).toBe(422)
    expect((await undo('../../etc')).status).toBe(422)
    expect((await undo(crypto.randomUUID())).status).toBe(404)
  })

  test('is one commit, and its undo another', async () => {
    const { app, git, status } = await savingApp()
    ends.push(app.close)
    const { added, deleteUnused, undo } = callsOf(app, await app.session())
    const images = [await added(1200), await added(610)]
    await git('add', '-A')
    await git('commit', '-qm', 'By an editor')
    const stored = await git('ls-files', 'storage/public/posts')
    const result = await deleteUnused(...images.map(({ file }) => file))
    await app.committed()
    expect(await git('log', '-1', '--format=%s')).toBe('image: delete 2 images without a use')
    expect(await git('ls-files', 'storage/public/posts')).toBe('')
    expect((await undo(result.undo)).status).toBe(200)
    await app.committed()
    expect(await git('log', '-1', '--format=%s')).toBe('image: restore 2 images')
    expect(await git('ls-files', 'storage/public/posts')).toBe(stored)
    expect(await status()).toBe('')
  })
})

test('too many bytes beside posts are not deleted at once', async () => {
  const { deleteUnused, send, token, content, dir, isStored } = await library({
    files: { 'posts/van/index.md': showing('A van', 'Text.') },
  })
  const names = [1, 2, 3, 4].map((number) => `posts/van/${number}.png`)
  const bytes = Buffer.concat([png(9, 9), new Uint8Array(8_000_000)])
  for (const name of names) await Bun.write(join(dir, 'content', name), bytes)
  await content.reload(names)
  const paths = names.map((name) => `content/${name}`)
  const answer = await send('POST', adminPaths.deleteUnusedMedia, { token, json: { paths } })
  expect([answer.status, (await answer.json()).message]).toEqual([
    409,
    'These images are too large to be deleted at once. Select fewer of those in the folders of posts.',
  ])
  expect(paths.every(isStored)).toBe(true)
  expect((await deleteUnused(...paths.slice(0, 2))).deleted).toEqual(paths.slice(0, 2))
})

test('a deletion is taken back only once git has recorded it', async () => {
  const { app, git } = await savingApp()
  ends.push(app.close)
  const { added, deleteUnused, undo } = callsOf(app, await app.session())
  const { file } = await added(610)
  await git('add', '-A')
  await git('commit', '-qm', 'By an editor')
  const merging = join(app.dir, '.git/MERGE_HEAD')
  await Bun.write(merging, await git('rev-parse', 'HEAD'))
  const result = await deleteUnused(file)
  const early = await undo(result.undo)
  expect([early.status, (await early.json()).message]).toEqual([
    409,
    'Git has not recorded the deletion yet. Try again in a moment.',
  ])
  await rm(merging)
  await eventually(
    async () => (await undo(result.undo)).status,
    (status) => status === 200,
  )
})

test('images that were deleted a day ago are gone for good', async () => {
  const deleted = deletedInFiles(await mkdtemp(join(tmpdir(), 'images-')))
  const now = new Date('2026-03-02T12:00:00Z')
  const [old, young] = [new Date('2026-03-01T11:00:00Z'), new Date('2026-03-01T13:00:00Z')].map(newDeletion)
  for (const id of [old, young]) await deleted.put(id ?? '', 'posts/a.webp', new Uint8Array([1]))
  await removeOldDeletions(deleted, now)
  expect(await deleted.ids()).toEqual([young ?? ''])
  expect(await deleted.paths(young ?? '')).toEqual(['posts/a.webp'])
})

describe.skipIf(!hasPostgres)('with several replicas', () => {
  test('a name that one stores, and an image that it deletes, are known to the others', async () => {
    const site = await replicatedSite(ends)
    const [one, other] = [await site.start('one'), await site.start('other')]
    const [here, there] = [callsOf(one, await one.login()), callsOf(other, await other.login())]
    const { file, url } = await here.added(600, { image: aFile(png(600, 300), 'Shared.png') })
    expect((await there.list()).items.map(({ name }) => name)).toEqual(['Shared.png'])
    const { undo } = await here.deleteUnused(file)
    expect((await there.list()).total).toBe(0)
    await other.sync()
    const undone = await there.undo(undo)
    expect([undone.status, await undone.text()]).toEqual([200, '{"restored":1}'])
    expect((await other.get(url)).status).toBe(200)
    expect((await here.list()).items.map(({ name }) => name)).toEqual(['Shared.png'])
  })
})
