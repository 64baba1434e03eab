import { setPriority } from 'node:os'
import type { HashCost } from '#server/admin/passwords.ts'

export type HashRequest = { password: string; cost: HashCost }
export type HashAnswer = { hash: string } | { failed: string }

/** Behind the pages, yet not so far that a busy machine would forget the sign-ups. */
const NICENESS = 10

/** Linux counts by thread, so that this one alone steps back; elsewhere it would be the whole server. */
function stepBack() {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // Where this is forbidden, sign-ups hash as fast as pages are sent.
  }
}

function answerTo({ password, cost }: HashRequest): HashAnswer {
  try {
    return { hash: Bun.password.hashSync(password, { algorithm: 'argon2id', ...cost }) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'unknown' }
  }
}

stepBack()
addEventListener('message', ({ data }: MessageEvent<HashRequest>) => postMessage(answerTo(data)))
