import { afterEach, expect, test } from 'bun:test'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileCache } from '#server/content/file-cache.ts'
import { createContentFolder } from '#server/content/files/content-files.ts'
import { readAll } from '#server/content/snapshot/read-files.ts'
import { createPrivateDir, openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { aPost, contentDir } from './content-dir.ts'

const folders: string[] = []
afterEach(async () => void (await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))))

const HOUR_MS = 3_600_000
const later = () => Date.now() + HOUR_MS

/** A content folder and a cache that is read as by one start after the other; `decoded` lists the files that a start decoded. */
async function starts(now = later) {
  const dir = await contentDir({ 'posts/a.md': aPost(), 'posts/b.md': aPost() })
  folders.push(dir)
  const cacheDb = openTestCacheDb(createPrivateDir())
  return {
    dir,
    cacheDb,
    async start() {
      const cache = createFileCache({ cacheDb, dir, now })
      const folder = createContentFolder(dir)
      const unchanged = cache.decodedPosts(await folder.signatures())
      const files = await readAll({ dir, folder, cache })
      const decoded = [...files.keys()].filter((file) => file.startsWith('posts/') && !unchanged.has(file))
      await cache.sync(files)
      return { decoded, files }
    },
  }
}

test('decodes no post a second time while its file is unchanged, and returns the same', async () => {
  const { start } = await starts()
  const first = await start()
  expect(first.decoded).toEqual(['posts/a.md', 'posts/b.md'])
  const second = await start()
  expect(second.decoded).toEqual([])
  expect(second.files).toEqual(first.files)
})

test('decodes changed and replaced files again, also with the same size and modification time', async () => {
  const { dir, start } = await starts()
  await start()
  const file = join(dir, 'posts/a.md')
  const { lastModified } = Bun.file(file)
  await Bun.write(file, aPost().replace('title: ', 'title: Z').replace(/\w\n/, '\n'))
  await utimes(file, lastModified / 1000, lastModified / 1000)
  expect((await start()).decoded).toEqual(['posts/a.md'])
})

test('forgets deleted files', async () => {
  const { dir, cacheDb, start } = await starts()
  await start()
  await rm(join(dir, 'posts/b.md'))
  expect([...(await start()).files.keys()]).not.toContain('posts/b.md')
  expect(cacheDb.read((db) => db.query('select file from decoded_post').values())).toEqual([['posts/a.md']])
})

test('stores no file that changed just before it was read', async () => {
  const { start } = await starts(Date.now)
  await start()
  expect((await start()).decoded).toEqual(['posts/a.md', 'posts/b.md'])
})

test('ignores what another version of the code decoded', async () => {
  const { cacheDb, start } = await starts()
  await start()
  cacheDb.write((db) => db.run("update decoded_post set decoder = 'older'"))
  expect((await start()).decoded).toEqual(['posts/a.md', 'posts/b.md'])
})
