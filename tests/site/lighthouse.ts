/**
 * `bun run lighthouse [--json=FILE] [--runs=5] [path…]`: Lighthouse for mobile on the pages below, the median of five runs each,
 * against a site that it starts; and the same pages without scripts, as a lower bound of the paint time. Not a test: it downloads
 * Lighthouse from npm, takes minutes, and requires an idle machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '#client/build/build.ts'
import { percentile } from '#tests/bench/percentile.ts'
import { installChromium } from '#tests/helpers/install-chromium.ts'
import { startSite } from '#tests/helpers/site.ts'
import { audits, categories, type Run, runLighthouse } from './lighthouse-run.ts'
import { withoutScripts } from './without-scripts.ts'

const PAGES = ['/', '/pricing', '/features', '/bakery-erp', '/blog', '/blog/counting-jars']

const wanted: Record<string, (value: number, scriptless: number) => boolean> = {
  performance: (value) => value >= 99,
  accessibility: (value) => value === 100,
  'best-practices': (value) => value === 100,
  seo: (value) => value === 100,
  'LCP ms': (value, scriptless) => value <= 1350 && value <= scriptless * 1.05,
  'TBT ms': (value) => value <= 50,
  CLS: (value) => value === 0,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, runs: { type: 'string', default: '5' } },
})
const chromium = await installChromium()
await build()
const dir = await mkdtemp(join(tmpdir(), 'lighthouse-'))
const site = await startSite()
const scriptless = withoutScripts(site.url)

/** The median of each measurement separately. */
const medianOf = (runs: Run[]): Run =>
  Object.fromEntries(
    [...categories, ...audits].map((name) => [
      name,
      percentile(
        runs.map((run) => run[name] ?? Number.NaN),
        0.5,
      ),
    ]),
  )

/** Both forms alternate, so that load affects both. */
async function measure(path: string): Promise<{ page: Run; still: Run }> {
  const page: Run[] = []
  const plain: Run[] = []
  for (let turn = 0; turn < Number(values.runs); turn++) {
    page.push(await runLighthouse(site.url + path, join(dir, 'report.json'), chromium))
    plain.push(await runLighthouse(scriptless.url + path, join(dir, 'report.json'), chromium))
  }
  return { page: medianOf(page), still: medianOf(plain) }
}

const table: Record<string, Record<string, number>> = {}
const missed: string[] = []
try {
  for (const path of positionals.length > 0 ? positionals : PAGES) {
    const { page, still } = await measure(path)
    table[path] = {
      ...page,
      'LCP ms, no scripts': still['LCP ms'] ?? Number.NaN,
      'TBT ms, no scripts': still['TBT ms'] ?? Number.NaN,
    }
    for (const [name, holds] of Object.entries(wanted))
      if (!holds(page[name] ?? Number.NaN, still['LCP ms'] ?? Number.NaN)) missed.push(`${path}: ${name}`)
    console.log(path, JSON.stringify(table[path]))
  }
} finally {
  scriptless.stop()
  await site.close()
  await rm(dir, { recursive: true, force: true })
}
console.table(table)
if (values.json)
  await Bun.write(values.json, `${JSON.stringify({ runs: Number(values.runs), table, missed }, null, 2)}\n`)
if (missed.length > 0) console.log(`Not as wanted: ${missed.join(', ')}`)
process.exit(missed.length > 0 ? 1 : 0)
