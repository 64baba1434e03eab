import { createLogCheck } from './log-check.ts'
import type { Random } from './random.ts'
import { type Answer, sendMessage, signUp, textOf, usernameOf } from './send.ts'
import type { Site } from './site.ts'

/** Every fifth client sends messages, the others sign up. */
const WRITERS = 5
/** The share of clients that repeat their sign-up later, like an impatient browser. */
const AGAIN = 0.1

export type CrowdOptions = { site: Site; random: Random; concurrency: number }

/**
 * Many clients that send continuously. Without a response, a client signs up again with the same token, as the form does; a message
 * is not repeated, because it has no token.
 */
export function createCrowd({ site, random, concurrency }: CrowdOptions) {
  const signedUp: number[] = []
  const written: string[] = []
  const wrong: string[] = []
  const checks = {
    signUps: createLogCheck(site.registrations, 'username'),
    messages: createLogCheck(site.messages, 'message'),
  }
  /** What was acknowledged since the last check. */
  const unchecked = { signUps: new Set<string>(), messages: new Set<string>() }
  let number = 0
  let repeats = 0
  let finishing = false
  let door = Promise.withResolvers<string>()
  let isOpen = false

  /** `undefined`: the response never arrived, because the server was being killed. */
  function isOne(answer: Answer | undefined, status: number, what: string): boolean {
    if (answer && answer.status !== status) wrong.push(`${what} was answered ${answer.status}: ${answer.text}`)
    return answer !== undefined
  }

  async function company(mine: number) {
    let tries = 0
    for (;;) {
      const answer = await signUp(await door.promise, mine)
      if (++tries > 1) repeats++
      if (isOne(answer, 200, usernameOf(mine))) break
    }
    signedUp.push(mine)
    unchecked.signUps.add(usernameOf(mine))
    if (!random.chance(AGAIN)) return
    repeats++
    const somebody = signedUp[random.below(signedUp.length)] ?? mine
    isOne(await signUp(await door.promise, somebody), 200, `${usernameOf(somebody)}, once more,`)
  }

  async function writer(mine: number) {
    if (!isOne(await sendMessage(await door.promise, mine), 201, textOf(mine))) return
    written.push(textOf(mine))
    unchecked.messages.add(textOf(mine))
  }

  async function client(place: number) {
    while (!finishing) await (place % WRITERS === WRITERS - 1 ? writer : company)(++number)
  }
  const clients = Array.from({ length: concurrency }, (_, place) => client(place))

  return {
    /** Sends to this URL from now on. */
    letIn(url: string) {
      door.resolve(url)
      isOpen = true
    },
    /** Starts no new request from now on. */
    keepOut() {
      if (isOpen) door = Promise.withResolvers<string>()
      isOpen = false
    },
    /** Problems of new log records since the last check. Only while no client sends. */
    async check(): Promise<string[]> {
      const found = [...wrong.splice(0), ...(await checks.signUps.read()), ...(await checks.messages.read())]
      const lost = [...checks.signUps.missing(unchecked.signUps), ...checks.messages.missing(unchecked.messages)]
      unchecked.signUps.clear()
      unchecked.messages.clear()
      return [...found, ...lost.map((key) => `${key} was acknowledged, and is not there`)]
    },
    /** Problems of the whole logs, after all clients stopped. */
    async checkFromTheBeginning(): Promise<string[]> {
      checks.signUps = createLogCheck(site.registrations, 'username')
      checks.messages = createLogCheck(site.messages, 'message')
      for (const mine of signedUp) unchecked.signUps.add(usernameOf(mine))
      for (const key of written) unchecked.messages.add(key)
      const violations = await this.check()
      const { length } = signedUp
      const lines = checks.signUps.lines()
      if (lines !== length) violations.push(`${length} companies have signed up at last, and ${lines} lines are there`)
      return violations
    },
    /** Every client finishes its pending request. */
    async finish() {
      finishing = true
      await Promise.all(clients)
    },
    figures: () => ({ signUps: signedUp.length, messages: written.length, repeats }),
  }
}
export type Crowd = ReturnType<typeof createCrowd>
