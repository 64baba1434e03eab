import { existsSync } from 'node:fs'

export type Count = { passed: number; failed: number }

const attribute = (tag: string, name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0)

/** Reads bun's JUnit report. No report: nothing ran. */
export async function countBunTests(report: string): Promise<Count> {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const root = /<testsuites[^>]*>/.exec(await Bun.file(report).text())?.[0] ?? ''
  const failed = attribute(root, 'failures')
  return {
    passed: attribute(root, 'tests') - failed - attribute(root, 'skipped'),
    failed,
  }
}

/** Reads Playwright's JSON report: a test that passed only at its second try counts as passed, and is printed as flaky by its own reporter. */
export async function countJourneys(report: string): Promise<Count> {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats } = (await Bun.file(report).json()) as {
    stats: { expected: number; flaky: number; unexpected: number }
  }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}
