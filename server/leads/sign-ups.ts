import { storedIn } from '#contract/form-fields.ts'
import { type Registration, registrationFields } from '#contract/registration.ts'
import { DEFAULT_COST, type HashCost } from '#server/admin/people/passwords.ts'
import { type LeadModel, signUpFingerprints, uniqueKeysOf } from '#server/leads/records/lead-model.ts'
import { normalize, pick, spamMarks } from '#server/leads/records/lead-record.ts'
import { StorageError, ValidationError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import type { Log } from '#server/lib/log.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { DuplicateRecordError, type RecordLog } from '#server/storage/record-log.ts'

/** Stored as sent. */
const STORED_FIELDS = [...storedIn(registrationFields), 'token' as const]

const EMAIL_TAKEN = { message: 'This email is already registered.' }
const USERNAME_TAKEN = { message: 'This username is already taken.' }

type SignUpsOptions = {
  lines: RecordLog
  model: LeadModel
  /** Throws `UnavailableError` when too many sign-ups wait. */
  hash(password: string): Promise<string>
  now(): Date
  log: Log
}

/** Stores sign-ups. Usernames and e-mail addresses are unique. */
export function createSignUps({ lines, model, hash, now, log }: SignUpsOptions) {
  const keyedMutex = createKeyedMutex()

  /** Throws `ValidationError`. */
  async function assertFree({ username, email }: ReturnType<typeof signUpFingerprints>) {
    const errors = {
      ...((await model.has('registration', 'email', email)) && { email: EMAIL_TAKEN }),
      ...((await model.has('registration', 'username', username)) && { username: USERNAME_TAKEN }),
    }
    if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  }

  async function store(registration: Registration, address: string, beforeStore?: () => Promise<void>) {
    const fingerprints = signUpFingerprints(registration)
    const isRepeat = () => model.has('registration', 'request', fingerprints.request)
    if (await isRepeat()) return
    await beforeStore?.()
    try {
      await assertFree(fingerprints)
    } catch (error) {
      // Another process may have stored it since.
      if (await isRepeat()) return
      throw error
    }
    const passwordHash = await hash(registration.password)
    const record = recordOf(registration, { now: now(), passwordHash, address })
    try {
      await lines.append(JSON.stringify(record), uniqueKeysOf('registration', record))
    } catch (error) {
      if (!(error instanceof DuplicateRecordError)) throw error
      if (await isRepeat()) return
      await assertFree(fingerprints)
      throw new StorageError(error)
    }
    log.info('registration', { id: record.id, plan: record.plan, marks: record.marks })
  }

  return {
    /**
     * Returns once the sign-up is on disk. The same token, e-mail and username again stores nothing
     * (docs/product-rules.md#sign-up-idempotency). `address` is the shortened IP address. Runs `beforeStore` for anything
     * but such a repeat. Throws `ValidationError` for names that are taken, `StorageError`, or what `beforeStore` and
     * `hash` throw.
     */
    add(registration: Registration, address: string, beforeStore?: () => Promise<void>): Promise<void> {
      const keys = [`username ${normalize(registration.username)}`, `email ${normalize(registration.email)}`]
      return keyedMutex(keys, () => store(registration, address, beforeStore))
    },
    isHealthy: lines.isHealthy,
  }
}
export type SignUps = ReturnType<typeof createSignUps>

/** One line of `storage/private/registrations.jsonl`. The id is a UUIDv7, which sorts by time. */
export const recordOf = (
  registration: Registration,
  { now, passwordHash, address }: { now: Date; passwordHash: string; address: string },
) => ({
  id: Bun.randomUUIDv7('hex', now),
  at: now.toISOString(),
  ...pick(registration, STORED_FIELDS),
  passwordHash,
  marks: spamMarks(registration),
  address,
})

/** Shorter than a form waits for its response. */
const HASH_WAIT_MS = 25_000

/**
 * Hashes passwords with argon2id in a thread, one at a time, so that many sign-ups at once neither slow down pages nor lock
 * administrators out. Networks take turns, because each hash takes a core for a tenth of a second. The function throws
 * `UnavailableError` when too many wait.
 */
export function createPasswordHasher(cost: HashCost = DEFAULT_COST) {
  const fairQueue = createFairQueue({
    atOnce: 1,
    waitMs: HASH_WAIT_MS,
    busy: 'Too many sign-ups at once. Please try again in a moment.',
  })
  return (password: string, network?: string): Promise<string> =>
    fairQueue(() => Bun.password.hash(password, { algorithm: 'argon2id', ...cost }), network)
}
