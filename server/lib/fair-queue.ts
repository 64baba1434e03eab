import { UnavailableError } from './errors.ts'
import { currentClient, currentRequest } from './log.ts'
import { nextTurn } from './yielding.ts'

type FairQueueOptions = {
  /** Jobs that run at the same time. */
  atOnce: number
  /** Waiting jobs in all. */
  waitingMax?: number
  /** Waiting jobs of one network while others wait, too. */
  perNetworkMax?: number
  /** How long a job waits, in milliseconds. By default 30 s, for which the connection is held open; otherwise the route extends its timeout. */
  waitMs?: number
  /** The message of the `UnavailableError` for a job that is rejected. */
  busy: string
  retrySeconds?: number
}
type Waiting = { begin(): void; reject(error: Error): void }

export const WAITING_MAX = 100
export const WAITING_PER_NETWORK_MAX = 20
const RETRY_SECONDS = 5
/** Longer, and most visitors are gone. */
const WAIT_MS = 30_000

/**
 * Returns a function that runs at most `atOnce` jobs at a time. The others wait, and the networks or administrators that sent them take turns, so that
 * many requests from one do not delay those from others. A network that is alone may use the whole queue; what it has there beyond
 * its share makes room for the first of another one. Throws `UnavailableError` when there is no room, and when it was not its turn within `waitMs`.
 */
export function createFairQueue({
  atOnce,
  waitingMax = WAITING_MAX,
  perNetworkMax = WAITING_PER_NETWORK_MAX,
  waitMs,
  busy,
  retrySeconds = RETRY_SECONDS,
}: FairQueueOptions) {
  /** From the network whose turn is next to the one that had the last turn. */
  const waiting = new Map<string, Waiting[]>()
  let size = 0
  let running = 0
  const tooBusy = () => new UnavailableError(busy, retrySeconds)

  function enter(network: string): Promise<void> {
    const own = waiting.get(network) ?? []
    const isAlone = size === own.length
    if (own.length >= perNetworkMax && !isAlone) throw tooBusy()
    if (size >= waitingMax && !makeRoom(own.length)) throw tooBusy()
    size++
    const turn = Promise.withResolvers<void>()
    const job = { begin: turn.resolve, reject: turn.reject }
    own.push(job)
    waiting.set(network, own)
    const limitMs = waitMs ?? WAIT_MS
    const timer = Number.isFinite(limitMs) ? setTimeout(() => giveUp(network, job), limitMs).unref() : undefined
    const release = waitMs === undefined ? currentRequest()?.holdOpen?.(limitMs) : undefined
    return turn.promise.finally(() => {
      clearTimeout(timer)
      release?.()
    })
  }

  function giveUp(network: string, job: Waiting): void {
    const own = waiting.get(network) ?? []
    own.splice(own.indexOf(job), 1)
    if (own.length === 0) waiting.delete(network)
    size--
    job.reject(tooBusy())
  }

  /** Rejects the last job of the network that has most waiting, if that is beyond its share. */
  function makeRoom(ownLength: number): boolean {
    const [most = []] = [...waiting.values()].sort((a, b) => b.length - a.length)
    if (ownLength >= perNetworkMax || most.length <= perNetworkMax) return false
    most.pop()?.reject(tooBusy())
    size--
    return true
  }

  function leave(): void {
    const [turn] = waiting
    if (!turn) return void running--
    const [network, jobs] = turn
    waiting.delete(network)
    jobs.shift()?.begin()
    size--
    if (jobs.length > 0) waiting.set(network, jobs)
  }

  /** Without `client`, that of the current request; work without a request counts as a separate client. */
  return async function run<Result>(job: () => Promise<Result>, client = currentClient()): Promise<Result> {
    const waits = running >= atOnce
    if (waits) await enter(client)
    else running++
    try {
      // Jobs that follow each other without waiting for anything would let no other request be handled.
      if (waits) await nextTurn()
      return await job()
    } finally {
      leave()
    }
  }
}

/** Waits for work that another request may have begun, so that this one is in no queue, with the connection held open. */
export async function heldOpen<Result>(work: Promise<Result>): Promise<Result> {
  const release = currentRequest()?.holdOpen?.(WAIT_MS)
  return work.finally(release)
}

export type FairQueue = ReturnType<typeof createFairQueue>
