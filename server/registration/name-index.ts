import type { Registration } from '#contract/registration.ts'
import type { FieldErrors } from '#contract/validate.ts'

/** What tells one registration from another. */
export type Identity = Pick<Registration, 'username' | 'email' | 'token'>

/**
 * Which usernames and e-mail addresses are taken, ignoring case (decision 18). A million of them must fit: so what is
 * kept are hashes of 53 bits. That a new name meets the hash of another is less likely than one in 10⁹, with a million.
 */
export function createNameIndex() {
  /** Username → what else must be the same for a repeat. */
  const usernames = new Map<number, number>()
  const emails = new Set<number>()
  const repeatOf = ({ email, token }: Identity) => hash(`${token} ${folded(email)}`)

  return {
    add(identity: Identity): void {
      usernames.set(hash(folded(identity.username)), repeatOf(identity))
      emails.add(hash(folded(identity.email)))
    },
    /** Frees the names of an erased registration; names that somebody else has since taken stay taken. */
    forget(identity: Identity): void {
      if (usernames.get(hash(folded(identity.username))) !== repeatOf(identity)) return
      usernames.delete(hash(folded(identity.username)))
      emails.delete(hash(folded(identity.email)))
    },
    /** The same token, e-mail and username were registered before. */
    isRepeat: (identity: Identity): boolean => usernames.get(hash(folded(identity.username))) === repeatOf(identity),
    /** What is taken, in form order. */
    taken({ username, email }: Identity): FieldErrors {
      return {
        ...(emails.has(hash(folded(email))) && { email: { message: 'This email is already registered.' } }),
        ...(usernames.has(hash(folded(username))) && { username: { message: 'This username is already taken.' } }),
      }
    },
  }
}

export const folded = (text: string) => text.normalize('NFC').toLowerCase()
const hash = (text: string) => Number(Bun.hash(text))
