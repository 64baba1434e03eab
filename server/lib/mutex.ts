/** Returns a function that runs one job at a time, in call order. A failed job does not stop the next. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve()
  return function run<Result>(job: () => Promise<Result>): Promise<Result> {
    const result = last.then(job)
    last = result.catch(() => {})
    return result
  }
}
export { createMutex as oneAtATime }
