import { createMutex } from '#server/lib/mutex.ts'
import { UnrenderableContentError } from './nesting-limit.ts'
import type { RenderRequest, RenderResult } from './render-worker.ts'

export type RenderingOptions = {
  /** How long the idle worker stays before and after `keepWarm`. */
  idleMs?: number
  warmIdleMs?: number
  /** How long one text may take. */
  timeLimitMs?: number
}
export type Rendering = ReturnType<typeof createRendering>

/**
 * The sanitizer in a worker, one text at a time: it takes 75 MB and blocks, so it runs only while it is needed. Throws
 * `UnrenderableContentError` for a text that exceeds the time limit, which ends the worker.
 */
export function createRendering({ idleMs = 500, warmIdleMs = 60_000, timeLimitMs = 2_000 }: RenderingOptions = {}) {
  const exclusively = createMutex()
  let starting: Promise<Worker> | undefined
  let idleTimer: Timer | undefined
  let idleTimeoutMs = idleMs

  function start(): Promise<Worker> {
    if (starting) return starting
    const started = startWorker()
    const clear = () => {
      if (starting === started) starting = undefined
    }
    started.then((worker) => worker.addEventListener('close', clear), clear)
    starting = started
    return started
  }

  function stop(): void {
    clearTimeout(idleTimer)
    starting?.then((worker) => worker.terminate()).catch(() => {})
    starting = undefined
  }

  function stopWhenIdle(): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(stop, idleTimeoutMs)
  }

  const render = (request: RenderRequest): Promise<string> =>
    exclusively(async () => {
      clearTimeout(idleTimer)
      const result = await send(await start(), request, timeLimitMs)
      if (result) stopWhenIdle()
      else stop()
      if (result && 'html' in result) return result.html
      const problem = result && 'problem' in result ? result.problem : 'This text takes too long to be prepared.'
      throw new UnrenderableContentError(problem)
    })

  /** Waits for its turn, because a working worker is not idle. */
  const warmUp = (): Promise<void> =>
    exclusively(async () => {
      await start()
      stopWhenIdle()
    })

  function keepWarm(): Promise<void> {
    idleTimeoutMs = warmIdleMs
    return warmUp()
  }

  return { render, warmUp, keepWarm, close: stop }
}

/** Loading takes half a second, which does not count for any text. Rejects when the worker ends instead. */
function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url).href)
  return new Promise((resolve, reject) => {
    worker.addEventListener('close', () => reject(new Error('The sanitizer could not be started.')), { once: true })
    worker.onmessage = () => resolve(worker)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

/** Resolves with `undefined` when no result came in time, or when the worker ended. */
function send(worker: Worker, request: RenderRequest, timeLimitMs: number): Promise<RenderResult | undefined> {
  return new Promise((resolve) => {
    const settle = (result?: RenderResult) => {
      cancelTimer()
      worker.removeEventListener('close', fail)
      resolve(result)
    }
    const fail = () => settle()
    const cancelTimer = afterCpuTime(timeLimitMs, fail)
    // Set for each text: a listener that never runs would retain the text for the lifetime of the worker.
    worker.onmessage = ({ data }: MessageEvent<RenderResult>) => settle(data)
    worker.onerror = fail
    worker.addEventListener('close', fail)
    worker.postMessage(request)
  })
}

/**
 * Calls back once this much time has passed and this process has used as much CPU time: on a busy machine, a text is not
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
