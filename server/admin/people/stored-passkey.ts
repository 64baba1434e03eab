import * as v from 'valibot'
import { LOGIN_METHODS } from '#contract/passkeys.ts'
import { timestamp } from '#contract/posts.ts'

/** A passkey as `admin.json` stores it. Nothing in it is secret. */
export const StoredPasskeySchema = v.object({
  /** The credential id, base64url. */
  id: v.pipe(v.string(), v.nonEmpty()),
  /** COSE, base64url. */
  publicKey: v.pipe(v.string(), v.nonEmpty()),
  /** Of the last use. Many authenticators do not count, and always report 0. */
  counter: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** How browsers reach the authenticator. */
  transports: v.array(v.string()),
  name: v.string(),
  added: timestamp,
  lastUsed: v.nullable(timestamp),
  /**
   * Whether it can log in without an e-mail: the authenticator stores the account. Known of passkeys that were made with this
   * requirement, or have logged in so.
   */
  discoverable: v.optional(v.boolean()),
})
export type StoredPasskey = v.InferOutput<typeof StoredPasskeySchema>

/** The parts of an administrator that say how they log in, besides password and codes. Absent before the first passkey. */
export const passkeyEntries = {
  passkeys: v.optional(v.array(StoredPasskeySchema)),
  loginMethod: v.optional(v.picklist(LOGIN_METHODS)),
}
