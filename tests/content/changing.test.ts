import { describe, expect, test } from 'bun:test'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '#server/content/content.ts'
import type { FileChange } from '#server/content/files/content-files.ts'
import { ContentNotFoundError, InvalidContentError } from '#server/content/files/errors.ts'
import { editPost } from '#server/content/files/post-file.ts'
import { changedKeys } from '#server/content/snapshot/changed-keys.ts'
import { StorageError } from '#server/lib/errors.ts'
import { brokenDisk } from './broken-disk.ts'
import { aPost, contentWith } from './content-dir.ts'

const write =
  (...changes: FileChange[]) =>
  async (tx: Transaction) => {
    for (const { file, data } of changes) data === null ? tx.remove(file) : tx.write(file, data)
  }
const textOf = (dir: string, file: string) => Bun.file(join(dir, file)).text()

describe('a content change', () => {
  test('is on disk and in the next snapshot, and the previous snapshot stays the same', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    const before = content.snapshot()
    await content.change(async (tx) => tx.write('posts/x.md', editPost(await tx.read('posts/x.md'), { title: 'New' })))
    const after = content.snapshot()
    expect([before.posts.get('x')?.title, after.posts.get('x')?.title]).toEqual(['A post', 'New'])
    expect(after.posts.get('x')?.revision).not.toBe(before.posts.get('x')?.revision)
    expect(await textOf(dir, 'posts/x.md')).toBe(aPost().replace('A post', 'New'))
  })

  test('runs in isolation: none of fifty increments is lost', async () => {
    const { content } = await contentWith({ 'posts/x.md': aPost('', '0') })
    const addOne = () =>
      content.change(async (tx) => {
        const text = await tx.read('posts/x.md')
        tx.write(
          'posts/x.md',
          text.replace(/\d+\n$/, (count) => `${Number(count) + 1}\n`),
        )
      })
    await Promise.all(Array.from({ length: 50 }, addOne))
    expect(await content.read('posts/x.md')).toEndWith('\n50\n')
  })

  test('returns the value of its callback, reads its own writes, and writes nothing after a rollback', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    const value = await content.change(async (tx) => {
      tx.write('posts/y.md', aPost('', 'Own.'))
      tx.remove('posts/x.md')
      const found = [await tx.read('posts/y.md'), await tx.exists('posts/x.md'), await tx.exists('posts/z.md')]
      tx.rollback()
      return [...found, await tx.read('posts/x.md')]
    })
    expect(value).toEqual([aPost('', 'Own.'), false, false, aPost()])
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.md'])
  })

  test('runs again with a new transaction where a file that it read changes meanwhile', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    let attempts = 0
    const text = await content.change(async (tx) => {
      const text = await tx.read('posts/x.md')
      if (++attempts === 1) {
        tx.write('posts/y.md', aPost())
        await writeFile(join(dir, 'posts/x.md'), aPost('', 'From an editor.'))
      }
      tx.write('posts/x.md', `${text}More.\n`)
      return text
    })
    expect([attempts, text]).toEqual([2, aPost('', 'From an editor.')])
    expect(await textOf(dir, 'posts/x.md')).toBe(`${text}More.\n`)
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.md'])
  })

  test('can turn a post from Markdown into HTML, and delete files', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    await content.change(write({ file: 'posts/x.md', data: null }, { file: 'posts/x.html', data: aPost() }))
    expect(content.snapshot().posts.get('x')?.format).toBe('html')
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.html'])
    await content.change(write({ file: 'posts/x.html', data: null }))
    expect(content.snapshot().posts.size).toBe(0)
    await expect(content.read('posts/x.html')).rejects.toThrow(ContentNotFoundError)
  })

  test('creates a missing folder', async () => {
    const { content } = await contentWith()
    await content.change(write({ file: 'posts/x.md', data: aPost() }))
    expect(await content.read('posts/x.md')).toBe(aPost())
  })

  test('completes after every listener has run, and a failing listener does not undo it', async () => {
    const { content } = await contentWith()
    const events: string[] = []
    content.onChange(() => {
      throw new Error('no')
    })
    content.onChange((before, after) => void events.push(...changedKeys(before, after)))
    await content.change(write({ file: 'posts/x.md', data: aPost() }))
    expect(events).toEqual(['post:x', 'any-post', 'card:x', 'any-card', 'list'])
  })

  test('is rejected before writing when the file would be invalid', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    const secret = 'title: "hunter2'
    const rejection = content.change(
      write({ file: 'posts/y.md', data: aPost() }, { file: 'posts/x.md', data: aPost(`${secret}\n`) }),
    )
    const error = await rejection.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(InvalidContentError)
    expect(error).toMatchObject({ kind: 'invalid' })
    expect((error as InvalidContentError).message).not.toContain('hunter2')
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.md'])
    expect(content.snapshot().posts.has('y')).toBe(false)
  })

  test('is rejected when two posts would have the same id', async () => {
    const { content } = await contentWith({ 'posts/x.md': aPost() })
    await expect(content.change(write({ file: 'posts/x.html', data: aPost() }))).rejects.toThrow(
      'another post has this id already',
    )
    await expect(content.change(write({ file: 'posts/x.txt', data: 'x' }))).rejects.toThrow(RangeError)
    await expect(content.change(write({ file: 'posts/../../x.md', data: aPost() }))).rejects.toThrow(RangeError)
  })
})

describe('a content change when a disk call fails', () => {
  const calls = ['ENOSPC', 'EIO'].flatMap((code) => Array.from({ length: 14 }, (_, nth) => [code, nth + 1] as const))
  for (const [code, nth] of calls) {
    test(`${code} at call ${nth}: leaves each file old or new, with memory equal to disk`, async () => {
      const { disk, failAt } = brokenDisk()
      const { dir, content } = await contentWith({ 'posts/x.md': aPost(), 'posts/y.md': aPost() }, disk)
      const renamed = aPost().replace('A post', 'New')
      failAt(nth, code)
      const failure = await content
        .change(write({ file: 'posts/y.md', data: null }, { file: 'posts/x.md', data: renamed }))
        .catch((error: unknown) => error)
      if (failure instanceof Error) expect(failure).toBeInstanceOf(StorageError)
      expect([aPost(), renamed]).toContain(await textOf(dir, 'posts/x.md'))
      const { posts } = content.snapshot()
      expect(posts.get('x')?.title).toBe((await textOf(dir, 'posts/x.md')) === renamed ? 'New' : 'A post')
      expect(posts.has('y')).toBe(await Bun.file(join(dir, 'posts/y.md')).exists())
      failAt(0, code)
      await content.change(write({ file: 'posts/z.md', data: aPost() }))
      expect((await readdir(join(dir, 'posts'))).filter((name) => name.startsWith('.'))).toEqual([])
    })
  }
})
