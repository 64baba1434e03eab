import { afterEach } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createCommitQueue } from '#server/git/commit-queue.ts'
import { openRepository } from '#server/git/repository.ts'
import { createLog } from '#server/http/log.ts'
import type { Checkout } from '#tests/git/checkout.ts'

const NOW = new Date('2026-05-06T07:08:09Z')
const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('')
export const post = lines('title: A', 'one', 'two', 'three', 'four', 'five')

/** Returns a function that creates a checkout with our commit queue, as after a start; each is removed after its test. */
export function checkouts() {
  const open: { close(): Promise<void>; remove(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) {
      await one.close()
      await one.remove()
    }
  })

  return async function committing(checkout: Checkout, retryMs = 60_000) {
    const repository = await openRepository(checkout.dir)
    if (!repository) throw new Error('No checkout.')
    const waits: (() => void)[] = []
    const commits = await createCommitQueue({
      repository,
      author: () => ({ name: 'Administrator', email: 'admin@testery.example' }),
      queueFolder: join(checkout.dir, '.git', 'commit-queue'),
      now: () => NOW,
      log: createLog(
        'debug',
        () => {},
        () => NOW,
      ),
      onCommit: () => waits.splice(0).map((done) => done()),
      retryMs,
    })
    open.push({ close: commits.close, remove: checkout.remove })

    /** Writes the file and queues its commit, as a save does. */
    async function save(path: string, after: string | null, subject = 'post: update "A"') {
      const file = join(checkout.dir, path)
      const before = await Bun.file(file)
        .bytes()
        .catch(() => null)
      if (after === null) await rm(file)
      else await checkout.write(path, after)
      const bytes = after === null ? null : new TextEncoder().encode(after)
      const recording = await commits.begin([{ file, before, after: bytes }], {
        subject,
        trailers: { 'Content-Id': 'a', Via: 'dashboard' },
      })
      await recording.done()
      await commits.idle()
    }
    return { commits, save, nextCommit: () => new Promise<void>((done) => waits.push(done)) }
  }
}
