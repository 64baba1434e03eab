import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { fullScenario } from './full.ts'
import { gitStatesScenario } from './git-states.ts'
import { killScenario } from './kill.ts'
import { readOptions } from './options.ts'
import { createRandom } from './random.ts'
import { restoresScenario } from './restores.ts'
import { rivalsScenario } from './rivals.ts'
import { savesScenario } from './saves.ts'
import type { Scenario } from './scenario.ts'
import { IMPATIENT_SERVER, REAL_SERVER } from './site.ts'
import { slowScenario } from './slow.ts'
import { soakScenario } from './soak.ts'
import { stopScenario } from './stop.ts'
import { tornScenario } from './torn.ts'

/** Each scenario of `bun run torture` in small. In `bun run test:full`, the kill scenario runs the real server with real password hashes. */
const brief = { concurrency: 10, clients: isFullRun ? 60 : 15, minutes: 0.05 }
const representative: [Scenario, number][] = [
  isFullRun ? [killScenario({ server: REAL_SERVER, lifeMaxMs: 1_200 }), 3] : [killScenario({ timed: false }), 1],
  [tornScenario, isFullRun ? 60 : 20],
  [slowScenario({ server: IMPATIENT_SERVER, timed: false }), 1],
]
/**
 * Other tests cover parts of these: two processes on one folder, a stop with a pending request, memory, a full disk
 * (`tests/faults/forms.test.ts`), kills during saves (`tests/git/kill.test.ts`).
 */
const inFullRun: [Scenario, number][] = [
  [fullScenario({ mount: false }), 1],
  [savesScenario, 10],
  [restoresScenario, 250],
  [gitStatesScenario, 300],
  [rivalsScenario({ server: REAL_SERVER }), 30],
  [stopScenario({ server: REAL_SERVER }), 2],
  [soakScenario({ timed: false }), 1],
]
const scenarios = isFullRun ? [...representative, ...inFullRun] : representative

test.each(scenarios.map(([scenario, cycles]) => [scenario.title, scenario, cycles] as const))(
  '%s',
  async (_, { run }, cycles) => {
    const folder = await mkdtemp(join(tmpdir(), 'torture-'))
    try {
      const outcome = await run({ ...brief, cycles, folder, random: createRandom(7), progress: () => {} })
      expect(outcome.violations).toEqual([])
      expect(outcome.figures.length).toBeGreaterThan(1)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  120_000,
)

test('limits its options and rejects invalid ones', () => {
  const read = (...args: string[]) => readOptions(args, ['kill', 'torn'])
  expect(read('--seed=1')).toMatchObject({
    cycles: 1000,
    concurrency: 50,
    clients: 500,
    minutes: 5,
    seed: 1,
    only: ['kill', 'torn'],
  })
  expect(read('--only=torn', '--cycles=5').only).toEqual(['torn'])
  const flood = readOptions(['--only=flood', '--seconds=15', '--rows=lists,pages'], ['kill'], ['flood'])
  expect(flood).toMatchObject({ only: ['flood'], seconds: 15, rows: ['lists', 'pages'] })
  expect(readOptions([], ['kill'], ['flood']).only).toEqual(['kill'])
  expect(() => read('--only=fire')).toThrow('There is no fire, only kill, torn.')
  expect(() => read('--cycles=0')).toThrow('0 is no number from 1 to 100000.')
})
