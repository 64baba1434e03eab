import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plansAtRest } from '#server/content/retry-on-conflict.ts'
import { aPost, contentWith, titled } from './content-dir.ts'

const FILE = 'posts/x.md'

/** A content folder in a repository, and changes of its post that are planned there: `told` hears of each text planned from. */
async function planning(patienceMs: number, told: (text: string) => Promise<void> | void) {
  const { dir, content } = await contentWith({ [FILE]: aPost() })
  await mkdir(join(dir, '.git'))
  await writeFile(join(dir, '.git/index'), 'one')
  const next = plansAtRest({
    dir,
    patienceMs,
    now: content.snapshot,
    read: (file) => readFile(join(dir, file)),
    async plan(_, text) {
      const found = (await text(FILE)) ?? ''
      await told(found)
      return [{ file: FILE, data: `${found}More.\n` }]
    },
  })
  return { dir, lock: join(dir, '.git/index.lock'), next }
}

describe('a content change while git is busy', () => {
  test('waits through consecutive checkouts', async () => {
    const locked: boolean[] = []
    const { lock, next } = await planning(200, () => void locked.push(existsSync(lock)))
    await writeFile(lock, '')
    const planned = next()
    for (const end = performance.now() + 600; performance.now() < end; await Bun.sleep(10)) {
      await utimes(lock, new Date(), new Date())
    }
    await rm(lock)
    expect((await planned).changes).toHaveLength(1)
    expect(locked).toEqual([false])
  })

  test.each([
    ['has stayed', -3_000],
    ['is from a disk whose clock is ahead', 3_000],
  ])('does not wait for a lock that %s', async (_, age) => {
    const { lock, next } = await planning(200, () => {})
    await writeFile(lock, '')
    const then = new Date(Date.now() + age)
    await utimes(lock, then, then)
    expect((await next()).changes).toHaveLength(1)
  })

  test('runs again after a checkout in between, even after a long wait', async () => {
    const texts: string[] = []
    const { dir, next } = await planning(-1, async (text) => {
      if (texts.push(text) > 1) return
      await writeFile(join(dir, FILE), titled('Checked out'))
      await writeFile(join(dir, '.git/index.new'), 'two')
      await rename(join(dir, '.git/index.new'), join(dir, '.git/index'))
    })
    expect((await next()).changes).toEqual([{ file: FILE, data: `${titled('Checked out')}More.\n` }])
    expect(texts).toEqual([aPost(), titled('Checked out')])
  })

  test('runs although its file keeps changing', async () => {
    let round = 0
    const { dir, next } = await planning(-1, () => writeFile(join(dir, FILE), titled(`Round ${round++}`)))
    const { isStill } = await next()
    expect(await isStill()).toBe(true)
    expect(round).toBe(1)
  })
})
