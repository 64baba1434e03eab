import { oneAtATime } from '#server/lib/mutex.ts'
import type { RenderAnswer, RenderRequest } from './render-worker.ts'
import { UnrenderableContentError } from './unrenderable.ts'

export type RenderingDeps = {
  /** How long the worker may wait for work before it is ended, while nobody is known to be writing. */
  idleMs: number
  /** The same, once somebody is. */
  writingIdleMs: number
  timeLimitMs: number
}

/**
 * The sanitiser in a worker: it costs 75 MB and blocks while it works, so it is started when needed and ended when idle.
 * One text at a time. Throws `UnrenderableContentError` for a text that takes longer than the limit; the worker is then ended with it.
 */
export function createRendering({ idleMs, writingIdleMs, timeLimitMs }: RenderingDeps) {
  const alone = oneAtATime()
  let starting: Promise<Worker> | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let idleTimeoutMs = idleMs

  function start(): Promise<Worker> {
    if (starting) return starting
    const started = startWorker()
    const forget = () => {
      if (starting === started) starting = undefined
    }
    started.then((worker) => worker.addEventListener('close', forget), forget)
    starting = started
    return started
  }

  function stop(): void {
    clearTimeout(idle)
    starting?.then((worker) => worker.terminate()).catch(() => {})
    starting = undefined
  }

  function restUntilNeeded(): void {
    clearTimeout(idle)
    idle = setTimeout(stop, idleTimeoutMs)
  }

  const render = (request: RenderRequest): Promise<string> =>
    alone(async () => {
      clearTimeout(idle)
      const answer = await ask(await start(), request, timeLimitMs)
      if (!answer) stop()
      else restUntilNeeded()
      if (answer && 'html' in answer) return answer.html
      throw new UnrenderableContentError(
        answer && 'tooHard' in answer ? answer.tooHard : 'This text takes too long to be prepared.',
      )
    })

  /** Waits for its turn: a worker that works on a text must not be taken for an idle one. */
  const warm = (): Promise<void> =>
    alone(async () => {
      await start()
      restUntilNeeded()
    })

  function expectWriting(): Promise<void> {
    idleTimeoutMs = writingIdleMs
    return warm()
  }

  return { render, warm, expectWriting, close: stop }
}
export type Rendering = ReturnType<typeof createRendering>

/** Loading takes half a second, which no text is charged for. Rejects where it ends instead. */
function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url).href)
  return new Promise((resolve, reject) => {
    worker.addEventListener('close', () => reject(new Error('The sanitiser could not be started.')), { once: true })
    worker.onmessage = () => resolve(worker)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

/** `undefined` where no answer came in time, or the worker fell. */
function ask(worker: Worker, request: RenderRequest, timeLimitMs: number): Promise<RenderAnswer | undefined> {
  return new Promise((resolve) => {
    const settle = (answer?: RenderAnswer) => {
      stopWaiting()
      worker.removeEventListener('close', fell)
      resolve(answer)
    }
    const fell = () => settle()
    const stopWaiting = afterProcessorTime(timeLimitMs, fell)
    // Each text has these to itself: a listener for what never comes would hold the text for as long as the worker lives.
    worker.onmessage = ({ data }: MessageEvent<RenderAnswer>) => settle(data)
    worker.onerror = fell
    worker.addEventListener('close', fell)
    worker.postMessage(request)
  })
}

/**
 * Calls back once so long has passed and this process has worked as long: on a machine that is busy with other things, a
 * text is not to blame for waiting. Gives what takes it back.
 */
function afterProcessorTime(ms: number, then: () => void): () => void {
  const begun = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(begun)
    const left = ms - (user + system) / 1000
    if (left <= 0) then()
    else timer = setTimeout(check, left)
  }
  let timer = setTimeout(check, ms)
  return () => clearTimeout(timer)
}
