import { setPriority } from 'node:os'
import type { HashCost } from '#server/admin/passwords.ts'

export type HashRequest = { password: string; cost: HashCost }
export type HashResponse = { hash: string } | { failed: string }

/** Below the threads that serve pages, but not so low that a busy machine would starve sign-ups. */
const NICENESS = 10

/** Linux sets the priority of this thread; other systems would set that of the whole server. */
function lowerPriority() {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // Where this is forbidden, hashing competes with pages.
  }
}

function hash({ password, cost }: HashRequest): HashResponse {
  try {
    return { hash: Bun.password.hashSync(password, { algorithm: 'argon2id', ...cost }) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'unknown' }
  }
}

lowerPriority()
addEventListener('message', ({ data }: MessageEvent<HashRequest>) => postMessage(hash(data)))
