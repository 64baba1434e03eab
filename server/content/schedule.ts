import { type InvalidationKey, imageKeys } from './changed-keys.ts'
import type { Content } from './content.ts'
import { nextMoment } from './publication.ts'
import type { PostEntry, Snapshot } from './snapshot.ts'

/** Timers as the host has them; a test brings its own. */
export type Timers = { set(callback: () => void, delayMs: number): () => void }

/** setTimeout takes no more than 24.8 days: a longer wait is taken in stretches. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

const hostTimers: Timers = {
  set(callback, delayMs) {
    const timer = setTimeout(callback, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

type ScheduleDeps = {
  content: Content
  now: () => Date
  /** Told which keys (see `changedKeys`) changed because time passed. */
  onDue: (keys: Set<InvalidationKey>) => void
  timers?: Timers | undefined
}

/** Time is a change too: waits for the next moment at which a post falls due or expires (decision 9). */
export function createSchedule({ content, now, onDue, timers = hostTimers }: ScheduleDeps) {
  let seenUntil = now().toISOString()
  let disarm = () => {}

  function arm(): void {
    disarm()
    const next = nextMoment(content.snapshot(), seenUntil)
    if (next === undefined) return
    const delay = new Date(next).getTime() - now().getTime()
    disarm = timers.set(ring, Math.min(Math.max(delay, 0), LONGEST_DELAY_MS))
  }

  function ring(): void {
    catchUp(content.snapshot())
    arm()
  }

  function catchUp(snapshot: Snapshot): void {
    const moment = now().toISOString()
    const next = nextMoment(snapshot, seenUntil)
    const keys = next !== undefined && next <= moment ? dueKeys(snapshot, seenUntil, moment) : undefined
    seenUntil = moment
    if (keys) onDue(keys)
  }

  let closed = false
  content.onChange((before) => {
    if (closed) return
    catchUp(before)
    arm()
  })
  arm()

  function close(): void {
    closed = true
    disarm()
  }
  return { close }
}

/** The moments at which a post comes or goes by itself. */
const moments = ({ draft, date, expires }: PostEntry): string[] =>
  draft ? [] : expires === null ? [date] : [date, expires]

function dueKeys(snapshot: Snapshot, from: string, to: string): Set<InvalidationKey> {
  const due = [...snapshot.posts.values()].filter((post) =>
    moments(post).some((moment) => moment > from && moment <= to),
  )
  return new Set(due.flatMap(({ id }) => [...imageKeys(id), 'list' as const]))
}
