import type { ContactMessage } from '#contract/contact.ts'
import { createAppendLog } from '#server/files/append-line.ts'
import type { LogDisk } from '#server/files/log-disk.ts'
import type { LogRecord } from '#server/files/log-lines.ts'
import type { Log } from '#server/http/log.ts'
import { factsOf } from '#server/http/on-error.ts'

/** One line of `storage/private/contact-messages.jsonl`. */
export type MessageRecord = ContactMessage & {
  /** UUIDv7: sorts by time. */
  id: string
  /** ISO 8601. */
  at: string
  /** Shortened: `203.0.113.0/24`. */
  address: string
}

export type MessagesOptions = {
  /** `storage/private/contact-messages.jsonl`. */
  file: string
  now(): Date
  log: Log
  disk?: LogDisk | undefined
  /** Told of each record that the log holds or gains, and of the byte at which its line begins. */
  seen?: ((record: LogRecord, offset: number) => void) | undefined
}

/** The log of messages to the vendor. Throws what the disk throws where it cannot be read. */
export async function createMessages({ file, now, log, disk, seen }: MessagesOptions) {
  const lines = await createAppendLog(file, {
    disk,
    record: seen && ((record, _, offset) => seen(record, offset)),
    damage: (line) => log.error('message unreadable', { file, line }),
    failed: (error) => log.error('messages not written', factsOf(error)),
  })

  return {
    /** Returns once the message is on the disk. `address` is the shortened one. Throws `StorageFailed`. */
    async add({ name, company, email, phone, message }: ContactMessage, address: string): Promise<void> {
      const at = now()
      const id = Bun.randomUUIDv7('hex', at)
      const record: MessageRecord = { id, at: at.toISOString(), name, company, email, phone, message, address }
      const offset = await lines.append(JSON.stringify(record))
      seen?.(record, offset)
      log.info('message', { id })
    },
    lines,
    healthy: lines.healthy,
    close: lines.close,
  }
}
export type Messages = Awaited<ReturnType<typeof createMessages>>
