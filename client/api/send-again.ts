import { ApiError } from './http.ts'

/** After that, the message of the server says more than another try. */
const SEND_AGAIN_LIMIT_MS = 120_000

/**
 * Calls `send` again after each 503 with `Retry-After`, once that time has passed, for two minutes: what it sends must be stored once
 * however often it arrives. `onBusy` is called before each wait. Throws what `send` throws, and the last 503 once `signal` is aborted.
 */
export async function sendAgainWhileBusy<Result>(
  send: () => Promise<Result>,
  onBusy: () => void,
  signal: AbortSignal,
): Promise<Result> {
  const begunAt = Date.now()
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const waitMs = busyMs(error)
      if (waitMs === undefined || Date.now() - begunAt + waitMs > SEND_AGAIN_LIMIT_MS) throw error
      onBusy()
      await pause(waitMs, signal)
      if (signal.aborted) throw error
    }
  }
}

const busyMs = (error: unknown): number | undefined =>
  error instanceof ApiError && error.status === 503 && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1_000
    : undefined

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
