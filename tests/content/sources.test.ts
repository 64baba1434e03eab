import { expect, test } from 'bun:test'
import { mkdtemp, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { revisionOf } from '#server/content/decode-file.ts'
import { createContent } from '#server/content/store.ts'
import { createSources } from '#server/content/version-store.ts'
import { createSourceSync } from '#server/content/version-store-sync.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost, contentDir, type Given, silent } from './content-dir.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const bytesOf = (text: string) => new TextEncoder().encode(text)
const newFolder = async () => join(await mkdtemp(join(tmpdir(), 'sources-')), 'sources')
const pathOf = (dir: string, revision: string) => join(dir, revision.slice(0, 2), revision.slice(2))

async function keptText(text: string) {
  const dir = await newFolder()
  const sources = createSources(dir)
  const revision = revisionOf(bytesOf(text))
  expect(await sources.keep(revision, bytesOf(text))).toBe(true)
  return { dir, sources, revision }
}

test('returns a stored text by its revision, byte for byte, from a file that only this user can read', async () => {
  const { dir, sources, revision } = await keptText('\uFEFFtitle: ä\r\n')
  expect(await sources.read(revision)).toBe('\uFEFFtitle: ä\r\n')
  expect(await createSources(dir).read(revision)).toBe('\uFEFFtitle: ä\r\n')
  expect(await sources.read('0'.repeat(32))).toBeUndefined()
  expect([(await stat(dir)).mode & 0o777, (await stat(pathOf(dir, revision))).mode & 0o777]).toEqual([0o700, 0o600])
})

test('ignores a torn file and stores the text again', async () => {
  const { dir, sources, revision } = await keptText('whole')
  await writeFile(pathOf(dir, revision), 'who')
  expect(await sources.read(revision)).toBeUndefined()
  await sources.keep(revision, bytesOf('whole'))
  expect(await sources.read(revision)).toBe('whole')
})

test('stores nothing and does not fail without a folder', async () => {
  const dir = await newFolder()
  await writeFile(dir, 'a file stands in the way')
  const sources = createSources(dir)
  expect(await sources.keep(revisionOf(bytesOf('x')), bytesOf('x'))).toBe(false)
  await sources.setLastGood(new Map([['posts/x.md', '0'.repeat(32)]]))
  await sources.prune(new Set())
  expect([await sources.read('0'.repeat(32)), (await sources.lastGood()).size]).toEqual([undefined, 0])
})

test('keeps a text for thirty days after the last file that had it', async () => {
  const { dir, sources, revision } = await keptText('old')
  const longAgo = new Date(Date.now() - 31 * DAY_MS)
  await utimes(pathOf(dir, revision), longAgo, longAgo)
  await sources.prune(new Set([revision]))
  expect(await sources.read(revision)).toBe('old')
  await sources.retire(revision)
  await sources.prune(new Set())
  expect(await sources.read(revision)).toBe('old')
  await sources.prune(new Set(), Date.now() + 31 * DAY_MS)
  expect(await sources.read(revision)).toBeUndefined()
})

async function kept(files: Given) {
  const [dir, folder] = await Promise.all([contentDir(files), newFolder()])
  const sources = createSources(folder)
  const sync = createSourceSync(sources, { afterStartMs: 0, afterChangeMs: 0, betweenFilesMs: 0, everyMs: DAY_MS })
  const content = await createContent({ dir, log: silent, sources, onFileLoaded: sync.onFileLoaded })
  sync.start(content, dir)
  return { dir, folder, sources, sync, content }
}

test('stores every valid file after startup, and only missing ones at later starts', async () => {
  const { sources, sync, content } = await kept({ 'posts/x.md': aPost(), 'posts/bad.md': '---js\n---\n' })
  const all = await eventually(sources.kept, (found) => found.size === content.files().size - 1)
  await sync.close()
  expect(all.has(content.snapshot().posts.get('x')?.revision ?? '')).toBe(true)
  expect([...(await sources.lastGood()).keys()].sort()).toEqual(
    [...content.files().keys()].filter((file) => file !== 'posts/bad.md').sort(),
  )
})

test('stores what a save wrote and what it replaced', async () => {
  const { dir, folder, sources, sync, content } = await kept({ 'posts/x.md': aPost('', 'Before.') })
  const before = content.snapshot().posts.get('x')
  await eventually(
    () => sources.read(before?.revision ?? ''),
    (text) => text !== undefined,
  )
  await content.change(async (tx) => tx.write('posts/x.md', aPost('', 'After.')))
  await sync.close()
  const after = content.snapshot().posts.get('x')
  expect(await sources.read(before?.revision ?? '')).toContain('Before.')
  expect(await sources.read(after?.revision ?? '')).toContain('After.')
  expect((await sources.lastGood()).get('posts/x.md')).toBe(after?.revision)
  await writeFile(join(dir, 'posts/x.md'), '---js\n---\n')
  expect(await content.text({ file: 'posts/x.md', revision: after?.revision ?? '' })).toContain('After.')
  const again = await createContent({ dir, log: silent, sources: createSources(folder) })
  expect(again.snapshot().posts.get('x')?.revision).toBe(after?.revision)
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
