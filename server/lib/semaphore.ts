/** Returns a function that runs at most `count` jobs at a time. The others wait in call order. */
export function createSemaphore(count: number) {
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
