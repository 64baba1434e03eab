import type { CardRequest, CardResponse } from './card-worker.ts'

/** Longer than any card takes; a worker that hangs is terminated. */
const TIME_LIMIT_MS = 20_000

export type CardRenderer = ReturnType<typeof createCardRenderer>

/** Renders cards one at a time in a worker, which is started on demand and ended when idle: it takes 60 MB. */
export function createCardRenderer({ idleMs = 10_000 } = {}) {
  let worker: Promise<Worker> | undefined
  let idle: Timer | undefined

  function stop(): void {
    clearTimeout(idle)
    worker?.then((one) => one.terminate()).catch(() => {})
    worker = undefined
  }

  /** Returns a PNG; `undefined` if the font lacks a letter. Throws if the worker fails or hangs. */
  async function render(request: CardRequest): Promise<Uint8Array | undefined> {
    clearTimeout(idle)
    worker ??= startWorker()
    try {
      const response = await send(await worker, request)
      idle = setTimeout(stop, idleMs).unref()
      return 'png' in response ? response.png : undefined
    } catch (error) {
      stop()
      throw error
    }
  }

  return { render, close: stop }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./card-worker.ts', import.meta.url).href)
  await nextMessage(worker)
  return worker
}

function send(worker: Worker, request: CardRequest): Promise<CardResponse> {
  const response = nextMessage(worker)
  worker.postMessage(request)
  return response
}

function nextMessage(worker: Worker): Promise<CardResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<CardResponse>()
  const timer = setTimeout(() => reject(new Error('The share card takes too long to render.')), TIME_LIMIT_MS).unref()
  worker.onmessage = ({ data }: MessageEvent<CardResponse>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  return promise.finally(() => clearTimeout(timer))
}
