import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { revisionOf } from '#server/content/decode-file.ts'
import { createContent } from '#server/content/store.ts'
import { createVersionStore } from '#server/content/version-store.ts'
import { createVersionSync } from '#server/content/version-store-sync.ts'
import { createPrivateDir, loseCacheDb, openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost, contentDir, type Given, silent } from './content-dir.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const bytesOf = (text: string) => new TextEncoder().encode(text)

function createStoreWith(text: string) {
  const privateDir = createPrivateDir()
  const cacheDb = openTestCacheDb(privateDir)
  let now = 0
  const versions = createVersionStore(cacheDb, () => now)
  const revision = revisionOf(bytesOf(text))
  expect(versions.keep(revision, bytesOf(text))).toBe(true)
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
    const again = createVersionStore(openTestCacheDb(privateDir))
    expect(again.read(revision)).toBe('\uFEFFtitle: ä\r\n')
    expect([again.read('0'.repeat(32)), again.read('../admin.json')]).toEqual([undefined, undefined])
  })

  test('ignores a damaged text and stores it again', () => {
    const { cacheDb, versions, revision } = createStoreWith('whole')
    cacheDb.write((db) => db.query('update content_version set bytes = ?').run(bytesOf('who')))
    expect(versions.read(revision)).toBeUndefined()
    versions.keep(revision, bytesOf('whole'))
    expect(versions.read(revision)).toBe('whole')
  })

  test('goes on after the database was lost', () => {
    const { cacheDb, versions, revision } = createStoreWith('whole')
    loseCacheDb(cacheDb)
    expect([versions.read(revision), versions.lastGood().size]).toEqual([undefined, 0])
    expect(versions.keep(revision, bytesOf('whole'))).toBe(true)
    expect(versions.read(revision)).toBe('whole')
  })

  test('keeps a text for thirty days after the last file that had it', () => {
    const { versions, revision, passDays } = createStoreWith('old')
    const files = ['posts/x.md', 'posts/y.md']
    versions.saveLastGood(files.map((file) => [file, revision]))
    passDays(100)
    versions.saveLastGood([['posts/x.md', undefined]])
    passDays(100)
    versions.saveLastGood([['posts/y.md', '0'.repeat(32)]])
    expect(versions.read(revision)).toBe('old')
    passDays(29)
    versions.saveLastGood([])
    expect(versions.read(revision)).toBe('old')
    passDays(2)
    versions.saveLastGood([])
    expect(versions.read(revision)).toBeUndefined()
    expect([...versions.lastGood()]).toEqual([['posts/y.md', '0'.repeat(32)]])
  })

  test('keeps a text that a file has again', () => {
    const { versions, revision, passDays } = createStoreWith('old')
    versions.saveLastGood([['posts/x.md', revision]])
    versions.saveLastGood([['posts/x.md', '0'.repeat(32)]])
    passDays(29)
    versions.saveLastGood([['posts/x.md', revision]])
    passDays(29)
    versions.saveLastGood([])
    expect(versions.read(revision)).toBe('old')
  })
})

async function createSynced(files: Given) {
  const dir = await contentDir(files)
  const cacheDb = openTestCacheDb()
  const versions = createVersionStore(cacheDb)
  const content = await createContent({ dir, log: silent, versions, onFileLoaded: versions.keep })
  const sync = createVersionSync({ content, dir, versions, cacheDb, delays: { afterStartMs: 0, afterChangeMs: 0 } })
  sync.start()
  return { dir, cacheDb, versions, sync, content }
}

test('stores every valid file after startup, and again after the database was lost', async () => {
  const { cacheDb, versions, sync, content } = await createSynced({
    'posts/x.md': aPost(),
    'posts/bad.md': '---js\n---\n',
  })
  for (const round of ['first', 'again']) {
    const all = await eventually(versions.revisions, (found) => found.size === content.files().size - 1)
    expect([round, all.has(content.snapshot().posts.get('x')?.revision ?? '')]).toEqual([round, true])
    expect([...versions.lastGood().keys()].sort()).toEqual(
      [...content.files().keys()].filter((file) => file !== 'posts/bad.md').sort(),
    )
    if (round === 'first') loseCacheDb(cacheDb)
  }
  await sync.close()
})

test('stores what a save wrote and what it replaced', async () => {
  const { dir, versions, sync, content } = await createSynced({ 'posts/x.md': aPost('', 'Before.') })
  const before = content.snapshot().posts.get('x')
  await eventually(
    () => versions.read(before?.revision ?? ''),
    (text) => text !== undefined,
  )
  await content.change(async (tx) => tx.write('posts/x.md', aPost('', 'After.')))
  await sync.close()
  const after = content.snapshot().posts.get('x')
  expect(versions.read(before?.revision ?? '')).toContain('Before.')
  expect(versions.read(after?.revision ?? '')).toContain('After.')
  expect(versions.lastGood().get('posts/x.md')).toBe(after?.revision)
  await writeFile(join(dir, 'posts/x.md'), '---js\n---\n')
  expect(await content.text({ file: 'posts/x.md', revision: after?.revision ?? '' })).toContain('After.')
  const again = await createContent({ dir, log: silent, versions })
  expect(again.snapshot().posts.get('x')?.revision).toBe(after?.revision)
})

describe('an invalid file without a stored version', () => {
  const invalid = { 'posts/x.md': '---js\n---\n', 'posts/y.md': '---js\n---\n' }

  test('is read from the current commit and stored', async () => {
    const versions = createVersionStore(openTestCacheDb())
    const asked: string[][] = []
    const readCommitted = async (files: readonly string[]) => {
      asked.push([...files])
      return new Map([
        ['posts/x.md', bytesOf(aPost('', 'Committed.'))],
        ['posts/y.md', bytesOf('---js\n---\n')],
      ])
    }
    const content = await createContent({ dir: await contentDir(invalid), log: silent, versions, readCommitted })
    const { posts, problems } = content.snapshot()
    expect(asked.map((files) => files.toSorted())).toEqual([['posts/x.md', 'posts/y.md']])
    expect([...posts.keys()]).toEqual(['x'])
    expect(await content.text({ file: 'posts/x.md', revision: posts.get('x')?.revision ?? '' })).toContain('Committed.')
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(2)
  })

  test('is left out without git', async () => {
    const versions = createVersionStore(openTestCacheDb())
    const content = await createContent({ dir: await contentDir(invalid), log: silent, versions })
    expect(content.snapshot().posts.size).toBe(0)
  })
})
