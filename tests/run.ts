/**
 * `bun run test`: runs all tests and ends with `N passed, N failed`.
 *
 * - `--full`: tests run every row of their matrices and many repetitions (`isFullRun`).
 * - `--quick`: types, lint and server tests, without a browser and without the slowest quarter of the files.
 * - `--changed`: the tests that a change can affect, by imports (`affected-tests.ts`); `--since=REV`: since that commit.
 * - `--record`: the durations in `tests/timings.json`, by which test files are distributed, are recorded again.
 */
import { openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { NO_BROWSER_EXIT_CODE } from '#tests/browsers/engine.ts'
import { affectedTests } from '#tests/helpers/affected-tests.ts'
import { type Count, countBunTests, countJourneys } from '#tests/helpers/count.ts'
import { installChromium } from '#tests/helpers/install-chromium.ts'
import { installPackage } from '#tests/helpers/install-package.ts'
import { findPostgres } from '#tests/helpers/postgres.ts'

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    record: { type: 'boolean', default: false },
  },
})
const output = 'tests/output'
/** The workers of a group of tests. Groups follow one another: more workers would only wait for each other, and reach time limits. */
const CORES = Math.max(2, availableParallelism())
/** How long each file takes, by `--record`. */
const TIMINGS = 'tests/timings.json'
const TimingsSchema = v.object({ files: v.record(v.string(), v.number()) })
/** The part of the server test files that `--quick` leaves out: they start processes, use git much, or repeat; they take most of the time. */
const SLOW_PART = 1 / 4
/** Ends tests that hang. Busy machines take many times as long as idle ones. */
const TIMEOUT_MS = 60_000
/** The tests' folders grow to a part of this. */
const MEMORY_MIN_BYTES = 4 * 1024 ** 3
/** The tests' temporary folders, removed after the run. */
const temporary = await mkdtemp(join(await temporaryParent(), 'palletry-tests-'))
// Some tests run a command as another user.
await chmod(temporary, 0o711)

/** Memory where there is plenty: on a disk, the tests wait half of their time until it has written. */
async function temporaryParent(): Promise<string> {
  const shared = await statfs('/dev/shm').catch(() => undefined)
  return shared && shared.bavail * shared.bsize > MEMORY_MIN_BYTES ? '/dev/shm' : tmpdir()
}

type RunOptions = {
  env?: Record<string, string>
  /** A file for the output, which is printed when the run has ended. */
  log?: string
}

async function run(title: string, command: string[], { env, log }: RunOptions = {}): Promise<number> {
  if (!log) console.log(`\n── ${title}`)
  const file = log ? openSync(log, 'w') : ('inherit' as const)
  const child = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: file,
    stderr: file,
    env: { ...process.env, TMPDIR: temporary, TEST_RUN: options.full ? 'full' : '', ...env },
  })
  const exitCode = await child.exited
  if (log) console.log(`\n── ${title}\n${await Bun.file(log).text()}`)
  return exitCode
}

const filesLike = async (pattern: string) =>
  (await Array.fromAsync(new Bun.Glob(pattern).scan('tests'))).map((file) => `./tests/${file}`).sort()

/** Server tests of what may be in files or in PostgreSQL: they run on both. One file for each kind of record. */
const ON_BOTH_STORES = [
  'leads/list',
  'leads/erase',
  'contact/messages',
  'registration/storing',
  'notifications/following',
  'audit/audited',
  'admin/account',
  'admin/sessions',
  'admin/lockout',
]
/** Other tests of the same records: on PostgreSQL, they are in the full run. */
const ON_BOTH_STORES_IN_FULL = [
  'leads/lead',
  'leads/csv',
  'leads/command',
  'leads/verify',
  'notifications/site',
  'audit/audit-names',
  'audit/audit-page',
  'admin/login',
  'admin/login-proof',
  'admin/start-login',
  'admin/people-command',
  'admin/ended-confirmation',
]

/** A run that fails without a failed test (a crash, a file that does not load) counts as one failure. */
const judged = (title: string, clean: boolean, count: Count): Count =>
  clean || count.failed > 0
    ? count
    : { ...count, failed: count.failed + 1, failures: [...count.failures, `${title}: ended badly`] }

async function step(title: string, command: string[], options: RunOptions = {}): Promise<Count> {
  const clean = (await run(title, command, options)) === 0
  return clean ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [title] }
}

type BunTestOptions = { flags?: string[]; env?: Record<string, string>; workers?: number }

/** The workers take the slowest files first and share one sanitizer and one module registry per worker. */
async function bunTests(
  title: string,
  files: string[],
  { flags = [], env = {}, workers = CORES }: BunTestOptions = {},
): Promise<Count> {
  const report = `${output}/${title}.xml`
  const reporting = ['--dots', '--reporter=junit', `--reporter-outfile=${report}`]
  const sharing = [`--parallel=${workers}`, '--no-isolate', `--timings=${TIMINGS}`, `--timeout=${TIMEOUT_MS}`]
  if (options.record) sharing.push('--update-timings')
  const clean = (await run(title, ['bun', 'test', ...flags, ...sharing, ...reporting, ...files], { env })) === 0
  return judged(title, clean, await countBunTests(report))
}

async function journeys(chromium: string, files: string[]): Promise<Count> {
  const report = `${output}/journeys.json`
  const flags = ['--config=tests/playwright.config.ts', `--workers=${CORES}`]
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) }
  const command = ['bun', 'x', 'playwright', 'test', ...flags, ...files]
  const clean = (await run('journeys', command, { env, log: `${output}/journeys.log` })) === 0
  return judged('journeys', clean, await countJourneys(report))
}

/** Without the files that took longest when they were recorded; new ones stay. */
async function quickFiles(files: string[]): Promise<string[]> {
  const timings = v.parse(TimingsSchema, await Bun.file(TIMINGS).json()).files
  const duration = (file: string) => timings[file.slice(2)] ?? 0
  const slowFirst = files.toSorted((a, b) => duration(b) - duration(a))
  const slow = new Set(slowFirst.slice(0, Math.round(files.length * SLOW_PART)))
  console.log(`\n${slow.size} of ${files.length} files of server tests are left out: the slowest of ${TIMINGS}.`)
  return files.filter((file) => !slow.has(file))
}

/** Nothing runs for a group without files. */
const forFiles = async (files: string[], test: (files: string[]) => Promise<Count>): Promise<Count[]> =>
  files.length > 0 ? [await test(files)] : []

async function onPostgres(files: string[]): Promise<Count> {
  if (options.full && !findPostgres()) await installPackage('postgresql')
  if (findPostgres()) return bunTests('postgres', files, { env: { TEST_STORE: 'postgres' } })
  console.log('\n── postgres\nPostgreSQL is not installed, so its tests are skipped.')
  return { passed: 0, failed: 0, failures: [] }
}

/** Debian's packages of the programs that the examples in docs/operations are for. Their tests are skipped without them. */
const OPERATIONS = { nginx: 'nginx-light', caddy: 'caddy', promtool: 'prometheus', 'systemd-analyze': 'systemd' }
async function installOperations(): Promise<void> {
  for (const [program, name] of Object.entries(OPERATIONS)) if (!Bun.which(program)) await installPackage(name)
}

/** Firefox and WebKit. Where neither can be installed, nothing runs. */
async function otherBrowsers(): Promise<Count[]> {
  const code = await run('other browsers', ['bun', 'tests/browsers/run.ts'])
  if (code === NO_BROWSER_EXIT_CODE) return []
  const counts = await Promise.all((await filesLike('output/browsers/*.xml')).map(countBunTests))
  const isClean = code === 0 || counts.some(({ failed }) => failed > 0)
  return isClean ? counts : [...counts, judged('other browsers', false, { passed: 0, failed: 0, failures: [] })]
}

async function all(): Promise<Count[]> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const affected = options.changed ? await affectedTests(options.since) : undefined
  const select = (files: string[]) => (affected ? files.filter((file) => affected.has(file.slice(2))) : files)
  const everyScreen = await filesLike('**/*.screen.test.tsx')
  const everyServerTest = (await filesLike('**/*.test.{ts,tsx}')).filter((file) => !everyScreen.includes(file))
  const screens = options.quick ? [] : select(everyScreen)
  const server = options.quick ? await quickFiles(select(everyServerTest)) : select(everyServerTest)
  const journeyFiles = options.quick ? [] : select(await filesLike('**/*.journey.ts'))
  // The download of a browser takes time, but no core.
  const chromium = journeyFiles.length > 0 ? installChromium() : undefined
  chromium?.catch(() => {})

  if (options.full) await installOperations()
  const counts = [await step('build', ['bun', 'run', 'build'])]
  // Types are checked on one core: next to the first group of tests, no core is idle.
  const check = step('types, lint, format', ['bun', 'run', 'check'], { log: `${output}/check.log` })
  const dom = ['--preload', './tests/helpers/dom.ts']
  counts.push(...(await forFiles(screens, (files) => bunTests('screens', files, { flags: dom }))))
  // Its tests wait for disks, processes and databases a quarter of the time.
  counts.push(...(await forFiles(server, (files) => bunTests('server', files, { workers: CORES + 1 }))))
  counts.push(await check)
  if (chromium) counts.push(await journeys(await chromium, journeyFiles))
  const onBoth = [...ON_BOTH_STORES, ...(options.full ? ON_BOTH_STORES_IN_FULL : [])]
  const onBothFiles = onBoth.map((name) => `./tests/${name}.test.ts`)
  if (!options.quick) counts.push(...(await forFiles(select(onBothFiles), onPostgres)))
  if (options.full) counts.push(...(await otherBrowsers()))
  return counts
}

const counts = await all().finally(() => rm(temporary, { recursive: true, force: true }))
const failures = counts.flatMap(({ failures }) => failures)
if (failures.length > 0) console.log(`\n── failed\n\n${failures.join('\n\n')}`)
const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
