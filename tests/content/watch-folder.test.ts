import { describe, expect, test } from 'bun:test'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { aPost, asLines } from './content-dir.ts'
import { NEVER_MS, watchedSites } from './watched.ts'

const follow = watchedSites()

describe('the watched content folder', () => {
  test('is reloaded when it is replaced by another folder', async () => {
    const { dir, write, path, until, swaps } = await follow({ 'posts/x.md': aPost() })
    await cp(dir, `${dir}-new`, { recursive: true })
    await writeFile(`${dir}-new/posts/x.md`, aPost().replace('A post', 'New'))
    await rename(dir, `${dir}-old`)
    await rename(`${dir}-new`, dir)
    await until(({ posts }) => posts.get('x')?.title === 'New')
    expect(swaps).toHaveLength(1)
    await write('posts/y.md', aPost())
    await until(({ posts }) => posts.has('y'))
    await rm(path('posts/y.md'))
    await until(({ posts }) => !posts.has('y'))
  })

  test('keeps the last content and reports the problem while it is missing or empty', async () => {
    const { dir, until, content, path } = await follow({ 'posts/x.md': aPost() }, { maxWaitMs: NEVER_MS })
    await rename(dir, `${dir}-away`)
    const lost = await until(({ problems }) => problems.length > 0)
    expect(asLines(dir, lost.problems)).toEqual([
      `${dir}:1:1 this folder is gone or empty: the site shows its last content`,
    ])
    expect([lost.posts.size, lost.site.name, lost.lastGood.size]).toEqual([1, 'Example', 1])
    await mkdir(dir)
    await writeFile(path('notes.txt'), 'not back yet')
    expect(content.snapshot().posts.size).toBe(1)
    await rm(dir, { recursive: true })
    await rename(`${dir}-away`, dir)
    const back = await until(({ problems }) => problems.length === 0)
    expect(back.posts.size).toBe(1)
  })

  test('keeps the last good site.yml and plans.yml while they are invalid or missing', async () => {
    const { dir, write, path, until } = await follow()
    await write('site.yml', 'name: [')
    await rm(path('plans.yml'))
    const broken = await until(({ problems }) => problems.length === 2)
    expect([broken.site.name, broken.plans.length]).toEqual(['Example', 4])
    expect(asLines(dir, broken.problems)).toContain('plans.yml:1:1 this file is missing')
  })
})
