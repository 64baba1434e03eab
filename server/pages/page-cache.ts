/** A cached value: its key (`undefined`: it is not cached), and its size in memory. */
export type Cacheable = { cacheKey: string | undefined; bytes: number }

type CacheEntry<T> = { value: T; uses: ReadonlySet<string>; visits: number; pinned: boolean }
/** A key with the number of its visits. */
type VisitedKey = readonly [key: string, visits: number]

export type PageCacheOptions<T extends Cacheable> = {
  /** Renders the value of a key and calls `uses` for each record that it depends on. If it throws, nothing is cached. */
  render: (key: string, uses: (record: string) => void) => Promise<T>
  /** Beyond this the least recently used pages are evicted. */
  maxBytes: number
  /** Pages that are never evicted; they count toward `maxBytes`. */
  isPinned?: (key: string) => boolean
  /** Records whose pages are invalidated at once, but re-rendered after the change has completed. */
  isDeferred?: (record: string) => boolean
  /** Debounce before deferred pages are re-rendered: a burst of changes renders each page once and never delays a save. */
  debounceMs?: number
  /** Called for pages that were pre-rendered or hit a second time: they are worth recompressing at the best quality. */
  onHot?: (key: string) => void
  /** Called when a page fails to render in the background. */
  onError: (error: unknown, key: string) => void
}

/** Counters since the start; `entries` and `bytes` are current values. */
export type CacheMetrics = { hits: number; misses: number; renders: number; entries: number; bytes: number }
export type PageMetrics = CacheMetrics & { unchanged: number }

export type PageCache<T> = {
  /** Returns the cached value and counts a hit. */
  get(key: string): T | undefined
  /** Returns the cached value without counting a hit. */
  peek(key: string): T | undefined
  metrics(): CacheMetrics
  /** Returns the cached value or renders it, once for concurrent requests. Rejects with what `render` throws. */
  open(key: string): Promise<T>
  /** Drops the pages that depend on these records, and returns them. */
  invalidate(records: readonly string[]): readonly VisitedKey[]
  /** Drops the pages that depend on these records; resolves once the most visited of them are rendered again. */
  refresh(records: readonly string[]): Promise<void>
  /** Renders these pages in the background, one at a time, in this order. */
  prerender(keys: Iterable<VisitedKey>): void
  /** Stops rendering in the background. */
  close(): void
}

/** Pages re-rendered before a change completes; the others follow in the background. */
const EAGER_MAX = 24
const DEBOUNCE_MS = 250

/** Rendered pages, and the records that each of them depends on. */
export function createPageCache<T extends Cacheable>({
  render,
  maxBytes,
  isPinned = () => false,
  isDeferred = () => false,
  debounceMs = DEBOUNCE_MS,
  onHot = () => {},
  onError,
}: PageCacheOptions<T>): PageCache<T> {
  /** From the least to the most recently used. */
  const cached = new Map<string, CacheEntry<T>>()
  const rendering = new Map<string, Promise<T>>()
  const queue = new Map<string, number>()
  let deferred = new Map<string, number>()
  let debounce: Timer | undefined
  let isWorking = false
  let isClosed = false
  let bytes = 0
  let hits = 0
  let misses = 0
  let renders = 0
  /** The number of changes: what began to render before a change may be outdated, and is not cached. */
  let changes = 0

  function get(key: string): T | undefined {
    const entry = cached.get(key)
    if (!entry) return undefined
    cached.delete(key)
    cached.set(key, entry)
    if (entry.visits++ === 0) onHot(key)
    hits++
    return entry.value
  }

  async function open(key: string): Promise<T> {
    const value = get(key)
    if (value) return value
    misses++
    return rendering.get(key) ?? start(key)
  }

  /** `visits`: of a page that is rendered in the background. */
  function start(key: string, visits?: number): Promise<T> {
    const uses = new Set<string>()
    const startedAt = changes
    renders++
    const rendered = render(key, (record) => uses.add(record)).then((value) => {
      if (startedAt === changes) store(value, uses, visits)
      return value
    })
    const done = () => rendering.get(key) === rendered && rendering.delete(key)
    rendering.set(key, rendered)
    rendered.then(done, done)
    return rendered
  }

  function store(value: T, uses: ReadonlySet<string>, visits?: number) {
    const { cacheKey } = value
    if (cacheKey === undefined) return
    drop(cacheKey)
    cached.set(cacheKey, { value, uses, visits: visits ?? 0, pinned: isPinned(cacheKey) })
    bytes += value.bytes
    for (const [oldest, { pinned }] of cached) {
      if (bytes <= maxBytes) break
      if (!pinned) drop(oldest)
    }
    if (visits !== undefined) onHot(cacheKey)
  }

  function drop(key: string) {
    bytes -= cached.get(key)?.value.bytes ?? 0
    cached.delete(key)
  }

  function invalidate(records: readonly string[]): VisitedKey[] {
    changes++
    rendering.clear()
    const affected = [...cached].filter(([, { uses }]) => records.some((record) => uses.has(record)))
    for (const [key] of affected) drop(key)
    return affected.map(([key, { visits }]) => [key, visits] as const)
  }

  async function refresh(records: readonly string[]): Promise<void> {
    const urgent = mostVisitedFirst(invalidate(records.filter((record) => !isDeferred(record))))
    const others = mostVisitedFirst(invalidate(records))
    const eager = urgent.slice(0, EAGER_MAX).map(([key, visits]) => renderInBackground(key, visits))
    prerenderLater([...urgent.slice(EAGER_MAX), ...others])
    await Promise.all(eager)
  }

  function prerenderLater(keys: readonly VisitedKey[]) {
    for (const [key, visits] of keys) deferred.set(key, visits)
    clearTimeout(debounce)
    if (isClosed) return
    debounce = setTimeout(() => {
      prerender(deferred)
      deferred = new Map()
    }, debounceMs).unref()
  }

  async function renderInBackground(key: string, visits: number): Promise<void> {
    try {
      await (rendering.get(key) ?? start(key, visits))
    } catch (error) {
      onError(error, key)
    }
  }

  function prerender(keys: Iterable<VisitedKey>) {
    for (const [key, visits] of keys) queue.set(key, visits)
    if (!isWorking) work()
  }

  async function work() {
    isWorking = true
    for (const [key, visits] of queue) {
      if (!cached.has(key)) await renderInBackground(key, visits)
      queue.delete(key)
      await new Promise(setImmediate)
    }
    isWorking = false
  }

  const peek = (key: string) => cached.get(key)?.value
  const metrics = () => ({ hits, misses, renders, entries: cached.size, bytes })

  function close() {
    isClosed = true
    clearTimeout(debounce)
    queue.clear()
  }

  return { get, peek, open, invalidate, refresh, prerender, metrics, close }
}

const mostVisitedFirst = (keys: readonly VisitedKey[]) =>
  keys.toSorted(([, visits], [, otherVisits]) => otherVisits - visits)
