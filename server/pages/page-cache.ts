/** Something drawn that can be kept: under which key (not at all without one), and what it takes in memory. */
export type Keepable = { keepAs: string | undefined; bytes: number }

type Kept<T> = { value: T; uses: ReadonlySet<string>; visits: number }

export type PageCacheOptions<T extends Keepable> = {
  /** Draws what belongs to a key, and tells `uses` what it depended on. May throw: then nothing is kept. */
  draw: (key: string, uses: (record: string) => void) => Promise<T>
  maxBytes: number
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
export type CacheFigures = {
  /** What was sent from memory. */
  hits: number
  /** What somebody had to wait for. */
  misses: number
  draws: number
  entries: number
  bytes: number
}
export type PageFigures = CacheFigures & { unchanged: number }

export type PageCache<T> = {
  /** What is kept under the key, for a visitor: it counts as sent. */
  get(key: string): T | undefined
  /** The same, and nobody is sent anything. */
  peek(key: string): T | undefined
  figures(): CacheFigures
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
const CALM_MS = 250

/** Pages, ready to be sent, and what each of them depends on (architecture: "Content changes" ⑦). */
export function createPageCache<T extends Keepable>({
  draw,
  maxBytes,
  canWait = () => false,
  calmMs = CALM_MS,
  onWorth = () => {},
  onError,
}: PageCacheOptions<T>): PageCache<T> {
  const kept = new Map<string, Kept<T>>()
  const drawing = new Map<string, Promise<T>>()
  const waiting = new Map<string, number>()
  let bytes = 0
  let working = false
  let afterwards = new Map<string, number>()
  let calm: Timer | undefined
  let closed = false
  /** Plain numbers: the way of a ready page holds nothing else. */
  let hits = 0
  let misses = 0
  let draws = 0
  /** Counts the changes: a draw that began before one may show what was there before it, and is never kept. */
  let changes = 0

  function get(key: string): T | undefined {
    const one = kept.get(key)
    if (!one) return undefined
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
    draws++
    const drawn = draw(key, (record) => uses.add(record)).then((value) => {
      if (begun === changes) keep(value, uses, ahead)
      return value
    })
    const done = () => drawing.get(key) === drawn && drawing.delete(key)
    drawing.set(key, drawn)
    drawn.then(done, done)
    return drawn
  }

  function keep(value: T, uses: ReadonlySet<string>, ahead?: { visits: number }) {
    if (value.keepAs === undefined) return
    drop(value.keepAs)
    kept.set(value.keepAs, { value, uses, visits: ahead?.visits ?? 0 })
    bytes += value.bytes
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
    if (ahead) onWorth(value.keepAs)
  }

  function drop(key: string) {
    bytes -= kept.get(key)?.value.bytes ?? 0
    kept.delete(key)
  }

  function forget(records: readonly string[]) {
    changes++
    drawing.clear()
    const affected = [...kept].filter(([, { uses }]) => records.some((record) => uses.has(record)))
    for (const [key] of affected) drop(key)
    return affected.map(([key, one]) => [key, one.visits] as const)
  }

  async function refresh(records: readonly string[]): Promise<void> {
    const urgent = mostVisitedFirst(forget(records.filter((record) => !canWait(record))))
    const patient = mostVisitedFirst(forget(records))
    const redrawn = urgent.slice(0, REDRAWN_AT_ONCE).map(([key, count]) => quietly(key, count))
    prepareOnceCalm([...urgent.slice(REDRAWN_AT_ONCE), ...patient])
    await Promise.all(redrawn)
  }

  function prepareOnceCalm(keys: readonly (readonly [key: string, visits: number])[]) {
    for (const [key, visits] of keys) afterwards.set(key, visits)
    clearTimeout(calm)
    if (closed) return
    calm = setTimeout(() => {
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
      if (!kept.has(key)) await quietly(key, visits)
      waiting.delete(key)
      await new Promise(setImmediate)
    }
    working = false
  }

  const peek = (key: string) => kept.get(key)?.value
  const figures = () => ({ hits, misses, draws, entries: kept.size, bytes })

  function close() {
    closed = true
    clearTimeout(calm)
    waiting.clear()
  }

  return { get, peek, open, forget, refresh, prepare, figures, close }
}

const mostVisitedFirst = (keys: readonly (readonly [key: string, visits: number])[]) =>
  keys.toSorted(([, one], [, other]) => other - one)
