/**
 * `bun run lighthouse [path…]`: Lighthouse for mobile on the pages below, the median of five runs each, against a site
 * that it starts itself. Not a test: it fetches Lighthouse from npm, takes minutes, and wants a machine that does nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '#client/build.ts'
import { chromiumFlags } from '#tests/helpers/chromium.ts'
import { installChromium } from '#tests/helpers/install-chromium.ts'
import { startSite } from '#tests/helpers/site.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const PAGES = ['/', '/pricing', '/features', '/bakery-erp', '/blog']
const RUNS = 5
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof wanted
type Scores = Record<Category, number>
type Report = { categories: Record<Category, { score: number | null }>; runtimeError?: { message: string } }

const categories = Object.keys(wanted) as Category[]

/** One run in a fresh browser. Throws where Lighthouse cannot do its work. */
async function run(url: string, report: string, chromium: string): Promise<Scores> {
  const command = ['bun', 'x', '--bun', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${report}`]
  const flags = [`--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`, `--only-categories=${categories.join()}`]
  const child = Bun.spawn([...command, ...flags], {
    env: { ...process.env, CHROME_PATH: chromium },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(said)
  const { categories: found, runtimeError }: Report = await Bun.file(report).json()
  if (runtimeError) throw new Error(runtimeError.message)
  return Object.fromEntries(categories.map((one) => [one, Math.round((found[one].score ?? 0) * 100)])) as Scores
}

/** Now and then Chromium loses the beginning of its own recording: such a run says nothing of the page. */
async function runAgain(url: string, report: string, chromium: string, tries = 3): Promise<Scores> {
  try {
    return await run(url, report, chromium)
  } catch (error) {
    if (tries === 1) throw error
    return runAgain(url, report, chromium, tries - 1)
  }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** The median of each category by itself. */
async function measure(url: string, dir: string, chromium: string): Promise<Scores> {
  const runs: Scores[] = []
  for (let turn = 0; turn < RUNS; turn++) runs.push(await runAgain(url, join(dir, 'report.json'), chromium))
  return Object.fromEntries(categories.map((one) => [one, median(runs.map((scores) => scores[one]))])) as Scores
}

const asked = process.argv.slice(2)
const chromium = await installChromium()
await build()
const dir = await mkdtemp(join(tmpdir(), 'lighthouse-'))
const site = await startSite()
const table: Record<string, Scores> = {}
try {
  for (const path of asked.length > 0 ? asked : PAGES) {
    table[path] = await measure(site.url + path, dir, chromium)
    console.log(path, ...categories.map((one) => `${one} ${table[path]?.[one]}`))
  }
} finally {
  await site.close()
  await rm(dir, { recursive: true, force: true })
}
console.table(table)
const low = Object.values(table).some((scores) => categories.some((one) => scores[one] < wanted[one]))
process.exit(low ? 1 : 0)
