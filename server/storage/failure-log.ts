import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'

/** Logs the first failed write of a cache and its recovery, instead of every failure. */
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
