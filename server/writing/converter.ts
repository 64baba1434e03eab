import type { BlockJson, DocumentFormat } from '#contract/document.ts'
import type { TextBlocks, WrittenText } from '#contract/writing.ts'
import { createSemaphore } from '#server/lib/mutex.ts'
import { createWorkerClient, WorkerTimeoutError } from '#server/lib/worker-client.ts'
import { rejections } from '#server/text/document/errors.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import type { DocumentRequest, DocumentResult } from './document-worker.ts'

export type ConverterOptions = {
  /** How long the idle worker stays: while a user types, requests are seconds apart. */
  idleMs?: number
  /** How long one text may take. */
  timeLimitMs?: number
}
export type Converter = ReturnType<typeof createConverter>

/** While one of them is busy with a text that takes seconds, the other converts those of other people. */
const WORKERS = 2

/** Converts texts to documents and back in workers. The second one runs only while the first is busy, and none while idle. */
export function createConverter({ idleMs = 60_000, timeLimitMs = 5_000 }: ConverterOptions = {}) {
  const url = new URL('./document-worker.ts', import.meta.url)
  const workers = Array.from({ length: WORKERS }, () =>
    createWorkerClient<DocumentRequest, DocumentResult>({ url, idleMs, timeLimitMs }),
  )
  const free = [...workers]
  const semaphore = createSemaphore(WORKERS)

  /** The worker that was used last is taken first: it is started already. */
  const send = (request: DocumentRequest): Promise<DocumentResult> =>
    semaphore(async () => {
      const [worker] = free.splice(-1)
      if (!worker) throw new Error('There are fewer workers than turns.')
      try {
        return await worker.request(request)
      } finally {
        free.push(worker)
      }
    })

  async function convert(request: DocumentRequest) {
    const result = await send(request).catch((error) => {
      if (!(error instanceof WorkerTimeoutError)) throw error
      throw new UnrenderableContentError('This text takes too long to be shown as blocks. Edit its source instead.')
    })
    if ('rejected' in result) throw new rejections[result.rejected](result.message, result.block)
    if ('unexpected' in result) throw new Error(`The conversion failed: ${result.unexpected}`)
    return result
  }

  return {
    /** The blocks of a text, as `readDocument`, and their lines. Throws `UnrenderableContentError`, also after the time limit. */
    async read(content: string, format: DocumentFormat): Promise<TextBlocks> {
      const result = await convert({ content, format })
      if (!('document' in result)) throw new Error('The worker answered another request.')
      return result.document
    },
    /** The text with these blocks, as `writeRepaired`, and their lines. Throws what that throws, and `UnrenderableContentError`. */
    async write(
      content: string,
      format: DocumentFormat,
      blocks: readonly (number | BlockJson)[],
    ): Promise<WrittenText> {
      const result = await convert({ content, format, blocks })
      if (!('written' in result)) throw new Error('The worker answered another request.')
      return result.written
    },
    /** Ends the workers. */
    close() {
      for (const worker of workers) worker.close()
    },
  }
}
