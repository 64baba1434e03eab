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

/**
 * Returns a function that short work calls before it begins: `undefined` for the first `atOnce` of a turn of the event loop, otherwise
 * a promise that resolves in a later turn, in the order of the calls.
 */
export function createTurns(atOnce: number): () => Promise<void> | undefined {
  const waiting: (() => void)[] = []
  /** In this turn; not 0 until `beginNext` has run. */
  let begun = 0
  function beginNext(): void {
    const next = waiting.splice(0, atOnce)
    begun = next.length
    if (begun > 0) setImmediate(beginNext)
    for (const begin of next) begin()
  }
  return () => {
    if (begun >= atOnce || waiting.length > 0) return new Promise((resolve) => waiting.push(resolve))
    if (begun++ === 0) setImmediate(beginNext)
    return undefined
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
