/**
 * `bun run test:browsers`: the journeys of this folder in Firefox and in WebKit, which is Safari's engine. Installs what
 * is missing from Debian. Exits with 3 when neither could run. `bun run test:browsers webkit` runs one of them.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Count, countBunTests } from '#tests/helpers/count.ts'
import { installPackage } from '#tests/helpers/install-package.ts'
import { NO_BROWSER_EXIT_CODE } from './engine.ts'
import { createFirefox, FIREFOX } from './firefox.ts'
import { createWebKit, findMiniBrowser } from './webkit.ts'

/** Ends journeys that hang. Busy machines take many times as long as idle ones. */
const TIMEOUT_MS = 600_000
const OUTPUT = 'tests/output/browsers'

const browsers = {
  firefox: {
    packages: ['firefox-esr'],
    isInstalled: () => existsSync(FIREFOX),
    create: createFirefox,
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb', 'openbox'],
    isInstalled: () =>
      findMiniBrowser() !== undefined && ['WebKitWebDriver', 'Xvfb', 'openbox'].every((name) => Bun.which(name)),
    create: createWebKit,
  },
}
type Name = keyof typeof browsers

async function versionOf(name: Name): Promise<string> {
  const engine = await browsers[name].create()
  const version = await engine.version()
  await engine.end()
  return version
}

/** Returns `undefined` where the browser cannot be installed. */
async function runIn(name: Name): Promise<Count | undefined> {
  const { packages, isInstalled } = browsers[name]
  if (!isInstalled()) for (const one of packages) await installPackage(one)
  if (!isInstalled()) {
    console.log(
      `\n── ${name}\nNot installed, so its journeys are skipped. On Debian: apt-get install ${packages.join(' ')}`,
    )
    return undefined
  }
  console.log(`\n── ${await versionOf(name)}`)
  const report = `${OUTPUT}/${name}.xml`
  const reporting = ['--reporter=junit', `--reporter-outfile=${report}`]
  const files = [...new Bun.Glob('tests/browsers/*.browser.ts').scanSync()].sort().map((file) => `./${file}`)
  const child = Bun.spawn(
    ['bun', 'test', '--preload', './tests/browsers/journey.ts', `--timeout=${TIMEOUT_MS}`, ...reporting, ...files],
    { env: { ...process.env, BROWSER: name }, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' },
  )
  const isClean = (await child.exited) === 0
  const count = await countBunTests(report)
  return isClean || count.failed > 0 ? count : { ...count, failed: 1, failures: [`${name}: ended badly`] }
}

const isName = (name: string): name is Name => name in browsers
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !isName(name))
if (unknown.length > 0) throw new Error(`Unknown browser. Choose one of: ${Object.keys(browsers).join(', ')}.`)
await mkdir(OUTPUT, { recursive: true })

const counts: Count[] = []
for (const name of Object.keys(browsers).filter(isName)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const count = await runIn(name)
  if (count) counts.push(count)
}
const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0)
const failures = counts.flatMap(({ failures: found }) => found)
if (failures.length > 0) console.log(`\n── failed\n\n${failures.join('\n\n')}`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
if (counts.length === 0) process.exit(NO_BROWSER_EXIT_CODE)
process.exit(sum('failed') === 0 ? 0 : 1)
