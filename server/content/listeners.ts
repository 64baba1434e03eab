import type { Log } from '#server/http/log.ts'

type Listener<Arguments extends unknown[]> = (...args: Arguments) => void | Promise<void>

/** Listeners in the order in which they were added. One that fails is logged: it cannot undo what is stored. */
export function createListeners<Arguments extends unknown[]>(log: Log) {
  const listeners: Listener<Arguments>[] = []
  return {
    add: (listener: Listener<Arguments>) => void listeners.push(listener),
    /** Calls each once the one before it is done. Never throws. */
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
