const RETRY_FIRST_MS = 1_000
const RETRY_LONGEST_MS = 30_000

/** Tries until it succeeds: after 1 s, 2 s, 4 s … at most 30 s. Gives a function that stops it. */
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
