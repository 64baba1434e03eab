import { stat } from 'node:fs/promises'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { readBackwards } from '#server/storage/read-backwards.ts'
import { olderLog } from '#server/storage/rotating-log.ts'
import { auditFile, OLDER_LOGS } from './audit-log.ts'

/** The last lines of the audit log, the newest last; damage is skipped. Throws what the disk throws. */
export async function readAudit(folder: string, last: number): Promise<LogRecord[]> {
  const found: LogRecord[] = []
  for await (const record of newestFirst(auditFile(folder))) {
    if (found.length >= last) break
    found.push(record)
  }
  return found.reverse()
}

async function* newestFirst(path: string): AsyncGenerator<LogRecord> {
  const files = [path, ...Array.from({ length: OLDER_LOGS }, (_, n) => olderLog(path, n + 1))]
  for (const file of files) {
    for await (const piece of readBackwards(file, await sizeOf(file))) yield* piece.map(({ record }) => record)
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    (error) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
