import { join } from 'node:path'
import { olderLog } from '#server/storage/append-log.ts'
import type { ReadableFile } from '#server/storage/files.ts'
import { openIfExists, readLinesBackward } from '#server/storage/read-log.ts'
import type { AuditReader } from './audit-list.ts'

/** With the current file: at most 25 MB. */
export const OLDER_LOGS = 4

/** Held for each change of the files, by commands and the site. */
export const auditLock = (folder: string) => join(folder, 'audit.lock')
export const auditFile = (folder: string) => join(folder, 'audit.jsonl')

/** The files of the log that may exist, newest first. */
export const auditFiles = (folder: string): string[] =>
  Array.from({ length: OLDER_LOGS + 1 }, (_, age) => olderLog(auditFile(folder), age))

/** Reads the audit log in a folder of private files. */
export const auditFilesReader = (folder: string): AuditReader => ({
  /** A rotation at the same time makes a file appear a second time, under its older name. */
  async open() {
    const files = new Map<number, { file: ReadableFile; size: number }>()
    await using opened = new AsyncDisposableStack()
    for (const path of auditFiles(folder)) {
      const file = await openIfExists(path)
      if (!file) continue
      opened.defer(() => file.close())
      const { ino, size } = await file.stat()
      if (!files.has(ino)) files.set(ino, { file, size })
    }
    const open = opened.move()
    return {
      parts: [...files.values()].map(({ file, size }) => ({
        end: size,
        linesBefore: (end) => readLinesBackward(file, end),
      })),
      close: () => open.disposeAsync(),
    }
  },
})
