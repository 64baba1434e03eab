import { createLogCheck, parsed } from './log-check.ts'
import { type Answer, sendMessage, signUp, textOf, usernameOf } from './send.ts'
import type { Site } from './site.ts'

/** After so many rejections, the disk counts as full. */
const REFUSALS = 50
/** The last block of a full disk still accepts a few lines. */
const LAST_FEW = 20

type Kind = 'registrations' | 'messages'

/** Clients of a site with a full disk that remember the responses. */
export function createSenders(site: Site, url: () => string) {
  const kinds = {
    registrations: { send: signUp, key: usernameOf, field: 'username', status: 200 },
    messages: { send: sendMessage, key: textOf, field: 'message', status: 201 },
  } as const
  const accepted = { registrations: new Set<number>(), messages: new Set<number>() }
  const rejected = { registrations: new Set<number>(), messages: new Set<number>() }
  const wrong: string[] = []
  let number = 0
  const count = (sets: typeof accepted) => sets.registrations.size + sets.messages.size

  /** Whether it was accepted. */
  async function send(kind: Kind, mine: number): Promise<boolean> {
    const answer = await kinds[kind].send(url(), mine)
    const yes = answer?.status === kinds[kind].status
    if (yes) rejected[kind].delete(mine)
    else wrong.push(...faultsOf(answer).map((what) => `${kinds[kind].key(mine)}: ${what}`))
    ;(yes ? accepted : rejected)[kind].add(mine)
    return yes
  }

  async function sendUntilOneIsRefused(kind: Kind): Promise<string[]> {
    for (let tries = 0; tries < LAST_FEW; tries++) if (!(await send(kind, ++number))) return []
    return [`${kind}: accepted although the disk is full`]
  }

  async function checkOf(kind: Kind): Promise<string[]> {
    const { key, field } = kinds[kind]
    const check = createLogCheck(site[kind], field)
    const found = await check.read()
    const lost = check.missing([...accepted[kind]].map(key)).map((what) => `${what} was acknowledged, and is not there`)
    const there = [...rejected[kind]]
      .map(key)
      .filter(check.has)
      .map((what) => `${what} was rejected, but is stored`)
    return [...found, ...lost, ...there]
  }

  return {
    /** Concurrent clients, until the disk is full. */
    async sendUntilRejected(concurrency: number): Promise<void> {
      const client = async (place: number) => {
        while (count(rejected) < REFUSALS) await send(place % 2 === 0 ? 'registrations' : 'messages', ++number)
      }
      await Promise.all(Array.from({ length: concurrency }, (_, place) => client(place)))
    },
    /** Problems of responses on a full disk. A stored sign-up is acknowledged again even then. */
    async sendWhileFull(): Promise<string[]> {
      const found = [...(await sendUntilOneIsRefused('registrations')), ...(await sendUntilOneIsRefused('messages'))]
      const [stored = 0] = accepted.registrations
      const again = await signUp(url(), stored)
      return [...found, ...(again?.status === 200 ? [] : ['a stored sign-up was rejected the second time'])]
    },
    /** Every rejected client retries; returns those rejected again. */
    async resendRejected(): Promise<string[]> {
      const again: string[] = []
      for (const kind of ['registrations', 'messages'] as const)
        for (const mine of [...rejected[kind]])
          if (!(await send(kind, mine))) again.push(`${kinds[kind].key(mine)} was rejected again`)
      return again
    },
    /** Problems of the responses so far and of both logs. Only while no client sends. */
    check: async () => [...wrong.splice(0), ...(await checkOf('registrations')), ...(await checkOf('messages'))],
    figures: () => ({ accepted: count(accepted), refused: count(rejected) }),
  }
}

/** A rejection is a 503 with a sentence and Retry-After. */
function faultsOf(answer: Answer | undefined): string[] {
  if (!answer) return ['the connection broke']
  if (answer.status !== 503) return [`was answered ${answer.status}: ${answer.text}`]
  const message = parsed(answer.text)?.message
  return [
    ...(typeof message === 'string' && message !== '' ? [] : ['503 without a message']),
    ...(answer.retryAfter ? [] : ['503 without Retry-After']),
  ]
}
