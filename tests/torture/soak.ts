import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type MemorySample, middle, slope } from '#tests/bench/memory.ts'
import { percentile } from '#tests/bench/percentile.ts'
import { openFiles, residentMegabytes } from '#tests/helpers/usage.ts'
import { another } from '#tests/registration/a-registration.ts'
import { type Connection, openConnection, requestText } from './connection.ts'
import { createSaver, fileOf, firstText, login } from './saving.ts'
import { type Outcome, type Scenario, spread, type Torture } from './scenario.ts'
import { CHEAP_SERVER, createSite } from './site.ts'

const SIGN_UPS = 0.01
const SAVE_EVERY_MS = 5_000
const POST = 'post-0'
/** A share of the time that is ignored: first renders and compilation are not growth. */
const WARM_UP = 0.2
const GROWTH_LIMIT_MB = 20
/** At each end of the comparison, one sample per second. */
const SAMPLES_COMPARED = 15
const P99_LIMIT_MS = 100

const reads = [pagePaths.home, pagePaths.blog, apiPaths.posts].map((path) => requestText(path))

/** `timed`: whether speed and memory count; in short runs or on a busy machine they say nothing. */
export type SoakOptions = { server?: readonly string[]; timed?: boolean }

/** `concurrency` connections are busy for so many `minutes`. */
export const soakScenario = ({ server = CHEAP_SERVER, timed = true }: SoakOptions = {}): Scenario => ({
  name: 'soak',
  title: 'sustained mixed load: no errors and no growth of memory',
  async run(torture) {
    const { folder, random, minutes, progress } = torture
    const site = await createSite({ folder, server })
    await Bun.write(`${folder}/content/${fileOf(POST)}`, firstText)
    const life = site.begin()
    const { url } = await life.ready()
    const token = await login(url)
    const saver = createSaver({ folder, id: POST, random })
    const load = beginLoad(Number(new URL(url).port), torture)

    const total = minutes * 60_000
    const memory: Sample[] = []
    const began = performance.now()
    let [nextSave, saves] = [0, 0]
    for (let ms = 0; ms < total; ms = performance.now() - began) {
      if (ms >= nextSave) {
        nextSave = ms + SAVE_EVERY_MS
        if (await saver.save(url, token)) saves++
      }
      await Bun.sleep(Math.min(1_000, total / 10))
      memory.push({ ms, megabytes: await residentMegabytes(life.pid), files: await openFiles(life.pid) })
      progress(`${Math.round(ms / 1000)} of ${Math.round(total / 1000)} s, ${load.times.length} answers`)
    }
    await load.end()
    await life.stop()
    return outcomeOf(load, memory, { total, saves, timed, wrong: await saver.check() })
  },
})

type Sample = MemorySample & { files: number }

function beginLoad(port: number, { concurrency, random }: Pick<Torture, 'concurrency' | 'random'>) {
  const times: number[] = []
  const wrong = new Map<string, number>()
  let signUps = 0
  let ending = false

  async function client() {
    let connection: Connection | undefined
    while (!ending) {
      if (!connection?.isOpen()) connection = await openConnection(port)
      const isSignUp = random.chance(SIGN_UPS)
      const text = isSignUp
        ? requestText(apiPaths.register, another(++signUps))
        : (reads[random.below(reads.length)] ?? '')
      const sent = performance.now()
      const fate = await connection.ask(text)
      times.push(performance.now() - sent)
      if (fate.how === 'answered' && fate.status === 200) continue
      const what = `${isSignUp ? 'a sign-up' : 'a page'}: ${JSON.stringify(fate)}`
      wrong.set(what, (wrong.get(what) ?? 0) + 1)
      if (fate.how === 'refused') return
    }
    connection?.close()
  }
  const all = Promise.all(Array.from({ length: concurrency }, client))

  return {
    times,
    signUps: () => signUps,
    wrong: () => [...wrong].map(([what, count]) => `${what}, ${count} times`),
    async end() {
      ending = true
      await all
    },
  }
}

type Soaked = { total: number; saves: number; timed: boolean; wrong: string[] }

function outcomeOf(
  load: ReturnType<typeof beginLoad>,
  memory: Sample[],
  { total, saves, timed, wrong }: Soaked,
): Outcome {
  const warm = memory.filter(({ ms }) => ms >= total * WARM_UP)
  const lastHalf = memory.filter(({ ms }) => ms >= total / 2)
  const [before, after] = [middle(warm.slice(0, SAMPLES_COMPARED)), middle(warm.slice(-SAMPLES_COMPARED))]
  const growth = after - before
  const p99 = percentile(load.times, 0.99)
  const violations = [...load.wrong(), ...wrong]
  if (timed && growth > GROWTH_LIMIT_MB) violations.push(`memory grew by ${Math.round(growth)} MB`)
  if (timed && p99 > P99_LIMIT_MS) violations.push(`p99 was ${Math.round(p99)} ms`)
  if (load.times.length === 0 || saves === 0) violations.push('nothing was done, which proves nothing')
  return {
    figures: [
      ['requests', load.times.length],
      ['… a second', Math.round(load.times.length / (total / 1000))],
      ['… sign-ups', load.signUps()],
      ['saves of a post', saves],
      ...spread('answer', load.times),
      ['memory after the warm-up', `${Math.round(before)} MB`],
      ['… at the end', `${Math.round(after)} MB`],
      ['… slope', `${slope(warm).toFixed(2)} MB/min`],
      ['… slope of the second half', `${slope(lastHalf).toFixed(2)} MB/min`],
      ['open files after the warm-up, at the end', `${warm[0]?.files}, ${warm.at(-1)?.files}`],
    ],
    violations,
  }
}
