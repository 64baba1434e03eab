import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { percentile } from '#tests/bench/percentile.ts'
import { residentMegabytes } from '#tests/helpers/usage.ts'
import { login } from '#tests/torture/saving.ts'
import type { Figure, Outcome, Scenario, Torture } from '#tests/torture/scenario.ts'
import { createSite, REAL_SERVER } from '#tests/torture/site.ts'
import type { Attack } from './attacker.ts'
import { writeFloodContent } from './content.ts'
import { readFloodSite } from './flood-site.ts'
import { beginReading, type Reading } from './reader.ts'
import { type FloodRow, floodRows, READER } from './rows.ts'

const CONTENT = { posts: 600, terms: 200, words: 3_000 }
/** The table of docs/limits.md promises these to other visitors. */
const P95_LIMIT_MS = 100
const SIGN_UP_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 400
const MEMORY_LEFT = 1.2
/** How soon after an attack its memory is free again. */
const RECOVERY_MS = 60_000
const SAMPLE_MS = 500
const DEFAULT_SECONDS = 60

/** Each row of the table in docs/limits.md is attacked from one network, while a visitor of another one reads and signs up. */
export const floodScenario: Scenario = {
  name: 'flood',
  title: 'floods from one network: other visitors do not wait, and memory is bounded',
  async run(torture) {
    const rows = floodRows.filter(({ name }) => torture.rows?.includes(name) ?? true)
    const outcome: Outcome = { figures: [], violations: rows.length === 0 ? ['there is no such row'] : [] }
    for (const row of rows) {
      torture.progress(row.name)
      const { figures, violations } = await floodOne(row, torture)
      // At once: all rows together take half an hour.
      for (const [what, measured] of figures) console.log(`flood   ${what}  ${measured}`)
      outcome.figures.push(...figures)
      outcome.violations.push(...violations.map((text) => `${row.name}: ${text}`))
    }
    return outcome
  },
}

async function floodOne(row: FloodRow, { folder: place, seconds = DEFAULT_SECONDS }: Torture): Promise<Outcome> {
  const folder = join(place, row.name)
  await mkdir(folder)
  const env = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'on', ...row.env }
  const created = await createSite({ folder, server: REAL_SERVER, env })
  await writeFloodContent(folder, CONTENT)
  const life = created.begin()
  const { url } = await life.ready()
  const headers = { authorization: `Bearer ${await login(url)}`, 'content-type': 'application/json' }
  const ask = async (path: string, json?: unknown) => {
    const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
    return (await fetch(url + path, { headers, ...body })).json()
  }
  const site = await readFloodSite(ask, CONTENT)
  // First renders are not caused by the attack.
  await warmUp(url)
  const startMegabytes = await residentMegabytes(life.pid)
  const memory = watchMemory(life.pid)
  const reading = beginReading(url, row.name, row.env?.CAPTCHA === 'on')
  const attack = await attackWith({ url, row: row.name, seconds, site })
  const read = await reading.end()
  const megabytes = memory.end()
  const left = await afterRecovery(life.pid, startMegabytes * MEMORY_LEFT)
  await life.stop()
  return outcomeOf(row, attack, read, { start: startMegabytes, most: megabytes, left })
}

async function warmUp(url: string): Promise<void> {
  const headers = { 'x-forwarded-for': READER }
  for (const path of ['/', '/blog', '/api/blog-posts', '/readyz'])
    for (let n = 0; n < 20; n++) await (await fetch(url + path, { headers })).arrayBuffer()
  // The search index is built after the start, also without an attack.
  while ((await fetch(`${url}${apiPaths.posts}?q=made-up`, { headers })).status !== 200) await Bun.sleep(SAMPLE_MS)
  await Bun.sleep(2_000)
}

/** One process of the lowest priority. */
async function attackWith(options: unknown): Promise<Attack> {
  const child = Bun.spawn(
    ['nice', '-n', '19', process.execPath, join(import.meta.dir, 'attacker.ts'), `--attack=${JSON.stringify(options)}`],
    {
      stdout: 'pipe',
      stderr: 'inherit',
      env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '1000' },
    },
  )
  return JSON.parse(await new Response(child.stdout).text())
}

function watchMemory(pid: number) {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(pid))
  }, SAMPLE_MS)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}

/** The memory as soon as it is below the limit, or after a minute. */
async function afterRecovery(pid: number, limit: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const megabytes = await residentMegabytes(pid)
    if (megabytes < limit || performance.now() - began > RECOVERY_MS) return megabytes
    await Bun.sleep(SAMPLE_MS)
  }
}

type Memory = { start: number; most: number; left: number }

function outcomeOf({ name, limit }: FloodRow, attack: Attack, read: Reading, memory: Memory): Outcome {
  const { requests, seconds, statuses } = attack
  const p95 = percentile(read.times, 0.95)
  const longest = Math.max(0, ...read.signUps)
  const reached = limit.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
  const violations = [...new Set(read.wrong)]
  if (reached === 0) violations.push('the attack never reached the limit, which proves nothing')
  if (read.times.length === 0 || read.signUps.length === 0) violations.push('nobody else was served')
  if (p95 > P95_LIMIT_MS) violations.push(`/ took ${Math.round(p95)} ms (p95)`)
  if (longest > SIGN_UP_LIMIT_MS) violations.push(`a sign-up took ${Math.round(longest)} ms`)
  if (memory.most > MEMORY_LIMIT_MB) violations.push(`memory rose to ${Math.round(memory.most)} MB`)
  if (memory.left > memory.start * MEMORY_LEFT)
    violations.push(`memory stayed at ${Math.round(memory.left)} of ${Math.round(memory.start)} MB`)
  const failed = Object.entries(statuses).filter(([status]) => /^5(?!03)/.test(status))
  if (failed.length > 0) violations.push(`the attacker got ${failed.map(([status]) => status).join(', ')}`)
  const measured: Figure[] = [
    [`${name}: attacks a second`, Math.round(requests / seconds)],
    [
      '… by status',
      Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ],
    ['… /, p95', `${Math.round(p95)} ms`],
    ['… sign-ups, longest', `${read.signUps.length}, ${Math.round(longest)} ms`],
    ['… memory: start, most, left', `${[memory.start, memory.most, memory.left].map(Math.round).join(', ')} MB`],
  ]
  return { figures: measured, violations }
}
