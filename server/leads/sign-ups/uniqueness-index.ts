import type { Registration } from '#contract/registration.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { createNumberMap, keyOf } from '#server/storage/number-map.ts'

/** What tells one registration from another. */
export type Identity = Pick<Registration, 'username' | 'email' | 'token'>

/**
 * Which usernames and e-mail addresses are taken, ignoring case (decision 18). A million of them must fit: so what is
 * kept are hashes of 53 bits. That a new name meets the hash of another is less likely than one in 10⁹, with a million.
 */
export function createNameIndex() {
  /** Username → what else must be the same for a repeat. */
  const usernames = createNumberMap()
  const emails = createNumberMap()
  const repeatOf = ({ email, token }: Identity) => keyOf(`${token} ${folded(email)}`)

  return {
    add(identity: Identity): void {
      usernames.set(keyOf(folded(identity.username)), repeatOf(identity))
      emails.set(keyOf(folded(identity.email)), 1)
    },
    /** Frees the names of an erased registration; names that somebody else has since taken stay taken. */
    forget(identity: Identity): void {
      if (usernames.get(keyOf(folded(identity.username))) !== repeatOf(identity)) return
      usernames.delete(keyOf(folded(identity.username)))
      emails.delete(keyOf(folded(identity.email)))
    },
    /** The same token, e-mail and username were registered before. */
    isRepeat: (identity: Identity): boolean => usernames.get(keyOf(folded(identity.username))) === repeatOf(identity),
    /** What is taken, in form order. */
    taken({ username, email }: Identity): FieldErrors {
      return {
        ...(emails.has(keyOf(folded(email))) && { email: { message: 'This email is already registered.' } }),
        ...(usernames.has(keyOf(folded(username))) && { username: { message: 'This username is already taken.' } }),
      }
    },
  }
}

const ASCII = /^[\x20-\x7e]*$/
/** Most texts have one form only, and a million are folded at a start. */
export const folded = (text: string) => (ASCII.test(text) ? text : text.normalize('NFC')).toLowerCase()
