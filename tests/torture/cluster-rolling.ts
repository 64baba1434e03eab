import { join } from 'node:path'
import { build } from '#client/build/build.ts'
import { apiPaths } from '#contract/paths.ts'
import { hasCaddy } from '#tests/helpers/caddy.ts'
import { startCluster, type TestCluster } from '#tests/helpers/cluster.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import type { Random } from './random.ts'
import { login } from './saving.ts'
import { type Scenario, spread, type Torture } from './scenario.ts'
import { signUp, usernameOf } from './send.ts'
import { REAL_SERVER } from './site.ts'

/** Each replica is stopped and started so often, at 1,000 cycles. */
const ROUNDS_SHARE = 0.003
const READERS = 6
const COMPANIES = 2
/** Longer than two health checks of Caddy. */
const SHUTDOWN_DELAY = '3'
/** A replica serves for so long before the next one is stopped. */
const PAUSE_MS = 2_000
const TIMEOUT_MS = 20_000
const PATHS = ['/', '/features', '/pricing', '/blog', '/feed.xml']
const BUILD = 'client/dist'
const POST = 'before-the-container-lands'

/** A cycle is a thousandth of a round, in which each replica is replaced. */
export const rollingScenario: Scenario = {
  name: 'rolling',
  title:
    'each replica is replaced in turn, by one with another build, behind Caddy: no request of visitors and administrators fails',
  async run({ cycles, random, folder, progress }: Torture) {
    const missing = [...(hasPostgres ? [] : ['PostgreSQL']), ...(hasCaddy ? [] : ['Caddy'])]
    if (missing.length > 0)
      return { figures: [], violations: missing.map((name) => `${name} is not installed, which proves nothing`) }
    const [file = '', ...words] = REAL_SERVER
    // Its files have other names.
    const otherBuild = join(folder, 'other-build')
    await build({ outDir: otherBuild, production: false })
    const cluster = await startCluster({ replicas: 3, server: [file, ...words], environment: { SHUTDOWN_DELAY } })
    try {
      const load = await createVisitors(cluster, random)
      const rounds = Math.ceil(cycles * ROUNDS_SHARE)
      for (let round = 1; round <= rounds; round++)
        for (const [at, replica] of cluster.replicas.entries()) {
          progress(`round ${round} of ${rounds}, replica ${at + 1}`)
          await Bun.sleep(PAUSE_MS)
          await replica.stop()
          await replica.start({ dist: round % 2 === 1 ? otherBuild : BUILD })
        }
      await load.finish()
      const { times, failures, signUps, saves } = load
      return {
        figures: [
          ['replicas replaced', rounds * cluster.replicas.length],
          ['requests', times.length],
          ['… of them sign-ups', signUps()],
          ['… of them saves', saves()],
          ['failed requests', failures.length],
          ...spread('request', times),
        ],
        violations: times.length > 0 ? failures : ['no request was answered, which proves nothing'],
      }
    } finally {
      await cluster.close()
    }
  },
}

/** Readers of pages and of the files that these name, companies that sign up, and an author who saves. */
async function createVisitors({ url }: TestCluster, random: Random) {
  const failures: string[] = []
  const times: number[] = []
  let [number, signUps, saves] = [0, 0, 0]
  let finishing = false
  const token = await login(url)

  /** Returns the text of an answer 200. */
  async function get(path: string): Promise<string> {
    const began = performance.now()
    try {
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const text = await answer.text()
      if (!answer.ok) failures.push(`GET ${path} was answered ${answer.status}`)
      return text
    } catch (error) {
      failures.push(`GET ${path}: ${error}`)
      return ''
    } finally {
      times.push(performance.now() - began)
    }
  }
  async function reader(): Promise<void> {
    while (!finishing) {
      const page = await get(PATHS[random.below(PATHS.length)] ?? '/')
      const files = page.match(/\/(?:code|static)\/[\w.-]+/g) ?? []
      for (let n = 0; n < 3 && files.length > 0; n++) await get(files[random.below(files.length)] ?? '/')
    }
  }
  async function company(): Promise<void> {
    while (!finishing) {
      const mine = ++number
      const began = performance.now()
      const answer = await signUp(url, mine)
      times.push(performance.now() - began)
      if (answer?.status === 200) signUps++
      else failures.push(`${usernameOf(mine)} was answered ${answer?.status}: ${answer?.text}`)
    }
  }
  async function author(): Promise<void> {
    while (!finishing) {
      const form = new FormData()
      const fields = { title: `Save ${saves}`, summary: '<p>Short.</p>', content: 'Text.', format: 'md' }
      for (const [name, value] of Object.entries({ ...fields, category_id: 'production' })) form.set(name, value)
      const began = performance.now()
      const options = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` }, keepalive: false }
      const answer = await fetch(`${url}${apiPaths.post(POST)}?_method=PUT`, options).catch(String)
      times.push(performance.now() - began)
      if (typeof answer !== 'string' && answer.ok) saves++
      else
        failures.push(
          `a save was answered ${typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`}`,
        )
      await Bun.sleep(200)
    }
  }
  const working = [...Array.from({ length: READERS }, reader), ...Array.from({ length: COMPANIES }, company), author()]
  return {
    failures,
    times,
    signUps: () => signUps,
    saves: () => saves,
    async finish() {
      finishing = true
      await Promise.all(working)
    },
  }
}
