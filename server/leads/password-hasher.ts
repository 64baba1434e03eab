import { DEFAULT_COST, type HashCost } from '#server/admin/passwords.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import type { HashRequest, HashResponse } from './hash-worker.ts'

/** How many sign-ups may wait for their hash; each takes a core for a tenth of a second. */
const WAITING_MAX = 100
/** The worker ends after this long without a sign-up. */
const IDLE_MS = 60_000

/**
 * Hashes passwords with argon2id, one at a time, in a thread of low priority, which `Bun.password.hash` does not have.
 * So many sign-ups at once neither slow down pages nor lock administrators out. The function throws `UnavailableError`
 * when too many wait. After a failure, the next call starts a new worker.
 */
export function createPasswordHasher(cost: HashCost = DEFAULT_COST, idleMs = IDLE_MS) {
  const exclusively = createMutex()
  let pending = 0
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

  async function hashInWorker(password: string): Promise<string> {
    clearTimeout(idle)
    worker ??= start()
    try {
      const response = await request(worker, { password, cost })
      idle = setTimeout(stop, idleMs)
      if ('hash' in response) return response.hash
      throw new Error(response.failed)
    } catch (error) {
      stop()
      throw error
    }
  }

  return async function hash(password: string): Promise<string> {
    if (pending > WAITING_MAX) throw new UnavailableError('Too many sign-ups at once. Please try again in a moment.', 5)
    pending++
    try {
      return await exclusively(() => hashInWorker(password))
    } finally {
      pending--
    }
  }
}

function request(worker: Worker, message: HashRequest): Promise<HashResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HashResponse>()
  const onMessage = ({ data }: MessageEvent<HashResponse>) => resolve(data)
  const onEnd = (event: Event) => reject(new Error(event instanceof ErrorEvent ? event.message : 'The worker ended.'))
  worker.addEventListener('message', onMessage)
  worker.addEventListener('error', onEnd)
  worker.addEventListener('close', onEnd)
  worker.postMessage(message)
  return promise.finally(() => {
    worker.removeEventListener('message', onMessage)
    worker.removeEventListener('error', onEnd)
    worker.removeEventListener('close', onEnd)
  })
}
