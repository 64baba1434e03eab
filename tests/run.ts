/** `bun run test`: installs what is missing, runs everything, ends with `N passed, N failed`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Count, countBunTests, countJourneys } from '#tests/helpers/count.ts'
import { installChromium } from '#tests/helpers/install-chromium.ts'

const output = 'tests/output'
/** Where the tests put their folders: gone with the run, whatever they leave. */
const temporary = await mkdtemp(join(tmpdir(), 'palletry-tests-'))

async function run(title: string, command: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n── ${title}`)
  const child = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    env: { ...process.env, TMPDIR: temporary, ...env },
  })
  return (await child.exited) === 0
}

const filesLike = async (pattern: string) =>
  (await Array.fromAsync(new Bun.Glob(pattern).scan('tests'))).map((file) => `./tests/${file}`).sort()

/** A run that ends badly without a failed test (a crash, a file that does not load) counts as one failure. */
const judged = (title: string, clean: boolean, count: Count): Count =>
  clean || count.failed > 0
    ? count
    : { ...count, failed: count.failed + 1, failures: [...count.failures, `${title}: ended badly`] }

async function step(title: string, command: string[]): Promise<Count> {
  const clean = await run(title, command)
  return clean ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [title] }
}

async function bunTests(title: string, files: string[], flags: string[] = []): Promise<Count> {
  const report = `${output}/${title}.xml`
  const reporting = ['--reporter=junit', `--reporter-outfile=${report}`]
  const clean = await run(title, ['bun', 'test', ...flags, ...reporting, '--timeout=20000', ...files])
  return judged(title, clean, await countBunTests(report))
}

async function journeys(chromium: string): Promise<Count> {
  const report = `${output}/journeys.json`
  const command = ['bun', 'x', 'playwright', 'test', '--config=tests/playwright.config.ts']
  const clean = await run('journeys', command, {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report),
  })
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
  counts.push(await bunTests('server', server))
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
