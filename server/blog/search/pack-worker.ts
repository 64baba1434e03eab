import { createPacker } from './inverted-index.ts'
import { type SearchedPost, termsOf } from './terms.ts'

/** Some more posts to pack, or the wish for the pack: then there are no more. */
export type PackRequest = { posts: readonly SearchedPost[] } | { done: true }
/** Ready for more, or the pack; its words in one text, a line each. */
export type PackAnswer = { more: true } | { terms: string; starts: Uint32Array; postings: Uint8Array }

const packer = createPacker()

function answerTo(request: PackRequest): PackAnswer {
  if ('posts' in request) {
    for (const post of request.posts) packer.add(termsOf(post))
    return { more: true }
  }
  const { terms, starts, postings } = packer.pack()
  return { terms: terms.join('\n'), starts, postings }
}

addEventListener('message', (event: MessageEvent<PackRequest>) => {
  const answer = answerTo(event.data)
  postMessage(answer, { transfer: 'starts' in answer ? [answer.starts.buffer, answer.postings.buffer] : [] })
})
postMessage({ more: true } satisfies PackAnswer)
