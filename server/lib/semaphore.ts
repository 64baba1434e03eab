/** Lets at most `count` jobs run at the same time; the others wait their turn. Gives what the job gives, throws what it throws. */
export function atMost(count: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (running < count) running++
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
