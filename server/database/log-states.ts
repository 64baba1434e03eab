import type { Connection } from './connection.ts'

export const logNames = ['registrations', 'contact-messages', 'lead-events', 'audit'] as const
export type LogName = (typeof logNames)[number]

type State = { position: number; generation: string }
const UNKNOWN: State = { position: 0, generation: '' }

/** How long each log is, as far as this process knows, and who wants to know when it changes. */
export function createLogStates({ run }: Pick<Connection, 'run'>) {
  const states = new Map<LogName, State>()
  const listeners = new Map(logNames.map((name) => [name, new Set<() => void>()]))
  let asked = 0
  let answered = 0
  let waiting: Promise<void> | undefined

  const stateOf = (name: LogName): State => states.get(name) ?? UNKNOWN

  /** Positions of one generation only grow, and an answer may be older than what was appended since. */
  function update(name: LogName, next: State) {
    const before = stateOf(name)
    const isSame = before.generation === next.generation
    const position = isSame ? Math.max(before.position, next.position) : next.position
    states.set(name, { ...next, position })
    if (!isSame || position !== before.position) notify(name)
  }

  function notify(name: LogName) {
    for (const listener of listeners.get(name) ?? []) queueMicrotask(listener)
  }

  async function query(): Promise<void> {
    const order = ++asked
    const rows = await run(
      (sql) =>
        sql<({ name: LogName } & State)[]>`
          select name, position::float8 as position, generation::text as generation from site_log`,
    )
    if (order < answered) return
    answered = order
    for (const { name, position, generation } of rows) update(name, { position, generation })
  }

  return {
    stateOf,
    /** Reads the states of all logs. Calls of the same moment share one query. Throws `DatabaseAwayError`, `StorageError`. */
    refresh(): Promise<void> {
      waiting ??= Promise.resolve().then(() => {
        waiting = undefined
        return query()
      })
      return waiting
    },
    /** Records that this process has appended up to a position. */
    advance: (name: LogName, position: number) => update(name, { ...stateOf(name), position }),
    onChange(name: LogName, listener: () => void): () => void {
      listeners.get(name)?.add(listener)
      return () => void listeners.get(name)?.delete(listener)
    },
  }
}
export type LogStates = ReturnType<typeof createLogStates>
