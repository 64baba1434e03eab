import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '#server/content/content.ts'
import { type Attempt, withOptimisticRetry } from '#server/content/store.ts'
import { watchGit } from '#server/content/watch-content.ts'
import { systemClock } from '#server/lib/clock.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost, contentWith, titled } from './content-dir.ts'

const FILE = 'posts/x.md'

/** A change in a repository: `onRead` is called with each text that an attempt has read, `run` resolves to the attempt that is committed. */
async function createRun(maxWaitMs: number, onRead: (text: string) => Promise<void> | void, now = systemClock) {
  const { dir, content } = await contentWith({ [FILE]: aPost() })
  await mkdir(join(dir, '.git'))
  await writeFile(join(dir, '.git/HEAD'), '')
  await writeFile(join(dir, '.git/index'), 'one')
  const git = watchGit(dir, now)
  /** How often the run has looked for a lock since `maxWaitMs` has passed. */
  let lateLooks = 0
  const options = {
    git: {
      ...git,
      isBusy: (staleMs?: number) => git.isBusy(staleMs).finally(() => void (staleMs === maxWaitMs && lateLooks++)),
    },
    maxWaitMs,
    snapshot: content.snapshot,
    read: (file: string) => readFile(join(dir, file)),
  }
  async function run(): Promise<Attempt> {
    const { promise, resolve } = Promise.withResolvers<Attempt>()
    const work = async (tx: Transaction) => {
      const text = await tx.read(FILE)
      await onRead(text)
      tx.write(FILE, `${text}More.\n`)
    }
    await withOptimisticRetry(options, work, async (attempt) => resolve(attempt))
    return promise
  }
  async function looksAgain() {
    const before = lateLooks
    // A look that has begun may end with what was there before.
    await eventually(
      () => lateLooks - before,
      (more) => more > 1,
    )
  }
  return { dir, lock: join(dir, '.git/index.lock'), run, looksAgain }
}

describe('a content change while git is busy', () => {
  test('waits through consecutive checkouts', async () => {
    const locked: boolean[] = []
    let time = new Date()
    const onRead = () => void locked.push(existsSync(lock))
    const { lock, run, looksAgain } = await createRun(200, onRead, () => time)
    await writeFile(lock, '')
    await utimes(lock, time, time)
    const attempt = run()
    for (let checkout = 0; checkout < 4; checkout++) {
      time = new Date(time.getTime() + 150)
      await utimes(lock, time, time)
      await looksAgain()
    }
    await rm(lock)
    expect((await attempt).changes).toHaveLength(1)
    expect(locked).toEqual([false])
  })

  test.each([
    ['was left behind', -3_000],
    ['is from a disk whose clock is ahead', 3_000],
  ])('does not wait for a lock that %s', async (_, age) => {
    const { lock, run } = await createRun(200, () => {})
    await writeFile(lock, '')
    const then = new Date(Date.now() + age)
    await utimes(lock, then, then)
    expect((await run()).changes).toHaveLength(1)
  })

  test('runs again after a checkout in between, even after a long wait', async () => {
    const texts: string[] = []
    const { dir, run } = await createRun(-1, async (text) => {
      if (texts.push(text) > 1) return
      await writeFile(join(dir, FILE), titled('Checked out'))
      await writeFile(join(dir, '.git/index.new'), 'two')
      await rename(join(dir, '.git/index.new'), join(dir, '.git/index'))
    })
    expect((await run()).changes).toEqual([{ file: FILE, data: `${titled('Checked out')}More.\n` }])
    expect(texts).toEqual([aPost(), titled('Checked out')])
  })

  test('runs although its file keeps changing', async () => {
    let round = 0
    const { dir, run } = await createRun(-1, () => writeFile(join(dir, FILE), titled(`Round ${round++}`)))
    const { isUnchanged } = await run()
    expect(await isUnchanged()).toBe(true)
    expect(round).toBe(1)
  })
})
