import type { HashAnswer, HashRequest } from './hash-worker.ts'

/** So long without a sign-up, and the worker ends. */
const IDLE_MS = 60_000

/**
 * argon2id in a thread of low priority, which `Bun.password.hash` has not: a storm of sign-ups would make pages wait for
 * their turn on the processor. Ask one at a time. Throws where the worker falls; the next one gets a new worker.
 */
export function createHashing(idleMs = IDLE_MS) {
  let worker: Worker | undefined
  let idle: Timer | undefined

  function stop() {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  function start(): Worker {
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url).href)
    started.addEventListener('close', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  return async function hash(request: HashRequest): Promise<string> {
    clearTimeout(idle)
    worker ??= start()
    try {
      const answer = await ask(worker, request)
      idle = setTimeout(stop, idleMs)
      if ('hash' in answer) return answer.hash
      throw new Error(answer.failed)
    } catch (error) {
      stop()
      throw error
    }
  }
}

function ask(worker: Worker, request: HashRequest): Promise<HashAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>()
  const answered = ({ data }: MessageEvent<HashAnswer>) => resolve(data)
  const fell = (event: Event) => reject(new Error(event instanceof ErrorEvent ? event.message : 'The worker ended.'))
  worker.addEventListener('message', answered)
  worker.addEventListener('error', fell)
  worker.addEventListener('close', fell)
  worker.postMessage(request)
  return promise.finally(() => {
    worker.removeEventListener('message', answered)
    worker.removeEventListener('error', fell)
    worker.removeEventListener('close', fell)
  })
}
