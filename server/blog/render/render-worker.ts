import type { PostFormat } from '#contract/post-form.ts'
import { renderHtml } from './render-html.ts'
import { UnrenderableContentError } from './unrenderable.ts'

/** One text to render, and what comes of it. The first message of all says that the worker is ready. */
export type RenderRequest = { format: PostFormat; source: string }
export type RenderAnswer = { ready: true } | { html: string } | { tooHard: string }

const send = (answer: RenderAnswer) => postMessage(answer)

/** Whatever a text makes the parsers throw (mostly: too deep for the stack), it is the text that is at fault. */
function answerTo({ format, source }: RenderRequest): RenderAnswer {
  try {
    return { html: renderHtml(format, source) }
  } catch (error) {
    return { tooHard: error instanceof UnrenderableContentError ? error.message : 'This text could not be read.' }
  }
}

/** Each text leaves a document behind. By itself the collector would let three times of what is alive come together. */
const TEXTS_BETWEEN_COLLECTIONS = 100
let texts = 0

addEventListener('message', (event: MessageEvent<RenderRequest>) => {
  send(answerTo(event.data))
  if (++texts % TEXTS_BETWEEN_COLLECTIONS === 0) Bun.gc(true)
})
send({ ready: true })
