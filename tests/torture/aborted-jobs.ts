import { join } from 'node:path'
import type { AbortedJob } from '#tests/faults/abort-jobs.ts'
import { jobs } from '#tests/faults/abortable-jobs.ts'
import type { Figure, Scenario, Torture } from './scenario.ts'

const POSTS_MAX = 400
const PROGRAM = join(import.meta.dir, '../faults/abort-jobs.ts')
/** Without it, a job is rarely in the middle of anything. */
const POSTS_MIN = 50

/** A cycle is one abort of each job, at a random moment of a site of random size. At most 20, because each takes seconds. */
export const abortedJobsScenario: Scenario = {
  name: 'aborted-jobs',
  title: 'long jobs aborted at any moment: the process lives on, with no open file and no temporary one',
  async run({ cycles, random, folder, progress }: Torture) {
    const measurements: Figure[] = []
    const violations: string[] = []
    const points = Math.min(cycles, POINTS_MAX)
    for (const name of Object.keys(jobs)) {
      progress(name)
      const posts = POSTS_MIN + random.below(POSTS_MAX)
      const fractions = Array.from({ length: points }, () => random.below(1_000) / 1_000)
      const { aborted, left } = await abort(folder, name, posts, fractions)
      measurements.push([`${name}: aborted, of ${points}`, aborted])
      violations.push(...left.map((what) => `${name} of ${posts} posts: ${what}`))
    }
    return { figures: measurements, violations }
  },
}

/** Of each job. */
const POINTS_MAX = 20

async function abort(folder: string, name: string, posts: number, fractions: readonly number[]) {
  const child = Bun.spawn(['bun', PROGRAM, String(posts), name, ...fractions.map(String)], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  if (code === 0) return JSON.parse(output) as AbortedJob
  return { aborted: 0, left: [`the process ended with ${code}: ${errors.trim().split('\n').at(-1)}`] }
}
