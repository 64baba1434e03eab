import type { ContactMessage } from '#contract/contact.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import type { LogDisk } from '#server/storage/log-disk.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { recordOf } from './record.ts'
import { createSentIndex, keyOf, type Sent } from './sent-index.ts'

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
  const sent = createSentIndex()
  /** Messages that are being written, and their ends. */
  const underWay = new Map<number, Promise<void>>()
  const lines = await createAppendLog(file, {
    disk,
    record(record, _, offset) {
      if (isSent(record)) remember(keyOf(record))
      seen?.(record, offset)
    },
    damage: (line) => log.error('message unreadable', { file, line }),
    failed: (error) => log.error('messages not written', errorFields(error)),
  })

  function remember(key: number | undefined) {
    if (key !== undefined) sent.add(key)
  }

  async function store(message: ContactMessage, address: string, permit?: () => Promise<void>) {
    await permit?.()
    const record = recordOf(message, { now: now(), address })
    const offset = await lines.append(JSON.stringify(record))
    remember(keyOf(message))
    seen?.(record, offset)
    log.info('message', { id: record.id, marks: record.marks })
  }

  return {
    /**
     * Returns once the message is on the disk; the same one from the same open form again writes nothing. `address` is the
     * shortened one; `permit` is asked for anything but such a repeat, and refuses by throwing.
     * Throws `StorageError`, or what `permit` throws.
     */
    async add(message: ContactMessage, address: string, permit?: () => Promise<void>): Promise<void> {
      const key = keyOf(message)
      if (key === undefined) return store(message, address, permit)
      // Waits for what comes of the first; from here on nothing waits until the message is reserved.
      for (let first = underWay.get(key); first; first = underWay.get(key)) await first.catch(() => {})
      if (sent.has(key)) return
      const storing = store(message, address, permit)
      underWay.set(key, storing)
      try {
        await storing
      } finally {
        underWay.delete(key)
      }
    },
    lines,
    healthy: lines.healthy,
    close: lines.close,
  }
}
export type Messages = Awaited<ReturnType<typeof createMessages>>

/** A line without an id came from a form that gives none, or is the trace of an erased message. */
const isSent = (record: LogRecord): record is LogRecord & Sent =>
  [record.sending, record.name, record.company, record.email, record.phone, record.message].every(
    (field) => typeof field === 'string',
  )
