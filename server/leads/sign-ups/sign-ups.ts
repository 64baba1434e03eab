import type { Registration } from '#contract/registration.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import type { LogDisk } from '#server/storage/log-disk.ts'
import type { LogRecord } from '#server/storage/log-lines.ts'
import { recordOf } from './record.ts'
import { createNameIndex, folded, type Identity } from './uniqueness-index.ts'

export type SignUpsOptions = {
  /** `storage/private/registrations.jsonl`. */
  file: string
  /** argon2id; throws where too many wait. */
  hash(password: string): Promise<string>
  now(): Date
  log: Log
  disk?: LogDisk | undefined
  /** Told of each record that the log holds or gains, and of the byte at which its line begins. */
  seen?: ((record: LogRecord, offset: number) => void) | undefined
}

/** The log of registrations. Throws what the disk throws where it cannot be read. */
export async function createSignUps({ file, hash, now, log, disk, seen }: SignUpsOptions) {
  const index = createNameIndex()
  /** Names and addresses of registrations under way, and their ends. */
  const underWay = new Map<string, Promise<void>>()
  const lines = await createAppendLog(file, {
    disk,
    record(record, _, offset) {
      if (isIdentity(record)) index.add(record)
      seen?.(record, offset)
    },
    damage: (line) => log.error('registration unreadable', { file, line }),
    failed: (error) => log.error('registrations not written', errorFields(error)),
  })

  async function store(registration: Registration, address: string, permit?: () => Promise<void>) {
    await permit?.()
    const taken = index.taken(registration)
    if (Object.keys(taken).length > 0) throw new ValidationError(taken)
    const passwordHash = await hash(registration.password)
    const record = recordOf(registration, { now: now(), passwordHash, address })
    const offset = await lines.append(JSON.stringify(record))
    index.add(record)
    seen?.(record, offset)
    log.info('registration', { id: record.id, plan: record.plan, marks: record.marks })
  }

  const firstWith = (keys: string[]) => keys.map((key) => underWay.get(key)).find((one) => one !== undefined)

  return {
    /**
     * Returns once the registration is on the disk; the same token, e-mail and username again writes nothing (decision 18).
     * `address` is the shortened one; `permit` is asked for anything but such a repeat, and refuses by throwing.
     * Throws `ValidationError` for what is taken, `StorageError`, or what `permit` and `hash` throw.
     */
    async add(registration: Registration, address: string, permit?: () => Promise<void>): Promise<void> {
      const keys = [`username ${folded(registration.username)}`, `email ${folded(registration.email)}`]
      // Whoever wants the same name at the same moment waits for what comes of the first. From here on nothing waits
      // until the name is reserved: another wait would let two through.
      for (let other = firstWith(keys); other; other = firstWith(keys)) await other.catch(() => {})
      if (index.isRepeat(registration)) return
      const storing = store(registration, address, permit)
      for (const key of keys) underWay.set(key, storing)
      try {
        await storing
      } finally {
        for (const key of keys) underWay.delete(key)
      }
    },
    /** The names of an erased registration are free again. */
    forget(record: LogRecord): void {
      if (isIdentity(record)) index.forget(record)
    },
    lines,
    healthy: lines.healthy,
    close: lines.close,
  }
}
export type SignUps = Awaited<ReturnType<typeof createSignUps>>

/** A line without a name is the trace of an erased registration. */
const isIdentity = (record: LogRecord): record is LogRecord & Identity =>
  typeof record.username === 'string' && typeof record.email === 'string' && typeof record.token === 'string'
