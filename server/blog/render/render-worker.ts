import type { PostFormat } from '#contract/post-form.ts'
import { UnrenderableContentError } from '#server/lib/nesting-limit.ts'
import { renderHtml } from './render-html.ts'

export type RenderRequest = { format: PostFormat; source: string }
/** The first message means that the worker is ready. */
export type RenderResult = { ready: true } | { html: string } | { problem: string }

const send = (result: RenderResult) => postMessage(result)

/** Whatever the parsers throw, mostly a stack overflow, is caused by the text. */
function render({ format, source }: RenderRequest): RenderResult {
  try {
    return { html: renderHtml(format, source) }
  } catch (error) {
    return { problem: error instanceof UnrenderableContentError ? error.message : 'This text could not be read.' }
  }
}

/** Each text leaves a document behind. Without this, the heap grows to three times of what is in use. */
const TEXTS_PER_COLLECTION = 100
let texts = 0

addEventListener('message', (event: MessageEvent<RenderRequest>) => {
  send(render(event.data))
  if (++texts % TEXTS_PER_COLLECTION === 0) Bun.gc(true)
})
send({ ready: true })
