/** What takes longer lets other requests be handled. */
const SLICE_MS = 10

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop that no other caller has. Long work awaits it before each piece, so that a request waits for
 * one piece, however many of them are ready.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return last
}

/** Returns a function that long work awaits between its steps: it waits for a turn of its own when that is due. */
export function createYielding(): () => Promise<void> | undefined {
  let due = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < due) return undefined
    return nextTurn().then(() => {
      due = performance.now() + SLICE_MS
    })
  }
}

/** The results of an operation on each item, one after the other, with other requests in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  operation: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const yielding = createYielding()
  const results: Result[] = []
  for (const item of items) {
    results.push(await operation(item))
    await yielding()
  }
  return results
}
