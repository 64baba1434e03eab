import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileCache } from '#server/content/file-cache.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import { createContent } from '#server/content/store.ts'
import { createPrivateDir, loseCacheDb, openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost, contentDir, type Given, silent } from './content-dir.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const bytesOf = (text: string) => new TextEncoder().encode(text)

function createStoreWith(text: string) {
  const privateDir = createPrivateDir()
  const cacheDb = openTestCacheDb(privateDir)
  let now = 0
  const versions = createFileCache({ cacheDb, dir: privateDir, now: () => now })
  const revision = revisionOf(bytesOf(text))
  versions.store('posts/x.md', revision, bytesOf(text))
  const passDays = (days: number) => {
    now += days * DAY_MS
  }
  return { privateDir, cacheDb, versions, revision, passDays }
}

describe('the version store', () => {
  test('returns a text by its revision, byte for byte, also after a restart', () => {
    const { privateDir, cacheDb, versions, revision } = createStoreWith('\uFEFFtitle: ä\r\n')
    expect(versions.read(revision)).toBe('\uFEFFtitle: ä\r\n')
    cacheDb.close()
    const again = createFileCache({ cacheDb: openTestCacheDb(privateDir), dir: privateDir })
    expect(again.read(revision)).toBe('\uFEFFtitle: ä\r\n')
    expect([again.read('0'.repeat(32)), again.read('../admin.json')]).toEqual([undefined, undefined])
  })

  test('ignores a damaged text and stores it again', () => {
    const { cacheDb, versions, revision } = createStoreWith('whole')
    cacheDb.write((db) => db.query('update content_version set bytes = ?').run(bytesOf('who')))
    expect(versions.read(revision)).toBeUndefined()
    versions.store('posts/x.md', revision, bytesOf('whole'))
    expect(versions.read(revision)).toBe('whole')
  })

  test('goes on after the database was lost', () => {
    const { cacheDb, versions, revision } = createStoreWith('whole')
    loseCacheDb(cacheDb)
    expect([versions.read(revision), versions.lastGood().size]).toEqual([undefined, 0])
    versions.store('posts/x.md', revision, bytesOf('whole'))
    expect(versions.read(revision)).toBe('whole')
  })

  test('keeps a text for thirty days after its file had it', () => {
    const { versions, revision, passDays } = createStoreWith('old')
    const setLastGood = (text: string) => versions.setLastGood('posts/x.md', revisionOf(bytesOf(text)), bytesOf(text))
    setLastGood('old')
    passDays(100)
    setLastGood('new')
    expect(versions.read(revision)).toBe('old')
    passDays(29)
    setLastGood('newer')
    expect(versions.read(revision)).toBe('old')
    passDays(2)
    setLastGood('newest')
    expect(versions.read(revision)).toBeUndefined()
    expect(versions.read(revisionOf(bytesOf('new')))).toBe('new')
    expect([...versions.lastGood()]).toEqual([['posts/x.md', revisionOf(bytesOf('newest'))]])
  })

  test('keeps a text that its file has again, and forgets that of a deleted file', () => {
    const { versions, revision, passDays } = createStoreWith('old')
    versions.setLastGood('posts/x.md', revision, bytesOf('old'))
    versions.setLastGood('posts/x.md', revisionOf(bytesOf('new')), bytesOf('new'))
    passDays(29)
    versions.setLastGood('posts/x.md', revision, bytesOf('old'))
    passDays(29)
    versions.setDeleted('posts/y.md')
    expect(versions.read(revision)).toBe('old')
    versions.setDeleted('posts/x.md')
    expect(versions.lastGood().size).toBe(0)
    passDays(31)
    versions.setDeleted('posts/y.md')
    expect(versions.read(revision)).toBeUndefined()
  })
})

async function createSynced(files: Given) {
  const dir = await contentDir(files)
  const cacheDb = openTestCacheDb()
  const cache = createFileCache({ cacheDb, dir, delays: { afterStartMs: 0, afterChangeMs: 0 } })
  const content = await createContent({ dir, log: silent, cache })
  cache.follow(content)
  return { dir, cacheDb, cache, content }
}

test('stores every valid file after startup, and again after the database was lost', async () => {
  const { cacheDb, cache, content } = await createSynced({
    'posts/x.md': aPost(),
    'posts/bad.md': '---js\n---\n',
  })
  for (const round of ['first', 'again']) {
    const all = await eventually(cache.lastGood, (found) => found.size === content.files().size - 1)
    expect([round, all.get('posts/x.md')]).toEqual([round, content.snapshot().posts.get('x')?.revision ?? ''])
    expect([...all.keys()].sort()).toEqual([...content.files().keys()].filter((file) => file !== 'posts/bad.md').sort())
    if (round === 'first') loseCacheDb(cacheDb)
  }
  await cache.close()
})

test('has the last good version of a file that breaks before the first start has stored it, also after a stop', async () => {
  const dir = await contentDir({ 'posts/x.md': aPost('', 'Before.') })
  const cacheDb = openTestCacheDb()
  const cache = createFileCache({ cacheDb, dir })
  const content = await createContent({ dir, log: silent, cache })
  cache.follow(content)
  const before = content.snapshot().posts.get('x')
  if (!before) throw new Error('There is no post.')
  for (const text of ['---js\n---\n', '---\ntitle: [\n---\n']) {
    await writeFile(join(dir, 'posts/x.md'), text)
    await content.reload(['posts/x.md'])
    expect(await content.text(before)).toContain('Before.')
  }
  await cache.close()
  const again = createFileCache({ cacheDb, dir })
  expect(again.lastGood().get('posts/x.md')).toBe(before.revision)
  expect((await createContent({ dir, log: silent, cache: again })).snapshot().posts.get('x')?.revision).toBe(
    before.revision,
  )
})

test('stores what a save wrote and what it replaced', async () => {
  const { dir, cache, content } = await createSynced({ 'posts/x.md': aPost('', 'Before.') })
  const before = content.snapshot().posts.get('x')
  await eventually(
    () => cache.read(before?.revision ?? ''),
    (text) => text !== undefined,
  )
  await content.change(async (tx) => tx.write('posts/x.md', aPost('', 'After.')))
  await cache.close()
  const after = content.snapshot().posts.get('x')
  expect(cache.read(before?.revision ?? '')).toContain('Before.')
  expect(cache.read(after?.revision ?? '')).toContain('After.')
  expect(cache.lastGood().get('posts/x.md')).toBe(after?.revision)
  await writeFile(join(dir, 'posts/x.md'), '---js\n---\n')
  expect(await content.text({ file: 'posts/x.md', revision: after?.revision ?? '' })).toContain('After.')
  const again = await createContent({ dir, log: silent, cache })
  expect(again.snapshot().posts.get('x')?.revision).toBe(after?.revision)
})

describe('an invalid file without a stored version', () => {
  const invalid = { 'posts/x.md': '---js\n---\n', 'posts/y.md': '---js\n---\n' }

  test('is read from the current commit and stored', async () => {
    const dir = await contentDir(invalid)
    const cache = createFileCache({ cacheDb: openTestCacheDb(), dir })
    const asked: string[][] = []
    const readCommitted = async (files: readonly string[]) => {
      asked.push([...files])
      return new Map([
        ['posts/x.md', bytesOf(aPost('', 'Committed.'))],
        ['posts/y.md', bytesOf('---js\n---\n')],
      ])
    }
    const content = await createContent({ dir, log: silent, cache, readCommitted })
    const { posts, problems } = content.snapshot()
    expect(asked.map((files) => files.toSorted())).toEqual([['posts/x.md', 'posts/y.md']])
    expect([...posts.keys()]).toEqual(['x'])
    expect(await content.text({ file: 'posts/x.md', revision: posts.get('x')?.revision ?? '' })).toContain('Committed.')
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(2)
  })

  test('is left out without git', async () => {
    const dir = await contentDir(invalid)
    const cache = createFileCache({ cacheDb: openTestCacheDb(), dir })
    const content = await createContent({ dir, log: silent, cache })
    expect(content.snapshot().posts.size).toBe(0)
  })
})
