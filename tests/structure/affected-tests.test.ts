import { describe, expect, test } from 'bun:test'
import { testsOf } from '#tests/helpers/affected-tests.ts'

const file = (path: string, imports: string[] = [], text = '') => ({ path, imports, text })
const all = [
  file('server/leads/csv.ts'),
  file('server/leads/leads.ts', ['./csv.ts']),
  file('server/main.ts', ['#server/leads/leads.ts']),
  file('client/pricing/price.tsx'),
  file('tests/helpers/source.ts'),
  file('tests/helpers/site.ts', [], "spawn('bun', ['server/main.ts'])"),
  file('tests/helpers/journey.ts', ['./site.ts']),
  file('tests/leads/csv.test.ts', ['#server/leads/csv.ts']),
  file('tests/leads/list.test.ts', ['#server/leads/leads.ts']),
  file('tests/health/process.test.ts', ['#tests/helpers/site.ts']),
  file('tests/pricing/price.screen.test.tsx', ['#client/pricing/price.tsx']),
  file('tests/pricing/pricing.journey.ts', ['#tests/helpers/journey.ts']),
  file('tests/structure/imports.test.ts', ['#tests/helpers/source.ts']),
]
const ALWAYS = 'tests/structure/imports.test.ts'
const affected = (...changed: string[]) => [...testsOf(all, changed)].filter((path) => path !== ALWAYS)

describe('the tests that a change can affect', () => {
  test('import the changed file directly, through others, or through a program that they start', () => {
    expect(affected('server/leads/csv.ts')).toEqual([
      'tests/leads/csv.test.ts',
      'tests/leads/list.test.ts',
      'tests/health/process.test.ts',
    ])
  })

  test('include the journeys of the changed feature', () => {
    expect(affected('client/pricing/price.tsx')).toEqual([
      'tests/pricing/price.screen.test.tsx',
      'tests/pricing/pricing.journey.ts',
    ])
  })

  test('are only the test itself when nothing else is changed', () => {
    expect(affected('tests/leads/list.test.ts')).toEqual(['tests/leads/list.test.ts'])
  })

  test('always include those that look at the whole tree', () => {
    expect([...testsOf(all, [])]).toEqual([ALWAYS])
  })
})
