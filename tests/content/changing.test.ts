import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { changedKeys } from '#server/content/changed-keys.ts'
import type { FileChange } from '#server/content/content.ts'
import { ContentNotFoundError, InvalidContentError } from '#server/content/errors.ts'
import { editPost } from '#server/content/post-file.ts'
import { StorageError } from '#server/lib/errors.ts'
import { brokenDisk } from './broken-disk.ts'
import { aPost, contentWith } from './content-dir.ts'

const plan =
  (...changes: FileChange[]) =>
  async () =>
    changes
const textOf = (dir: string, file: string) => Bun.file(join(dir, file)).text()

describe('a change of content', () => {
  test('is on the disk and in the next snapshot; the one before stays as it was', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    const before = content.snapshot()
    const after = await content.change(async (_, read) => [
      { file: 'posts/x.md', data: editPost(await read('posts/x.md'), { title: 'New' }) },
    ])
    expect(after).toBe(content.snapshot())
    expect([before.posts.get('x')?.title, after.posts.get('x')?.title]).toEqual(['A post', 'New'])
    expect(after.posts.get('x')?.revision).not.toBe(before.posts.get('x')?.revision)
    expect(await textOf(dir, 'posts/x.md')).toBe(aPost().replace('A post', 'New'))
  })

  test('runs alone: of fifty that count up, none is lost', async () => {
    const { content } = await contentWith({ 'posts/x.md': aPost('', '0') })
    const addOne = () =>
      content.change(async (_, read) => {
        const text = await read('posts/x.md')
        return [{ file: 'posts/x.md', data: text.replace(/\d+\n$/, (count) => `${Number(count) + 1}\n`) }]
      })
    await Promise.all(Array.from({ length: 50 }, addOne))
    expect(await content.read('posts/x.md')).toEndWith('\n50\n')
  })

  test('may turn a post from Markdown into HTML, and delete', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    await content.change(plan({ file: 'posts/x.md', data: null }, { file: 'posts/x.html', data: aPost() }))
    expect(content.snapshot().posts.get('x')?.format).toBe('html')
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.html'])
    await content.change(plan({ file: 'posts/x.html', data: null }))
    expect(content.snapshot().posts.size).toBe(0)
    await expect(content.read('posts/x.html')).rejects.toThrow(ContentNotFoundError)
  })

  test('makes the folder that is not there yet', async () => {
    const { content } = await contentWith()
    await content.change(plan({ file: 'posts/x.md', data: aPost() }))
    expect(await content.read('posts/x.md')).toBe(aPost())
  })

  test('is acknowledged when every listener is done; one that fails undoes nothing', async () => {
    const { content } = await contentWith()
    const events: string[] = []
    content.onChange(() => {
      throw new Error('no')
    })
    content.onChange(async (before, after) => {
      await Promise.resolve()
      events.push(...changedKeys(before, after))
    })
    await content.change(plan({ file: 'posts/x.md', data: aPost() }))
    expect(events).toEqual(['post:x', 'card:x', 'list'])
  })

  test('that would leave a file nobody can read is refused, and nothing is written', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    const secret = 'title: "hunter2'
    const rejection = content.change(
      plan({ file: 'posts/y.md', data: aPost() }, { file: 'posts/x.md', data: aPost(`${secret}\n`) }),
    )
    const error = await rejection.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(InvalidContentError)
    expect(error).toMatchObject({ status: 422 })
    expect((error as InvalidContentError).message).not.toContain('hunter2')
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.md'])
    expect(content.snapshot().posts.has('y')).toBe(false)
  })

  test('that would give two posts one id is refused', async () => {
    const { content } = await contentWith({ 'posts/x.md': aPost() })
    await expect(content.change(plan({ file: 'posts/x.html', data: aPost() }))).rejects.toThrow(
      'another post has this id already',
    )
    await expect(content.change(plan({ file: 'posts/x.txt', data: 'x' }))).rejects.toThrow(RangeError)
    await expect(content.change(plan({ file: 'posts/../../x.md', data: aPost() }))).rejects.toThrow(RangeError)
  })
})

describe('whichever call to the disk fails', () => {
  const calls = ['ENOSPC', 'EIO'].flatMap((code) => Array.from({ length: 14 }, (_, nth) => [code, nth + 1] as const))
  for (const [code, nth] of calls) {
    test(`${code} at call ${nth}: each file is old or new, and memory says what the disk says`, async () => {
      const { disk, failAt } = brokenDisk()
      const { dir, content } = await contentWith({ 'posts/x.md': aPost(), 'posts/y.md': aPost() }, disk)
      const renamed = aPost().replace('A post', 'New')
      failAt(nth, code)
      const failure = await content
        .change(plan({ file: 'posts/y.md', data: null }, { file: 'posts/x.md', data: renamed }))
        .catch((error: unknown) => error)
      if (failure instanceof Error) expect(failure).toBeInstanceOf(StorageError)
      expect([aPost(), renamed]).toContain(await textOf(dir, 'posts/x.md'))
      const { posts } = content.snapshot()
      expect(posts.get('x')?.title).toBe((await textOf(dir, 'posts/x.md')) === renamed ? 'New' : 'A post')
      expect(posts.has('y')).toBe(await Bun.file(join(dir, 'posts/y.md')).exists())
      failAt(0, code)
      await content.change(plan({ file: 'posts/z.md', data: aPost() }))
      expect((await readdir(join(dir, 'posts'))).filter((name) => name.startsWith('.'))).toEqual([])
    })
  }
})
