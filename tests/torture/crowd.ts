import { createLogCheck } from './log-check.ts'
import type { Random } from './random.ts'
import { type Answer, sendMessage, signUp, textOf, usernameOf } from './send.ts'
import type { Site } from './site.ts'

/** Every fifth client writes messages, the others sign up. */
const WRITERS = 5
/** So many of those who have signed up do it once more, some time later, as an impatient browser would. */
const AGAIN = 0.1

export type CrowdOptions = { site: Site; random: Random; concurrency: number }

/**
 * Many who send at the same time and never stop. Whoever gets no answer signs up again with the same token, as the form
 * does, until there is one; a message without an answer is not sent again, for it has no token.
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

  /** `undefined`: the answer never came, which happens to whoever is answered by a server that is being killed. */
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
    /** To this address, from now on. */
    letIn(url: string) {
      door.resolve(url)
      isOpen = true
    },
    /** From now on nobody begins to send. */
    keepOut() {
      if (isOpen) door = Promise.withResolvers<string>()
      isOpen = false
    },
    /** What is wrong with what came into the logs since the last time. Only while everybody is kept out. */
    async check(): Promise<string[]> {
      const found = [...wrong.splice(0), ...(await checks.signUps.read()), ...(await checks.messages.read())]
      const lost = [...checks.signUps.missing(unchecked.signUps), ...checks.messages.missing(unchecked.messages)]
      unchecked.signUps.clear()
      unchecked.messages.clear()
      return [...found, ...lost.map((key) => `${key} was acknowledged, and is not there`)]
    },
    /** The same of the whole logs, once nobody sends any more. */
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
    /** Everybody ends what was begun. */
    async finish() {
      finishing = true
      await Promise.all(clients)
    },
    figures: () => ({ signUps: signedUp.length, messages: written.length, repeats }),
  }
}
export type Crowd = ReturnType<typeof createCrowd>
