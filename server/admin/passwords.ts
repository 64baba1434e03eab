import { randomInt } from 'node:crypto'
import { createSemaphore } from '#server/lib/semaphore.ts'

/** What a guess costs: memory in KiB, and passes. Tests make it cheap. */
export type HashCost = { memoryCost: number; timeCost: number }
export const DEFAULT_COST: HashCost = { memoryCost: 32 * 1024, timeCost: 3 }

/** How many hashes are worked on at once, and how many may wait: each takes memory and a core. */
const AT_ONCE = 2
const WAITING_MAX = 50
/** Places in the queue that only browsers that have logged in before may take: strangers cannot fill it. */
const RESERVED = 10

/** More logins at once than can be worked on. */
export class PasswordsBusy extends Error {}

/** argon2id hashes, at most two at a time; `waitingMax` others wait for their turn. */
export function createPasswords(cost: HashCost = DEFAULT_COST, waitingMax = WAITING_MAX) {
  const few = createSemaphore(AT_ONCE)
  let pending = 0

  async function turn<T>(work: () => Promise<T>, reserved = 0): Promise<T> {
    if (pending >= AT_ONCE + waitingMax + reserved) throw new PasswordsBusy('Too many passwords are being checked.')
    pending++
    try {
      return await few(work)
    } finally {
      pending--
    }
  }

  return {
    /** Throws `PasswordsBusy` where too many wait already; so does `verify`. */
    hash: (password: string) => turn(() => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })),
    verify: (password: string, hash: string, isKnown = false) =>
      turn(() => Bun.password.verify(password, hash), isKnown ? RESERVED : 0),
  }
}
export type Passwords = ReturnType<typeof createPasswords>

/** Thirty-two characters that no one mistakes for another: five bits each. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A random password that can be read aloud: `k7mq-…`, five groups of four, 100 bits. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
