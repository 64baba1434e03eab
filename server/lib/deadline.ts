/** How often the time that is left is counted. */
const STEP_MS = 100

export class DeadlineError extends Error {}

/**
 * Starts a deadline after `ms` in which this process has run. While it is blocked, or gets no CPU time, it cannot read an answer that
 * has arrived, so a pause counts as one step at most.
 */
export function startDeadline(ms: number) {
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  let leftMs = ms
  let timer = countStep()

  function countStep(): Timer {
    const stepMs = Math.min(STEP_MS, leftMs)
    return setTimeout(() => {
      leftMs -= stepMs
      if (leftMs > 0) timer = countStep()
      else late.reject(new DeadlineError('deadline'))
    }, stepMs)
  }

  return {
    leftMs: () => leftMs,
    /** Settles like `work`, or throws `DeadlineError` if the deadline comes first. */
    limit: <T>(work: Promise<T>): Promise<T> => Promise.race([work, late.promise]),
    end: () => clearTimeout(timer),
  }
}
