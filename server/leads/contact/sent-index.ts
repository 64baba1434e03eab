import type { ContactMessage } from '#contract/contact.ts'

/** So many of the newest messages are known; whoever sends the same one again does it within minutes. */
const KNOWN_MAX = 100_000

/** What tells one message from another. */
export type Sent = Pick<ContactMessage, 'sending' | 'name' | 'company' | 'email' | 'phone' | 'message'>

/** `undefined`: sent by a form that gave it no id, and never a repeat. */
export const keyOf = ({ sending, name, company, email, phone, message }: Sent): number | undefined =>
  sending ? Number(Bun.hash(JSON.stringify([sending, name, company, email, phone, message]))) : undefined

/** The keys of the newest messages, as hashes of 53 bits: a few megabytes at most. */
export function createSentIndex(max = KNOWN_MAX) {
  const known = new Set<number>()
  return {
    has: (key: number): boolean => known.has(key),
    add(key: number): void {
      known.add(key)
      for (const oldest of known) {
        if (known.size <= max) break
        known.delete(oldest)
      }
    },
  }
}
