import { startDeadline } from './deadline.ts'
import { createMutex } from './mutex.ts'

type WorkerClientOptions = {
  /** The worker's module. Its first message means that it is ready. */
  url: URL
  /** The worker is ended when it was idle for this long, because it takes memory. */
  idleMs: number
  /** A request that takes more CPU time ends the worker. */
  timeLimitMs: number
  /** A request during which this process grows by more ends the worker. */
  memoryLimitBytes?: number
  /** A worker that sends no message for so long, at its start or for a request, has failed without an error. */
  silenceMs?: number
}

/** Far longer than a start and than any CPU time that a request may take. */
const SILENCE_MS = 30_000

/** The worker could not be started: no fault of the request. */
export class WorkerStartError extends Error {}

/** The request took longer than the limit. */
export class WorkerTimeoutError extends Error {}

/** The request took more memory than the limit. */
export class WorkerMemoryError extends Error {}

const MEMORY_CHECK_MS = 50

/** Sends requests to a worker, one at a time. The worker is started on demand. */
export function createWorkerClient<Request, Response>({
  url,
  idleMs,
  silenceMs = SILENCE_MS,
  ...limits
}: WorkerClientOptions) {
  const mutex = createMutex()
  let worker: Worker | undefined
  let idleTimer: Timer | undefined
  let idleTimeoutMs = idleMs

  /** Loading takes up to half a second, which does not count for any request. */
  async function start(): Promise<Worker> {
    clearTimeout(idleTimer)
    if (worker) return worker
    const started = new Worker(url.href)
    worker = started
    started.addEventListener('close', () => {
      if (worker === started) worker = undefined
    })
    await nextMessage(started, { silenceMs }).catch(({ message }) => {
      close()
      throw new WorkerStartError(message)
    })
    return started
  }

  function stopWhenIdle(): void {
    idleTimer = setTimeout(close, idleTimeoutMs)
  }

  /** Ends the worker, and rejects the requests that it has not answered. */
  function close(): void {
    clearTimeout(idleTimer)
    worker?.terminate()
    worker = undefined
  }

  return {
    /** Rejects when the worker fails, ends, or takes too long (`WorkerTimeoutError`) or too much memory (`WorkerMemoryError`); with `WorkerStartError` when it cannot be started. */
    request: (request: Request): Promise<Response> =>
      mutex(async () => {
        const started = await start()
        // Before anything waits for an answer: a request that cannot be sent would be waited for.
        started.postMessage(request)
        const response = nextMessage<Response>(started, { ...limits, silenceMs })
        await response.then(stopWhenIdle, close)
        return response
      }),
    /**
     * Starts the worker ahead of the next request; from now on it may be idle for this long. Waits for its turn, because a
     * working worker is not idle.
     */
    warmUp: (newIdleMs: number): Promise<void> =>
      mutex(async () => {
        idleTimeoutMs = newIdleMs
        await start()
        stopWhenIdle()
      }),
    close,
  }
}

type Limits = Partial<Pick<WorkerClientOptions, 'timeLimitMs' | 'memoryLimitBytes'>> & { silenceMs: number }

function nextMessage<Message>(worker: Worker, { timeLimitMs, memoryLimitBytes, silenceMs }: Limits): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const silence = startDeadline(silenceMs)
  const onClose = () => reject(new Error('The worker ended.'))
  const cancelTimer =
    timeLimitMs && afterCpuTime(timeLimitMs, () => reject(new WorkerTimeoutError('The worker took too long.')))
  const stopWatching =
    memoryLimitBytes &&
    onGrowth(memoryLimitBytes, () => reject(new WorkerMemoryError('The worker took too much memory.')))
  // Set for each request: a listener that never runs would retain the request for the lifetime of the worker.
  worker.onmessage = ({ data }: MessageEvent<Message>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.addEventListener('close', onClose)
  return silence.limit(promise).finally(() => {
    silence.end()
    worker.removeEventListener('close', onClose)
    if (cancelTimer) cancelTimer()
    if (stopWatching) stopWatching()
  })
}

/** Calls back once this process has grown by more than `bytes`. Returns a function that ends the checks. */
function onGrowth(bytes: number, callback: () => void): () => void {
  const start = process.memoryUsage.rss()
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() - start > bytes) callback()
  }, MEMORY_CHECK_MS)
  return () => clearInterval(timer)
}

/**
 * Calls back once this much time has passed and this process has used as much CPU time: on a busy machine, a request is not
 * rejected for waiting. Returns a function that cancels the timer.
 */
function afterCpuTime(ms: number, callback: () => void): () => void {
  const start = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(start)
    const remainingMs = ms - (user + system) / 1000
    if (remainingMs <= 0) callback()
    else timer = setTimeout(check, remainingMs)
  }
  let timer = setTimeout(check, ms)
  return () => clearTimeout(timer)
}
