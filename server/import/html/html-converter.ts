import { createWorkerClient, WorkerMemoryError, WorkerTimeoutError } from '#server/lib/worker-client.ts'
import type { ConversionResult } from './convert-worker.ts'
import { type ConvertedHtml, htmlToMarkdown } from './html-to-markdown.ts'

/** Is converted in a millisecond, while a worker takes half a second to start. */
const SHORT_MAX_CHARACTERS = 4_000
const IDLE_MS = 5_000
/** Of CPU time. A thousand headings and paragraphs take seconds. */
const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_BYTES = 500_000_000

type Options = { timeLimitMs?: number; memoryLimitBytes?: number }

/** Converts HTML of other systems to Markdown in a worker, so that the site continues to answer requests. */
export function createHtmlConverter({
  timeLimitMs = TIME_LIMIT_MS,
  memoryLimitBytes = MEMORY_LIMIT_BYTES,
}: Options = {}) {
  const url = new URL('./convert-worker.ts', import.meta.url)
  const worker = createWorkerClient<string, ConversionResult>({ url, idleMs: IDLE_MS, timeLimitMs, memoryLimitBytes })

  async function inWorker(html: string): Promise<ConvertedHtml | { rejected: string }> {
    const result = await worker.request(html).catch((error) => {
      if (error instanceof WorkerTimeoutError) return { rejected: 'This text takes too long to be converted.' }
      if (error instanceof WorkerMemoryError) return { rejected: 'This text takes too much memory to be converted.' }
      throw error
    })
    if ('unexpected' in result) throw new Error(`The conversion failed: ${result.unexpected}`)
    return result
  }

  return {
    /** Throws `UnrenderableContentError`, or returns why a long text is rejected. */
    convert: async (html: string) => (html.length <= SHORT_MAX_CHARACTERS ? htmlToMarkdown(html) : inWorker(html)),
    close: worker.close,
  }
}
export type HtmlConverter = ReturnType<typeof createHtmlConverter>
