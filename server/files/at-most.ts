/** Lets `count` of the given tasks run at the same time; the others wait in line. */
export function atMost(count: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < count) running += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
