/** A queue of one: each job begins when the one before it has ended, well or badly. Gives what the job gives, throws what it throws. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return function run<Result>(job: () => Promise<Result>): Promise<Result> {
    const result = last.then(job)
    last = result.catch(() => {})
    return result
  }
}
