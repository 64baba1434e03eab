import { StorageError } from '#server/lib/errors.ts'
import { DuplicateRecordError, type RecordLog } from '#server/storage/record-log.ts'

/** About 200 KB. */
const WAITING_MAX = 1_000

/**
 * Appends lines that no request waits for: those that cannot be stored now wait in memory, and are stored in order once the
 * database is back. Lines beyond `max`, and those that still wait at shutdown, are lost.
 */
export function createDeferredAppend({ append }: Pick<RecordLog, 'append'>, max = WAITING_MAX) {
  const waiting: { line: string; id: string }[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      // With the id, a line whose answer was lost is not stored again.
      await append(next.line, { request: next.id }).catch((error) => {
        if (!(error instanceof DuplicateRecordError)) throw error
      })
      waiting.shift()
    }
  }

  function flush(): Promise<void> {
    running ??= drain().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    flush,
    /** Returns once the line is stored. Throws `StorageError` when it has to wait, or is lost. */
    async append(line: string): Promise<void> {
      if (waiting.length >= max) throw new StorageError('too many lines wait')
      waiting.push({ line, id: crypto.randomUUID() })
      await flush()
    },
    waiting: () => waiting.length,
  }
}
