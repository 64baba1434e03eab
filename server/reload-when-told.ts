import * as v from 'valibot'
import type { DiskContent } from '#server/content/create-content.ts'

const TellingSchema = v.object({ contentFiles: v.array(v.string()) })

/**
 * A parent process (`bun run dev`) may tell over its channel which content files changed; it is answered once the pages
 * show it. Without such a parent there is no channel, and nothing happens.
 */
export function reloadWhenTold(content: Pick<DiskContent, 'reload'>): void {
  if (!process.send) return
  process.on('message', async (message: unknown) => {
    if (!v.is(TellingSchema, message)) return
    await content.reload(message.contentFiles)
    process.send?.('reloaded')
  })
}
