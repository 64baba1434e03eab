import type { CardAnswer, CardRequest } from './card-worker.ts'

/** Longer than any card takes; what hangs is ended. */
const TIME_LIMIT_MS = 20_000

export type Drawing = ReturnType<typeof createDrawing>

/**
 * Draws in a worker that is started when needed and ended when idle: fonts, WebAssembly and pixels take some 60 MB,
 * and none of them the main loop's time. One card at a time.
 */
export function createDrawing({ idleMs = 10_000 } = {}) {
  let worker: Promise<Worker> | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(idle)
    worker?.then((one) => one.terminate()).catch(() => {})
    worker = undefined
  }

  /** The picture as PNG; `undefined` where the words cannot be written. Throws where the worker falls or hangs. */
  async function draw(request: CardRequest): Promise<Uint8Array | undefined> {
    clearTimeout(idle)
    worker ??= startWorker()
    try {
      const answer = await ask(await worker, request)
      idle = setTimeout(stop, idleMs)
      idle.unref()
      return answer
    } catch (error) {
      stop()
      throw error
    }
  }

  return { draw, close: stop }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./card-worker.ts', import.meta.url).href)
  await answerOf(worker)
  return worker
}

async function ask(worker: Worker, request: CardRequest): Promise<Uint8Array | undefined> {
  const answered = answerOf(worker)
  worker.postMessage(request)
  const answer = await answered
  return 'png' in answer ? answer.png : undefined
}

function answerOf(worker: Worker): Promise<CardAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The card takes too long to be drawn.')), TIME_LIMIT_MS)
    timer.unref()
    const settle = (done: () => void) => () => {
      clearTimeout(timer)
      done()
    }
    worker.onmessage = ({ data }: MessageEvent<CardAnswer>) => settle(() => resolve(data))()
    worker.onerror = ({ message }) => settle(() => reject(new Error(message)))()
  })
}
