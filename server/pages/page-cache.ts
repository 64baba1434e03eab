/** Something drawn that can be kept: under which key (not at all without one), and what it takes in memory. */
export type Cacheable = { keepAs: string | undefined; bytes: number }

type CacheEntry<T> = { value: T; uses: ReadonlySet<string>; visits: number; pinned: boolean }

export type PageCacheOptions<T extends Cacheable> = {
  /** Draws what belongs to a key, and tells `uses` what it depended on. May throw: then nothing is kept. */
  draw: (key: string, uses: (record: string) => void) => Promise<T>
  /** Beyond this the least recently used pages are evicted. */
  maxBytes: number
  /** Pages that are never evicted; they count toward `maxBytes`. */
  isPinned?: (key: string) => boolean
  /** What depends on such a record alone is dropped with the rest, but nobody waits until it is drawn again. */
  canWait?: (record: string) => boolean
  /** Nothing may have changed for so long before that is drawn: of changes that follow each other once, and no save waits for it. */
  calmMs?: number
  /** Told of what was drawn ahead of its visitors, and of what is asked for again: more work on these is not in vain. */
  onWorth?: (key: string) => void
  /** Told of what could not be drawn while nobody waited for it. */
  onError: (error: unknown, key: string) => void
}

/** Counted since the start, but for `entries` and `bytes`, which are what is there now. */
export type CacheMetrics = {
  /** What was sent from memory. */
  hits: number
  /** What somebody had to wait for. */
  misses: number
  renders: number
  entries: number
  bytes: number
}
export type PageMetrics = CacheMetrics & { unchanged: number }

export type PageCache<T> = {
  /** What is kept under the key, for a visitor: it counts as sent. */
  get(key: string): T | undefined
  /** The same, and nobody is sent anything. */
  peek(key: string): T | undefined
  metrics(): CacheMetrics
  /** What is kept under the key; else drawn now, once for all who ask. Rejects with what `draw` throws. */
  open(key: string): Promise<T>
  /** These records changed: drops what depended on them, and gives its keys. */
  forget(records: readonly string[]): readonly (readonly [key: string, visits: number])[]
  /** These records changed: drops what depended on them; resolves once the most visited of it is drawn again. */
  refresh(records: readonly string[]): Promise<void>
  /** Draws these in the background, one at a time, in this order; visitors come first. */
  prepare(keys: Iterable<readonly [key: string, visits: number]>): void
  /** Nothing more is drawn that nobody asks for. */
  close(): void
}

/** Redrawn before a change counts as done; what is left is redrawn in the background. */
const REDRAWN_AT_ONCE = 24
const DEBOUNCE_MS = 250

/** Pages, ready to be sent, and what each of them depends on (architecture: "Content changes" ⑦). */
export function createPageCache<T extends Cacheable>({
  draw,
  maxBytes,
  isPinned = () => false,
  canWait = () => false,
  calmMs = DEBOUNCE_MS,
  onWorth = () => {},
  onError,
}: PageCacheOptions<T>): PageCache<T> {
  /** In the order of their last use, oldest first. */
  const cached = new Map<string, CacheEntry<T>>()
  const drawing = new Map<string, Promise<T>>()
  const waiting = new Map<string, number>()
  let bytes = 0
  let working = false
  let afterwards = new Map<string, number>()
  let debounce: Timer | undefined
  let closed = false
  /** Plain numbers: the way of a ready page holds nothing else. */
  let hits = 0
  let misses = 0
  let renders = 0
  /** Counts the changes: a draw that began before one may show what was there before it, and is never kept. */
  let changes = 0

  function get(key: string): T | undefined {
    const one = cached.get(key)
    if (!one) return undefined
    cached.delete(key)
    cached.set(key, one)
    if (one.visits++ === 0) onWorth(key)
    hits++
    return one.value
  }

  async function open(key: string): Promise<T> {
    const ready = get(key)
    if (ready) return ready
    misses++
    return drawing.get(key) ?? begin(key)
  }

  /** `ahead`: with so many visits so far, and without a visitor. */
  function begin(key: string, ahead?: { visits: number }): Promise<T> {
    const uses = new Set<string>()
    const begun = changes
    renders++
    const rendered = draw(key, (record) => uses.add(record)).then((value) => {
      if (begun === changes) keep(value, uses, ahead)
      return value
    })
    const done = () => drawing.get(key) === rendered && drawing.delete(key)
    drawing.set(key, rendered)
    rendered.then(done, done)
    return rendered
  }

  function keep(value: T, uses: ReadonlySet<string>, ahead?: { visits: number }) {
    if (value.keepAs === undefined) return
    drop(value.keepAs)
    cached.set(value.keepAs, { value, uses, visits: ahead?.visits ?? 0, pinned: isPinned(value.keepAs) })
    bytes += value.bytes
    for (const [oldest, { pinned }] of cached) {
      if (bytes <= maxBytes) break
      if (!pinned) drop(oldest)
    }
    if (ahead) onWorth(value.keepAs)
  }

  function drop(key: string) {
    bytes -= cached.get(key)?.value.bytes ?? 0
    cached.delete(key)
  }

  function forget(records: readonly string[]) {
    changes++
    drawing.clear()
    const affected = [...cached].filter(([, { uses }]) => records.some((record) => uses.has(record)))
    for (const [key] of affected) drop(key)
    return affected.map(([key, one]) => [key, one.visits] as const)
  }

  async function refresh(records: readonly string[]): Promise<void> {
    const urgent = mostVisitedFirst(forget(records.filter((record) => !canWait(record))))
    const deferred = mostVisitedFirst(forget(records))
    const redrawn = urgent.slice(0, REDRAWN_AT_ONCE).map(([key, count]) => quietly(key, count))
    prepareWhenSettled([...urgent.slice(REDRAWN_AT_ONCE), ...deferred])
    await Promise.all(redrawn)
  }

  function prepareWhenSettled(keys: readonly (readonly [key: string, visits: number])[]) {
    for (const [key, visits] of keys) afterwards.set(key, visits)
    clearTimeout(debounce)
    if (closed) return
    debounce = setTimeout(() => {
      prepare(afterwards)
      afterwards = new Map()
    }, calmMs).unref()
  }

  const quietly = (key: string, visits: number) =>
    (drawing.get(key) ?? begin(key, { visits })).then(
      () => {},
      (error) => onError(error, key),
    )

  function prepare(keys: Iterable<readonly [key: string, visits: number]>) {
    for (const [key, visits] of keys) waiting.set(key, visits)
    if (!working) work()
  }

  async function work() {
    working = true
    for (const [key, visits] of waiting) {
      if (!cached.has(key)) await quietly(key, visits)
      waiting.delete(key)
      await new Promise(setImmediate)
    }
    working = false
  }

  const peek = (key: string) => cached.get(key)?.value
  const metrics = () => ({ hits, misses, renders, entries: cached.size, bytes })

  function close() {
    closed = true
    clearTimeout(debounce)
    waiting.clear()
  }

  return { get, peek, open, forget, refresh, prepare, metrics, close }
}

const mostVisitedFirst = (keys: readonly (readonly [key: string, visits: number])[]) =>
  keys.toSorted(([, one], [, other]) => other - one)
