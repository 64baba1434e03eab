import { type ContactMessage, contactFormFields } from '#contract/contact.ts'
import { storedIn } from '#contract/form-fields.ts'
import { type LeadModel, messageFingerprint, uniqueKeysOf } from '#server/leads/records/lead-model.ts'
import { pick, spamMarks } from '#server/leads/records/lead-record.ts'
import type { Log } from '#server/lib/log.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { DuplicateRecordError, type RecordLog } from '#server/storage/record-log.ts'

type MessagesOptions = { lines: RecordLog; model: LeadModel; now(): Date; log: Log }

/** Stores messages to the vendor. */
export function createMessages({ lines, model, now, log }: MessagesOptions) {
  const keyedMutex = createKeyedMutex()

  async function store(message: ContactMessage, address: string, beforeStore?: () => Promise<void>) {
    const request = messageFingerprint(message)
    if (request && (await model.has('message', 'request', request))) return
    await beforeStore?.()
    const record = recordOf(message, now(), address)
    try {
      await lines.append(JSON.stringify(record), uniqueKeysOf('message', record))
    } catch (error) {
      if (error instanceof DuplicateRecordError) return
      throw error
    }
    log.info('message', { id: record.id, marks: record.marks })
  }

  return {
    /**
     * Returns once the message is on disk. The same message from the same open form is stored once. `address` is the
     * shortened IP address. Runs `beforeStore` for messages that are not a repeat. Throws `StorageError`, or what
     * `beforeStore` throws.
     */
    async add(message: ContactMessage, address: string, beforeStore?: () => Promise<void>): Promise<void> {
      const keys = message.sending ? [message.sending] : []
      await keyedMutex(keys, () => store(message, address, beforeStore))
    },
    isHealthy: lines.isHealthy,
  }
}
export type Messages = ReturnType<typeof createMessages>

/** One line of `storage/private/contact-messages.jsonl`. The id is a UUIDv7, which sorts by time. */
const recordOf = (message: ContactMessage, now: Date, address: string) => ({
  id: Bun.randomUUIDv7('hex', now),
  at: now.toISOString(),
  ...pick(message, storedIn(contactFormFields)),
  marks: spamMarks(message),
  address,
  ...(message.sending && { sending: message.sending }),
})
