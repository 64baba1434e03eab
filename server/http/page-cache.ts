/** A cached value: its key (`undefined`: it is not cached), and its size in memory. */
export type Cacheable = { cacheKey: string | undefined; bytes: number }

type CacheEntry<T> = { value: T; uses: ReadonlySet<string>; visits: number }

type PageCacheOptions<T extends Cacheable> = {
  /** Renders the value of a key and calls `uses` for each record that it depends on. If it throws, nothing is cached. */
  render: (key: string, uses: (record: string) => void) => Promise<T>
  /** Beyond this the least recently used pages are evicted. */
  maxBytes: number
  /** Called when a cached page is requested for the first time. */
  onHit?: (key: string) => void
}

export type PageCache<T extends Cacheable> = ReturnType<typeof createPageCache<T>>

/** Rendered pages, and the records that each of them depends on. */
export function createPageCache<T extends Cacheable>({ render, maxBytes, onHit }: PageCacheOptions<T>) {
  /** From the least to the most recently used. */
  const cached = new Map<string, CacheEntry<T>>()
  const rendering = new Map<string, Promise<T>>()
  let bytes = 0
  const counts = { hits: 0, misses: 0, renders: 0 }

  /** Returns the cached value and counts a hit. */
  function get(key: string): T | undefined {
    const entry = cached.get(key)
    if (!entry) return undefined
    cached.delete(key)
    cached.set(key, entry)
    if (entry.visits++ === 0) onHit?.(key)
    counts.hits++
    return entry.value
  }

  /** Returns the cached value or renders it, once for concurrent requests. Rejects with what `render` throws. */
  async function open(key: string): Promise<T> {
    const value = get(key)
    if (value) return value
    counts.misses++
    return load(key)
  }

  /** Returns the cached value without counting a hit. */
  const peek = (key: string) => cached.get(key)?.value
  /** The same as `open` in the background: counts neither a hit nor a miss. */
  const load = async (key: string): Promise<T> => peek(key) ?? rendering.get(key) ?? start(key)

  /** What began to render before a change is not current anymore: it may be outdated, and is not cached. */
  async function start(key: string): Promise<T> {
    counts.renders++
    const uses = new Set<string>()
    const isCurrent = () => rendering.get(key) === rendered
    const rendered = render(key, (record) => uses.add(record))
    rendering.set(key, rendered)
    try {
      const value = await rendered
      if (isCurrent()) store(value, uses)
      return value
    } finally {
      if (isCurrent()) rendering.delete(key)
    }
  }

  function store(value: T, uses: ReadonlySet<string>) {
    const { cacheKey } = value
    if (cacheKey === undefined) return
    drop(cacheKey)
    cached.set(cacheKey, { value, uses, visits: 0 })
    bytes += value.bytes
    for (const oldest of cached.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function drop(key: string) {
    bytes -= peek(key)?.bytes ?? 0
    cached.delete(key)
  }

  /** Drops the pages that used one of these records. Returns their keys, the most visited first. */
  function invalidate(records: ReadonlySet<string>): string[] {
    rendering.clear()
    const affected = [...cached].filter(([, { uses }]) => !uses.isDisjointFrom(records))
    for (const [key] of affected) drop(key)
    return affected.toSorted(([, one], [, other]) => other.visits - one.visits).map(([key]) => key)
  }

  /** Counters since the start; `entries` and `bytes` are current values. */
  const metrics = () => ({ ...counts, entries: cached.size, bytes })

  return { get, peek, open, load, invalidate, metrics }
}

/**
 * A queue of keys for work in the background: `job` runs for one key at a time, while no key was added for `delayMs`, and for at
 * most half of the time, which leaves the other half of the processor to requests.
 */
export function createBackgroundQueue(job: (key: string) => Promise<void>, delayMs: number) {
  const waiting = new Set<string>()
  let dueMs = 0
  let isWorking = false

  async function work() {
    isWorking = true
    for (const key of waiting) {
      while (performance.now() < dueMs) await pause(dueMs - performance.now())
      // It is gone if the queue has been closed.
      if (!waiting.delete(key)) continue
      const startedMs = performance.now()
      await job(key)
      await pause(performance.now() - startedMs)
    }
    isWorking = false
  }

  return {
    add(keys: readonly string[]) {
      if (keys.length === 0) return
      for (const key of keys) waiting.add(key)
      dueMs = performance.now() + delayMs
      if (!isWorking) work()
    },
    close: () => waiting.clear(),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
