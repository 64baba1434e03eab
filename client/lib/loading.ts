import { createContext } from 'react'

const RETRY_FIRST_MS = 1_000
const RETRY_LONGEST_MS = 30_000

/** Retries until it succeeds: after 1 s, 2 s, 4 s … at most 30 s. Returns a function that stops it. */
export function retryWithBackoff<T>(
  attempt: () => Promise<T>,
  onDone: (value: T) => void,
  onFailed: () => void,
): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (delay: number) =>
    attempt().then(
      (value) => stopped || onDone(value),
      () => {
        if (stopped) return
        onFailed()
        timer = setTimeout(next, delay, Math.min(delay * 2, RETRY_LONGEST_MS))
      },
    )
  next(RETRY_FIRST_MS)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

export const PRELOAD_ERROR = 'preload-error'

/** Loads code. Failures dispatch a cancelable `preload-error` (docs/product-rules.md#preload-error). */
export async function importWithPreloadError<T>(load: () => Promise<T>, target: EventTarget = window): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (target.dispatchEvent(new CustomEvent(PRELOAD_ERROR, { cancelable: true, detail: error }))) throw error
    return new Promise<never>(() => {})
  }
}

/** Whether loading the current URL failed while the page shows another one. Lists then show the failure. */
export const LoadFailedContext = createContext(false)
