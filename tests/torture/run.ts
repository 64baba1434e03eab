/** `bun run torture`: repeated failures on a real server. Exits with 1 when data was lost. */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abortedJobsScenario } from './aborted-jobs.ts'
import { clusterScenario } from './cluster.ts'
import { liveScenario } from './cluster-live.ts'
import { rollingScenario } from './cluster-rolling.ts'
import { floodScenario } from './flood/flood.ts'
import { fullScenario } from './full.ts'
import { gitStatesScenario } from './git-states.ts'
import { killScenario } from './kill.ts'
import { readOptions } from './options.ts'
import { createRandom } from './random.ts'
import { restoresScenario } from './restores.ts'
import { rivalsScenario } from './rivals.ts'
import { savesScenario } from './saves.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { slowScenario } from './slow.ts'
import { soakScenario } from './soak.ts'
import { stopScenario } from './stop.ts'
import { tornScenario } from './torn.ts'

/** In order of execution. Add new scenarios here. */
const scenarios: readonly Scenario[] = [
  tornScenario,
  fullScenario(),
  killScenario(),
  rivalsScenario(),
  savesScenario,
  restoresScenario,
  gitStatesScenario,
  stopScenario(),
  slowScenario(),
  abortedJobsScenario,
  soakScenario(),
]
/** Only by name: it needs an idle machine, and twenty minutes. */
const namedScenarios: readonly Scenario[] = [floodScenario]
/** With `--cluster`, instead of those: it needs PostgreSQL. */
const clusterScenarios: readonly Scenario[] = [liveScenario, rollingScenario, clusterScenario]

/** More of them would add no information. */
const VIOLATIONS_SHOWN = 20

type Report = Outcome & { name: string; seconds: number }

/** Without a terminal, the progress is a line of the output now and then. */
const PROGRESS_MS = 30_000

function createProgress(name: string) {
  const { isTTY } = process.stdout
  let printed = performance.now()
  return (text: string): void => {
    if (!isTTY && performance.now() - printed < PROGRESS_MS) return
    printed = performance.now()
    process.stdout.write(isTTY ? `\r\x1b[K${name}: ${text}` : `${name}: ${text}\n`)
  }
}

async function run({ name, run }: Scenario, options: Options, place: string): Promise<Report> {
  const folder = join(place, name)
  await mkdir(folder)
  const began = performance.now()
  const progress = createProgress(name)
  const outcome = await run({ ...options, random: createRandom(options.seed), folder, progress }).catch(
    (error): Outcome => ({ figures: [], violations: [`broke off: ${error instanceof Error ? error.stack : error}`] }),
  )
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  return { name, seconds: Math.round((performance.now() - began) / 100) / 10, ...outcome }
}

function print({ name, seconds, figures, violations }: Report) {
  const rows = [...figures, ['time', `${seconds} s`], ['violations', violations.length]] as const
  for (const [what, measured] of rows)
    console.log(`${name.padEnd(6)}  ${what.padEnd(44)}  ${String(measured).padStart(12)}`)
  for (const violation of violations.slice(0, VIOLATIONS_SHOWN))
    console.log(`${name.padEnd(6)}  VIOLATION: ${violation}`)
}

type Options = ReturnType<typeof readOptions>

async function all(options: Options): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), 'torture-'))
  let isLeft = false
  process.once('exit', () => (isLeft ? undefined : rmSync(place, { recursive: true, force: true })))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  if (!(await Bun.file('client/dist/manifest.json').exists())) await Bun.$`bun run build`.quiet()
  console.log(`seed ${options.seed}, ${options.cycles} cycles, ${options.concurrency} at the same time`)
  const reports: Report[] = []
  for (const scenario of (options.cluster ? clusterScenarios : [...scenarios, ...namedScenarios]).filter(({ name }) =>
    options.only.includes(name),
  )) {
    console.log(`── ${scenario.title}`)
    const report = await run(scenario, options, place)
    print(report)
    reports.push(report)
    isLeft ||= options.keep && report.violations.length > 0
  }
  if (isLeft) console.log(`The folders are in ${place}.`)
  if (options.json) await Bun.write(options.json, `${JSON.stringify({ ...options, reports }, null, 2)}\n`)
  return reports.every(({ violations }) => violations.length === 0)
}

if (import.meta.main) {
  const options = readOptions(
    process.argv.slice(2),
    scenarios.map(({ name }) => name),
    namedScenarios.map(({ name }) => name),
    clusterScenarios.map(({ name }) => name),
  )
  process.exit((await all(options)) ? 0 : 1)
}
