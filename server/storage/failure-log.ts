import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'

/** Logs that a cache cannot be written when that begins, and when it ends: not once per write. */
export function createFailureLog(log: Pick<Log, 'warn' | 'info'> | undefined, cache: string) {
  let isFailing = false
  return {
    failed(error: unknown): void {
      if (!isFailing) log?.warn('cache write failed', { cache, ...errorFields(error) })
      isFailing = true
    },
    succeeded(): void {
      if (isFailing) log?.info('cache write recovered', { cache })
      isFailing = false
    },
  }
}
