import { afterEach } from 'bun:test'
import { join } from 'node:path'
import { createContentFolder } from '#server/content/files/content-files.ts'
import { openWriter } from '#server/content/writer.ts'
import { createCommitQueue } from '#server/git/commit-queue.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { createLog } from '#server/lib/log.ts'
import type { Checkout } from '#tests/git/checkout.ts'

const NOW = new Date('2026-05-06T07:08:09Z')
const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('')
export const post = lines('title: A', 'one', 'two', 'three', 'four', 'five')

/** Returns a function that creates a checkout with our commit queue, as after a start; `folder` is that of the content. Each is removed after its test. */
export function checkouts() {
  const open: { close(): Promise<void>; remove(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) {
      await one.close()
      await one.remove()
    }
  })

  return async function committing(checkout: Checkout, { retryMs = 60_000, folder = '' } = {}) {
    const dir = join(checkout.dir, folder)
    const repository = await openRepository(checkout.dir)
    if (!repository) throw new Error('No checkout.')
    const waits: (() => void)[] = []
    const log = createLog(
      'debug',
      () => {},
      () => NOW,
    )
    const writer = await openWriter({
      folder: createContentFolder(dir),
      journalFolder: join(checkout.dir, '.git', 'commit-queue'),
      now: () => NOW,
      log,
    })
    const commits = createCommitQueue({
      repository,
      dir,
      writer,
      author: () => ({ name: 'Administrator', email: 'admin@testery.example' }),
      log,
      onCommit: () => waits.splice(0).map((done) => done()),
      retryMs,
    })
    commits.start()
    open.push({ close: commits.close, remove: checkout.remove })

    /** Writes the file and commits it, as a save does. */
    async function save(path: string, after: string | null, subject = 'post: update "A"') {
      await writer.write([{ file: path, data: after }], async () => true, { subject, id: 'a' })
      await writer.finish()
      await commits.idle()
    }
    return { commits, save, nextCommit: () => new Promise<void>((done) => waits.push(done)) }
  }
}
