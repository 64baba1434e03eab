import { existsSync } from 'node:fs'

/** `failures`: the title of each test that failed, and how its message begins. */
export type Count = { passed: number; failed: number; failures: string[] }

const MESSAGE_LINES = 8
const nothingRan = (what: string): Count => ({ passed: 0, failed: 1, failures: [`${what}: there is no report`] })
const attribute = (tag: string, name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0)
const failure = (title: string, message: string) =>
  [title, ...message.trim().split('\n').filter(Boolean).slice(0, MESSAGE_LINES)].join('\n    ')

/** Reads bun's JUnit report. No report: nothing ran. */
export async function countBunTests(report: string): Promise<Count> {
  if (!existsSync(report)) return nothingRan(report)
  const xml = await Bun.file(report).text()
  const root = /<testsuites[^>]*>/.exec(xml)?.[0] ?? ''
  const failed = attribute(root, 'failures')
  return {
    passed: attribute(root, 'tests') - failed - attribute(root, 'skipped'),
    failed,
    failures: [...xml.matchAll(/<testcase name="([^"]*)"[^>]*?file="([^"]*)"[^>]*>\s*<failure([^>]*)>/g)].map(
      ([, name = '', file = '', why = '']) =>
        failure(`${file}: ${unescaped(name)}`, unescaped(/message="([^"]*)"/.exec(why)?.[1] ?? '')),
    ),
  }
}

type Journeys = { suites?: Journeys[]; specs?: Journey[] }
type Journey = { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }

/** Reads Playwright's JSON report. */
export async function countJourneys(report: string): Promise<Count> {
  if (!existsSync(report)) return nothingRan(report)
  const { stats, ...root }: Journeys & { stats: { expected: number; unexpected: number } } =
    await Bun.file(report).json()
  const failures = specsIn(root).filter(({ ok }) => !ok)
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: failures.map(({ file, title, tests }) =>
      failure(
        `${file}: ${title}`,
        Bun.stripANSI(tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n')),
      ),
    ),
  }
}

const specsIn = ({ suites = [], specs = [] }: Journeys): Journey[] => [...specs, ...suites.flatMap(specsIn)]

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#10': '\n' }
const unescaped = (text: string) => text.replace(/&(quot|amp|lt|gt|apos|#10);/g, (_, name) => entities[name] ?? '')
