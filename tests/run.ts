/** `bun run test`: installs what is missing, runs everything, ends with `N passed, N failed`. */
import { openSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Count, countBunTests, countJourneys } from '#tests/helpers/count.ts'
import { installChromium } from '#tests/helpers/install-chromium.ts'

const output = 'tests/output'
/** The tests' temporary folders, removed after the run. */
const temporary = await mkdtemp(join(tmpdir(), 'palletry-tests-'))

type RunOptions = {
  env?: Record<string, string> /** The captured output, printed when it has ended. */
  log?: string
}

async function run(title: string, command: string[], { env, log }: RunOptions = {}): Promise<boolean> {
  if (!log) console.log(`\n── ${title}`)
  const file = log ? openSync(log, 'w') : ('inherit' as const)
  const child = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: file,
    stderr: file,
    env: { ...process.env, TMPDIR: temporary, ...env },
  })
  const clean = (await child.exited) === 0
  if (log) console.log(`\n── ${title}\n${await Bun.file(log).text()}`)
  return clean
}

const filesLike = async (pattern: string) =>
  (await Array.fromAsync(new Bun.Glob(pattern).scan('tests'))).map((file) => `./tests/${file}`).sort()

/** A run that fails without a failed test (a crash, a file that does not load) counts as one failure. */
const judged = (title: string, clean: boolean, count: Count): Count =>
  clean || count.failed > 0
    ? count
    : { ...count, failed: count.failed + 1, failures: [...count.failures, `${title}: ended badly`] }

async function step(title: string, command: string[]): Promise<Count> {
  const clean = await run(title, command)
  return clean ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [title] }
}

async function bunTests(title: string, files: string[], flags: string[] = [], log?: string): Promise<Count> {
  const report = `${output}/${title.replaceAll(' ', '-')}.xml`
  const reporting = ['--reporter=junit', `--reporter-outfile=${report}`]
  const command = ['bun', 'test', ...flags, ...reporting, '--timeout=20000', ...files]
  const clean = await run(title, command, log ? { log } : {})
  return judged(title, clean, await countBunTests(report))
}

async function journeys(chromium: string): Promise<Count> {
  const report = `${output}/journeys.json`
  const command = ['bun', 'x', 'playwright', 'test', '--config=tests/playwright.config.ts']
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) }
  const clean = await run('journeys', command, { env })
  return judged('journeys', clean, await countJourneys(report))
}

async function all(): Promise<Count[]> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const counts = [
    await step('types, lint, format', ['bun', 'run', 'check']),
    await step('build', ['bun', 'run', 'build']),
  ]
  const screens = await filesLike('**/*.screen.test.tsx')
  const server = (await filesLike('**/*.test.ts')).concat(
    (await filesLike('**/*.test.tsx')).filter((file) => !screens.includes(file)),
  )
  // Tests often wait for a disk or a child process, so two halves in parallel take little more than half the time.
  const half = (rest: number) => server.filter((_, index) => index % 2 === rest)
  const halves = [bunTests('server one', half(0)), bunTests('server two', half(1), [], `${output}/server-two.log`)]
  counts.push(...(await Promise.all(halves)))
  counts.push(await bunTests('screens', screens, ['--preload', './tests/helpers/dom.ts']))
  counts.push(await journeys(await installChromium()))
  return counts
}

const counts = await all().finally(() => rm(temporary, { recursive: true, force: true }))
const failures = counts.flatMap(({ failures }) => failures)
if (failures.length > 0) console.log(`\n── failed\n\n${failures.join('\n\n')}`)
const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
