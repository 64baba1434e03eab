import type { EncodedVariants } from './responses.ts'

/**
 * A response in memory. `cacheKey`: what it is cached under (`undefined`: it is not cached). `bytes`: of its bodies. `onHit` is called
 * when it is sent from the cache for the first time.
 */
export type CachedResponse = {
  cacheKey: string | undefined
  bytes: number
  send: (request: Request) => Response | Promise<Response>
  variants?: EncodedVariants
  onHit?: (key: string) => void
}

/** Renders the response of a key and calls `uses` for each record that it depends on. If it throws, nothing is cached. */
type Render = (uses: (record: string) => void) => Promise<CachedResponse>
type CacheEntry = { value: CachedResponse; uses: ReadonlySet<string>; bytes: number; visits: number }

export type ResponseCache = ReturnType<typeof createResponseCache>

/** About eight hundred pages. */
export const CACHE_MAX_BYTES = 32 * 1024 * 1024
/** Headers, sets and closures of an entry, measured with bodies of a few bytes. Strangers choose the number of entries. */
export const ENTRY_BYTES = 8_192
/** A name in a set, and its place there. */
const RECORD_BYTES = 100

/**
 * Responses of all kinds by their normalized URL, and the records that each of them depends on. When it is full, those that were read
 * once are evicted first: a visitor who reads everything once displaces nothing that is read often.
 */
export function createResponseCache(maxBytes = CACHE_MAX_BYTES) {
  /** From the least to the most recently used. */
  const cached = new Map<string, CacheEntry>()
  const rendering = new Map<string, Promise<CachedResponse>>()
  let bytes = 0
  const counts = { hits: 0, misses: 0, renders: 0 }

  /** Returns the cached response and counts a hit. */
  function get(key: string): CachedResponse | undefined {
    const entry = cached.get(key)
    if (!entry) return undefined
    cached.delete(key)
    cached.set(key, entry)
    if (entry.visits++ === 0) entry.value.onHit?.(key)
    counts.hits++
    return entry.value
  }

  /** Returns the cached response or renders it, once for concurrent requests. Rejects with what `render` throws. */
  async function open(key: string, render: Render): Promise<CachedResponse> {
    const value = get(key)
    if (value) return value
    counts.misses++
    return load(key, render)
  }

  /** Returns the cached response without counting a hit. */
  const peek = (key: string) => cached.get(key)?.value
  /** The same as `open` in the background: counts neither a hit nor a miss. */
  const load = async (key: string, render: Render): Promise<CachedResponse> =>
    peek(key) ?? rendering.get(key) ?? start(key, render)

  /** What began to render before a change is not current anymore: it may be outdated, and is not cached. */
  async function start(key: string, render: Render): Promise<CachedResponse> {
    counts.renders++
    const uses = new Set<string>()
    const isCurrent = () => rendering.get(key) === rendered
    const rendered = render((record) => uses.add(record))
    rendering.set(key, rendered)
    try {
      const value = await rendered
      if (isCurrent()) store(value, uses)
      return value
    } finally {
      if (isCurrent()) rendering.delete(key)
    }
  }

  function store(value: CachedResponse, uses: ReadonlySet<string>) {
    const { cacheKey } = value
    if (cacheKey === undefined) return
    drop(cacheKey)
    const cost = ENTRY_BYTES + 2 * cacheKey.length + uses.size * RECORD_BYTES + value.bytes
    if (cost > maxBytes) return
    makeRoom(cost)
    cached.set(cacheKey, { value, uses, bytes: cost, visits: 0 })
    bytes += cost
  }

  /** What was visited gets another round each time, and half of its visits count in the next one. */
  function makeRoom(cost: number) {
    for (const [key, entry] of cached) {
      if (bytes + cost <= maxBytes) break
      cached.delete(key)
      if (entry.visits === 0) bytes -= entry.bytes
      else cached.set(key, { ...entry, visits: entry.visits >> 1 })
    }
  }

  function drop(key: string) {
    bytes -= cached.get(key)?.bytes ?? 0
    cached.delete(key)
  }

  /** Drops the responses that used one of these records. Returns their keys, the most visited first. */
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
