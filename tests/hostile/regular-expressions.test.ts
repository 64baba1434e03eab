import { describe, expect, test } from 'bun:test'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { attackStrings, attackUnits } from './attack-strings.ts'
import { expressionsIn, sourceExpressions } from './source-expressions.ts'

/** Characters; the second size is four times as long, and so is its linear time. */
const SIZE = 50_000
const GROWTH_MAX = 8
/** Short sizes show whether the long ones are worth trying. */
const PROBES = isFullRun ? [2_000, 6_000, 20_000] : [2_000, 20_000]
const LONGEST_PROBE = 20_000
const PROBE_NOISE_MS = 2
/** Which texts of a unit are tried: in `bun run test`, the one whose end cannot match, after which an expression backtracks. */
const ENDS = isFullRun ? [0, 1, 2] : [1]
/** Shorter times say nothing about growth. */
const NOISE_MS = 5
const TRIES = 3
/** A time that needs no second try. */
const HOPELESS_MS = 100

/** CPU milliseconds of this thread, the minimum of some tries, so that other threads and processes hardly matter. */
function timeOf(expression: RegExp, text: string): number {
  const all = expression.sticky ? expression : new RegExp(expression.source, `${expression.flags.replace('g', '')}g`)
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = process.threadCpuUsage()
    text.replace(all, '')
    least = Math.min(least, process.threadCpuUsage(before).user / 1000)
    if (least < PROBE_NOISE_MS || least > HOPELESS_MS) break
  }
  return least
}

type Slow = { unit: string; milliseconds: number[] }

/**
 * Returns the attack whose time grows more than eightfold while its length grows fourfold, if any. Attacks that are slow on short
 * texts, and the slowest of all, are also tried at 50 and 200 kB.
 */
function superlinear(expression: RegExp): Slow | undefined {
  let worst = { unit: '', which: 0, probe: -1 }
  for (const unit of attackUnits(expression)) {
    for (const which of ENDS) {
      const time = timesOf(expression, unit, which)
      const slow = firstGrowth(time)
      if (slow) return { unit, milliseconds: slow }
      const probe = time(LONGEST_PROBE)
      if (probe > worst.probe) worst = { unit, which, probe }
      const milliseconds = probe >= PROBE_NOISE_MS ? grown(time, SIZE, NOISE_MS) : undefined
      if (milliseconds) return { unit, milliseconds }
    }
  }
  const milliseconds = grown(timesOf(expression, worst.unit, worst.which), SIZE, NOISE_MS)
  return milliseconds && { unit: worst.unit, milliseconds }
}

/** Stops at the first: longer texts of a superlinear expression take minutes. */
function firstGrowth(time: (characters: number) => number): number[] | undefined {
  for (const probe of PROBES) {
    const milliseconds = grown(time, probe)
    if (milliseconds) return milliseconds
  }
  return undefined
}

/** Measures each length once. */
function timesOf(expression: RegExp, unit: string, which: number) {
  const measured = new Map<number, number>()
  return (characters: number) => {
    const time =
      measured.get(characters) ?? timeOf(expression, unit === '' ? '' : (attackStrings(unit, characters)[which] ?? ''))
    measured.set(characters, time)
    return time
  }
}

/**
 * Both times, if the second exceeds eight times the first and the noise. Very slow expressions are found on short texts, so that the
 * test ends.
 */
function grown(time: (characters: number) => number, characters: number, noiseMs = PROBE_NOISE_MS) {
  const small = time(characters)
  const isMeasured = small >= noiseMs || characters === SIZE
  if (!isMeasured) return undefined
  const large = time(4 * characters)
  return large > GROWTH_MAX * Math.max(small, noiseMs) ? [small, large] : undefined
}

/** Scripts that run by hand on files of this repository. */
const NOT_SERVED = /^server\/dev/

const ESCAPES_AND_CLASSES = /\\.|\[(?:\\.|[^\]\\])*\]/g

/** Without a repetition, each place of a text takes the same time. */
const hasRepetition = ({ source }: RegExp) => /[*+]|\{\d+,/.test(source.replace(ESCAPES_AND_CLASSES, 'x'))

describe('regular expressions', () => {
  test('of the server run in time proportional to any text', async () => {
    const found = (await sourceExpressions('.', ['server/**/*.ts', 'server/**/*.tsx'])).filter(
      ({ file }) => !NOT_SERVED.test(file),
    )
    expect(found.length).toBeGreaterThan(150)
    const different = new Map(found.map((one) => [String(one.expression), one]))
    const slow = [...different.values()].flatMap(({ file, expression }) => {
      if (!hasRepetition(expression)) return []
      const attack = superlinear(expression)
      return attack ? [{ file, expression: expression.source, ...attack }] : []
    })
    expect(slow).toEqual([])
  }, 300_000)

  test('are literals that the scan finds, or anchored and short when built at run time', async () => {
    const files = [...new Bun.Glob('server/**/*.{ts,tsx}').scanSync('.')]
    const texts = await Promise.all(files.map(async (file) => [file, await Bun.file(file).text()] as const))
    const dynamic = texts.filter(([, text]) => text.includes('new RegExp(')).map(([file]) => file)
    expect(dynamic.sort()).toEqual([
      'server/content/text-problems.ts',
      'server/pages/document.ts',
      'server/pages/render-page.tsx',
    ])
  })

  test('that are known to be superlinear are detected', () => {
    expect(superlinear(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g)).toBeDefined()
  }, 60_000)

  test('are distinguished from divisions, strings and template strings in source', () => {
    const code = 'const a = b / c / d, e = "/x/", f = `/y/@{/in[/]side/g.source}/z/`, g = (/out\\/side/u)'
    expect(expressionsIn(code.replace('@', '$')).map(String)).toEqual(['/in[/]side/g', '/out\\/side/u'])
  })
})
