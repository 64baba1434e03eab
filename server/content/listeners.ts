import type { Log } from '#server/http/log.ts'

type Listener<Arguments extends unknown[]> = (...args: Arguments) => void | Promise<void>

/** Listeners in the order in which they were added. A failing listener is logged: the change is stored already. */
export function createListeners<Arguments extends unknown[]>(log: Log) {
  const listeners: Listener<Arguments>[] = []
  return {
    add: (listener: Listener<Arguments>) => void listeners.push(listener),
    /** Calls them one after the other. Never rejects. */
    async notify(...args: Arguments): Promise<void> {
      for (const listener of listeners) {
        try {
          await listener(...args)
        } catch (error) {
          log.error('content listener failed', { reason: error instanceof Error ? error.stack : String(error) })
        }
      }
    },
  }
}
