import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createCrowd } from './crowd.ts'
import { type Outcome, type Scenario, spread, type Torture } from './scenario.ts'
import { CHEAP_SERVER, createSite, type Life, type Site } from './site.ts'
import { costlyStart } from './start-cost.ts'

/** The log starts over after so many kills, because each adds some hundred lines. */
const KILLS_PER_LOG = 100
/** A kill comes within this time of the first request. */
const LIFE_MAX_MS = 300
/** One kill in ten comes before the server listens, while it repairs the effects of the previous kill. */
const EARLY = 0.1
const EARLY_MAX_MS = 500
/** By the clock, for the figures: startup may wait for other load. */
const SLOW_START_MS = 2_000

/** `timed`: whether the cost of a start counts; on a busy machine it says little. */
export type KillOptions = { server?: readonly string[]; lifeMaxMs?: number; timed?: boolean }

/** A cycle is one `kill -9`. */
export const killScenario = ({
  server = CHEAP_SERVER,
  lifeMaxMs = LIFE_MAX_MS,
  timed = true,
}: KillOptions = {}): Scenario => ({
  name: 'kill',
  title: 'kill -9 during sign-ups and messages: every acknowledged one is in the log once',
  async run(torture) {
    const results: Result[] = []
    for (let done = 0; done < torture.cycles; done += KILLS_PER_LOG) {
      const folder = join(torture.folder, String(done))
      await mkdir(folder)
      const kills = Math.min(KILLS_PER_LOG, torture.cycles - done)
      results.push(await oneLog(await createSite({ folder, server }), torture, { done, kills, lifeMaxMs, timed }))
      await rm(folder, { recursive: true })
    }
    return outcomeOf(results)
  },
})

type Result = {
  kills: number
  early: number
  starts: number[]
  signUps: number
  messages: number
  repeats: number
  torn: number
  violations: string[]
}

type Plan = { done: number; kills: number; lifeMaxMs: number; timed: boolean }

async function oneLog(site: Site, torture: Torture, plan: Plan) {
  const { random, concurrency, cycles, progress } = torture
  const crowd = createCrowd({ site, random, concurrency })
  const result = { kills: 0, early: 0, starts: [] as number[], violations: [] as string[] }

  /** The server runs again, and every promise holds. */
  async function revive(): Promise<Life> {
    const life = site.begin()
    const { url, startMs, startCpuMs } = await life.ready()
    result.starts.push(startMs)
    if (plan.timed) result.violations.push(...(await costlyStart(startCpuMs)))
    result.violations.push(...(await crowd.check()))
    crowd.letIn(url)
    return life
  }

  let life = await revive()
  while (result.kills < plan.kills) {
    if (random.chance(EARLY)) {
      result.early++
      await kill(life)
      life = site.begin()
      await Bun.sleep(random.below(EARLY_MAX_MS))
    } else await Bun.sleep(random.below(plan.lifeMaxMs))
    await kill(life)
    life = await revive()
    progress(`kill ${plan.done + result.kills} of ${cycles}, ${crowd.figures().signUps} sign-ups in this log`)
  }
  async function kill(living: Life) {
    crowd.keepOut()
    await living.kill()
    result.kills++
  }
  await crowd.finish()
  await life.stop()
  result.violations.push(...(await crowd.checkFromTheBeginning()))
  const torn = await Promise.all([site.registrations, site.messages].map((file) => linesIn(`${file}.torn`)))
  return { ...result, ...crowd.figures(), torn: torn.reduce((sum, lines) => sum + lines, 0) }
}

const linesIn = async (path: string) =>
  (await Bun.file(path).exists()) ? (await Bun.file(path).text()).split('\n').length - 1 : 0

function outcomeOf(results: Result[]): Outcome {
  const sum = (key: 'kills' | 'early' | 'signUps' | 'messages' | 'repeats' | 'torn') =>
    results.reduce((total, result) => total + result[key], 0)
  const starts = results.flatMap((result) => result.starts)
  return {
    figures: [
      ['kills', sum('kills')],
      ['… before it listened', sum('early')],
      ['sign-ups acknowledged', sum('signUps')],
      ['… sent more than once', sum('repeats')],
      ['messages acknowledged', sum('messages')],
      ['torn last lines set aside', sum('torn')],
      ...spread('start', starts),
      [`… over ${SLOW_START_MS} ms by the clock`, starts.filter((ms) => ms > SLOW_START_MS).length],
    ],
    violations: [
      ...results.flatMap(({ violations }) => violations),
      ...(sum('signUps') > 0 ? [] : ['no request was answered, which proves nothing']),
    ],
  }
}
