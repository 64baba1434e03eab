/** Passes items on until the job that needs them is aborted, which throws the reason. */
export async function* untilAborted<T>(
  items: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for await (const item of items) {
    signal?.throwIfAborted()
    yield item
  }
}
