import { apiPaths, pagePaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'
import { type Connection, type Fate, openConnection, requestText } from './connection.ts'
import { createLogCheck } from './log-check.ts'
import { type Outcome, type Scenario, spread, type Torture } from './scenario.ts'
import { usernameOf } from './send.ts'
import { CHEAP_SERVER, createSite } from './site.ts'

/** The signal comes within this time of the first request. */
const LIFE_MAX_MS = 400
/** A container gets ten seconds to stop. */
const EXIT_LIMIT_MS = 10_000
/** Every fourth request is a sign-up, the others read. */
const SIGN_UPS = 0.25

export type StopOptions = { server?: readonly string[] }

/** A cycle is one SIGTERM. */
export const stopScenario = ({ server = CHEAP_SERVER }: StopOptions = {}): Scenario => ({
  name: 'stop',
  title: 'SIGTERM under load: every accepted request gets its complete response',
  async run({ folder, random, concurrency, cycles, progress }) {
    const site = await createSite({ folder, server })
    const crowd = createPersistentClients({ random, concurrency })
    const check = createLogCheck(site.registrations, 'username')
    const exits: number[] = []
    const violations: string[] = []
    for (let done = 0; done < cycles; done++) {
      const life = site.begin()
      const port = Number(new URL((await life.ready()).url).port)
      const everybody = crowd.letIn(port)
      await Bun.sleep(random.below(LIFE_MAX_MS))
      const asked = performance.now()
      const code = await life.stop()
      exits.push(performance.now() - asked)
      if (code !== 0) violations.push(`the server ended with ${code}`)
      await everybody
      violations.push(...(await check.read()), ...crowd.check(check.has))
      progress(`stop ${done + 1} of ${cycles}, ${crowd.figures().answered} answers`)
    }
    if (exits.some((ms) => ms > EXIT_LIMIT_MS)) violations.push(`an end took more than ${EXIT_LIMIT_MS} ms`)
    return outcomeOf(exits, crowd.figures(), violations)
  },
})

/** Clients that send on keep-alive connections until no process listens. */
function createPersistentClients({ random, concurrency }: Pick<Torture, 'random' | 'concurrency'>) {
  const counts = { answered: 0, told: 0, refused: 0, unheard: 0, cut: 0 }
  const wrong: string[] = []
  const [acknowledged, silent] = [new Set<string>(), new Set<string>()]
  let number = 0

  function note(fate: Fate, who: string | undefined) {
    counts[fate.how]++
    if (fate.how === 'answered') {
      if (fate.lastOne) counts.told++
      if (fate.status !== 200) wrong.push(`${who ?? 'a page'} was answered ${fate.status}`)
      if (who && fate.status === 200) acknowledged.add(who)
    } else if (who) silent.add(who)
    if (fate.how === 'cut') wrong.push(`the answer to ${who ?? 'a page'} broke off`)
  }

  async function client(port: number) {
    let connection: Connection | undefined
    for (;;) {
      if (!connection?.isOpen()) connection = await openConnection(port)
      const mine = random.chance(SIGN_UPS) ? ++number : undefined
      const path = random.chance(0.5) ? pagePaths.home : apiPaths.posts
      const text = mine === undefined ? requestText(path) : requestText(apiPaths.register, another(mine))
      const fate = await connection.ask(text)
      note(fate, mine === undefined ? undefined : usernameOf(mine))
      if (fate.how === 'refused') return
      if (fate.how !== 'answered' || fate.lastOne) connection.close()
    }
  }

  return {
    /** Resolves when no process listens there. */
    letIn: (port: number) => Promise.all(Array.from({ length: concurrency }, () => client(port))),
    /** Problems of all responses since the last check. */
    check(isStored: (username: string) => boolean): string[] {
      const lost = [...acknowledged].filter((who) => !isStored(who))
      const untold = [...silent].filter(isStored)
      acknowledged.clear()
      silent.clear()
      return [
        ...wrong.splice(0),
        ...lost.map((who) => `${who} was acknowledged, and is not there`),
        ...untold.map((who) => `${who} was stored, and never answered`),
      ]
    },
    figures: () => counts,
  }
}

function outcomeOf(
  exits: number[],
  counts: ReturnType<ReturnType<typeof createPersistentClients>['figures']>,
  wrong: string[],
) {
  const outcome: Outcome = {
    figures: [
      ['stops', exits.length],
      ['requests answered', counts.answered],
      ['… with the word that they are the last', counts.told],
      ['answers cut', counts.cut],
      ['sent, but never taken up', counts.unheard],
      ['no longer accepted', counts.refused],
      ...spread('end', exits),
    ],
    violations: counts.answered > 0 ? wrong : [...wrong, 'no request was answered, which proves nothing'],
  }
  return outcome
}
