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

/** Returns a function that runs one job at a time, in call order, and none before its call returns. A failed job does not stop the next. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve()
  return function run<Result>(job: () => Promise<Result>): Promise<Result> {
    const result = last.then(job)
    last = result.catch(() => {})
    return result
  }
}

/** Returns a function that runs jobs with a common key one after the other, and other jobs at the same time. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return async function run<Result>(keys: readonly string[], job: () => Promise<Result>): Promise<Result> {
    const result = Promise.allSettled(keys.map((key) => last.get(key))).then(job)
    for (const key of keys) last.set(key, result)
    try {
      return await result
    } finally {
      for (const key of keys) if (last.get(key) === result) last.delete(key)
    }
  }
}
