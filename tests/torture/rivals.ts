import { mkdir } from 'node:fs/promises'
import { createAuditWriters } from './audit-writers.ts'
import { type Crowd, createCrowd } from './crowd.ts'
import { login } from './saving.ts'
import { type Outcome, type Scenario, spread } from './scenario.ts'
import { CHEAP_SERVER, createSite, type Life, type Site } from './site.ts'

/** A start takes most of a second, so a scenario of 1,000 cycles has this share of them. */
const CYCLES_PER_START = 5
/** In one of five, the server is killed first, and all new processes compete for its lock. */
const RACE = 0.2
const STARTERS = 3
const AUDIT_WRITERS = 2

export type RivalsOptions = { server?: readonly string[] }

/** A cycle is a fifth of starting several processes on the folders of a server that runs or was just killed. */
export const rivalsScenario = ({ server = CHEAP_SERVER }: RivalsOptions = {}): Scenario => ({
  name: 'rivals',
  title: 'competing processes on the same folders: exactly one has the lock, and no sign-up or audit line is lost',
  async run(torture) {
    const { folder, random, concurrency, cycles, progress } = torture
    await mkdir(`${folder}/storage`, { recursive: true })
    const site = await createSite({ folder, server })
    const crowd = createCrowd({ site, random, concurrency })
    const result: Result = { rejected: 0, races: 0, logins: 0, starts: [], violations: [] }
    let { life, url } = await firstOf([site.begin()], crowd, result)
    const writers = createAuditWriters(site.private, AUDIT_WRITERS)
    const rounds = Math.ceil(cycles / CYCLES_PER_START / STARTERS)
    for (let round = 1; round <= rounds; round++) {
      if (random.chance(RACE)) ({ life, url } = await race(site, life, crowd, result))
      else await rejectAll(site, result)
      await login(url)
      result.logins++
      progress(`round ${round} of ${rounds}, ${crowd.figures().signUps} sign-ups, ${writers.lines()} audit lines`)
    }
    await crowd.finish()
    result.violations.push(...(await writers.finish()))
    await life.stop()
    result.violations.push(...(await crowd.checkFromTheBeginning()), ...(await writers.check(result.logins)))
    return outcomeOf(result, crowd.figures(), writers.lines())
  },
})

type Result = { rejected: number; races: number; logins: number; starts: number[]; violations: string[] }

type Started = { life: Life; url: string }

/** The server runs under load while other processes try to start. */
async function rejectAll(site: Site, result: Result): Promise<void> {
  const rivals = Array.from({ length: STARTERS }, () => site.begin({ quiet: true }))
  for (const rival of rivals) {
    const isReady = await rival.ready().then(
      () => true,
      () => false,
    )
    if (isReady) result.violations.push('a second process started on the same folders')
    const code = isReady ? await rival.kill() : await rival.exited
    if (!isReady && code !== 1) result.violations.push(`a second process ended with ${code}`)
    result.rejected++
  }
}

async function race(site: Site, life: Life, crowd: Crowd, result: Result): Promise<Started> {
  crowd.keepOut()
  await life.kill()
  result.races++
  return firstOf(
    Array.from({ length: STARTERS }, () => site.begin({ quiet: true })),
    crowd,
    result,
  )
}

/** The process that has the lock, with every promise checked. */
async function firstOf(lives: Life[], crowd: Crowd, result: Result): Promise<Started> {
  const ready = await Promise.all(lives.map((life) => life.ready().catch(() => undefined)))
  const winners = lives.filter((_, place) => ready[place])
  if (winners.length > 1) result.violations.push(`${winners.length} processes took over the same folders`)
  for (const loser of winners.slice(1)) await loser.kill()
  const [started] = ready.filter((one) => one !== undefined)
  const [winner] = winners
  if (!started || !winner) throw new Error('no process took over the folders')
  result.starts.push(started.startMs)
  result.violations.push(...(await crowd.check()))
  crowd.letIn(started.url)
  return { life: winner, url: started.url }
}

function outcomeOf(result: Result, crowd: ReturnType<Crowd['figures']>, auditLines: number): Outcome {
  return {
    figures: [
      ['starts rejected next to a running server', result.rejected],
      ['kills with a race for the lock', result.races],
      ['sign-ups acknowledged', crowd.signUps],
      ['messages acknowledged', crowd.messages],
      ['audit lines of other processes', auditLines],
      ['logins, a line of the server each', result.logins],
      ...spread('start', result.starts),
    ],
    violations:
      crowd.signUps > 0 ? result.violations : [...result.violations, 'no request was answered, which proves nothing'],
  }
}
