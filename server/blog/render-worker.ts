import type { PostFormat } from '#contract/posts.ts'
import { renderHtml } from './render-html.ts'
import { TooHard } from './too-hard.ts'

/** One text to render, and what comes of it. The first message of all says that the worker is ready. */
export type RenderRequest = { format: PostFormat; source: string }
export type RenderAnswer = { ready: true } | { html: string } | { tooHard: string }

const send = (answer: RenderAnswer) => postMessage(answer)

/** Whatever a text makes the parsers throw (mostly: too deep for the stack), it is the text that is at fault. */
function answerTo({ format, source }: RenderRequest): RenderAnswer {
  try {
    return { html: renderHtml(format, source) }
  } catch (error) {
    return { tooHard: error instanceof TooHard ? error.message : 'This text could not be read.' }
  }
}

addEventListener('message', (event: MessageEvent<RenderRequest>) => send(answerTo(event.data)))
send({ ready: true })
