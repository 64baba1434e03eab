import { constants, setPriority } from 'node:os'
import { openBrowser } from './lighthouse-browser.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const audited = {
  'LCP ms': 'largest-contentful-paint',
  'FCP ms': 'first-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const
export const audits = Object.keys(audited) as (keyof typeof audited)[]

/** Scores out of 100 and measurements, by name. */
export type Run = Record<string, number>
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
  runtimeError?: { message: string }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** One run in a fresh browser. Throws when Lighthouse fails. */
async function once(url: string, report: string, chromium: string): Promise<Run> {
  const browser = await openBrowser(chromium)
  try {
    await judge(url, report, browser.port)
  } finally {
    await browser.close()
  }
  const found: Report = await Bun.file(report).json()
  if (found.runtimeError) throw new Error(found.runtimeError.message)
  return Object.fromEntries([
    ...categories.map((one) => [one, Math.round((found.categories[one]?.score ?? 0) * 100)] as const),
    ...audits.map((one) => [one, rounded(found.audits[audited[one]]?.numericValue ?? Number.NaN)] as const),
  ])
}

/** On two cores Lighthouse's own work would count as the page's, so it runs at lower priority. */
async function judge(url: string, report: string, port: string): Promise<void> {
  const command = ['bun', 'x', '--bun', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${report}`]
  const child = Bun.spawn([...command, `--port=${port}`, `--only-categories=${categories.join()}`], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const output = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(output)
}

/** Chromium occasionally loses the beginning of its trace: such a run is discarded. */
export async function runLighthouse(url: string, report: string, chromium: string, tries = 3): Promise<Run> {
  try {
    return await once(url, report, chromium)
  } catch (error) {
    if (tries === 1) throw error
    return runLighthouse(url, report, chromium, tries - 1)
  }
}
