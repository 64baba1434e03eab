import { emptyPack, type Pack } from './inverted-index.ts'
import type { PackAnswer, PackRequest } from './pack-worker.ts'
import type { SearchedPost } from './terms.ts'

/** So many posts are held as text at a time. */
const POSTS_AT_ONCE = 50

/**
 * Packs posts in a thread of its own, which is ended with it: neither the visitors nor the memory notice. `read` gives the
 * posts from one place to another in their order. Rejects where that does, or where the thread fails.
 */
export async function packed(
  count: number,
  read: (from: number, to: number) => Promise<readonly SearchedPost[]>,
): Promise<Pack> {
  if (count === 0) return emptyPack
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url).href)
  try {
    await nextAnswer(worker)
    const some = (from: number) => read(from, Math.min(from + POSTS_AT_ONCE, count))
    let posts = await some(0)
    for (let next = POSTS_AT_ONCE; posts.length > 0; next += POSTS_AT_ONCE) {
      // Some are read while those before are packed.
      const [following] = await Promise.all([next < count ? some(next) : [], asked(worker, { posts })])
      posts = following
    }
    const answer = await asked(worker, { done: true })
    if ('more' in answer) throw new Error('The pack was not finished.')
    const { terms, ...numbers } = answer
    return { terms: terms.split('\n'), ...numbers }
  } finally {
    worker.terminate()
  }
}

function asked(worker: Worker, request: PackRequest): Promise<PackAnswer> {
  const answer = nextAnswer(worker)
  worker.postMessage(request)
  return answer
}

const nextAnswer = (worker: Worker) =>
  new Promise<PackAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PackAnswer>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.addEventListener('close', () => reject(new Error('The thread ended.')), { once: true })
  })
