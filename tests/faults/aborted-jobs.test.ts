import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { isFullRun } from '#tests/helpers/full-run.ts'
import type { AbortedJob } from './abort-jobs.ts'
import { jobs } from './abortable-jobs.ts'

const POSTS = isFullRun ? 300 : 20
/** Parts of the time that a job takes. */
const POINTS = isFullRun ? [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.95] : [0.5]
const LIMIT_MS = isFullRun ? 20 * 60_000 : 120_000

describe('a long job that is aborted leaves the process alive, no open file and no temporary one:', () => {
  const names = Object.keys(jobs)
  let ended: { code: number; errors: string }
  const found = new Map<string, AbortedJob>()

  beforeAll(async () => {
    const command = ['bun', join(import.meta.dir, 'abort-jobs.ts'), String(POSTS), names.join(), ...POINTS.map(String)]
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', stdin: 'ignore' })
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    ended = { code: await child.exited, errors }
    for (const line of output.trim().split('\n')) {
      const one: AbortedJob = JSON.parse(line)
      found.set(one.job, one)
    }
  }, LIMIT_MS)

  test.each(names)('%s', (name) => {
    expect(found.get(name)?.left).toEqual([])
    expect(found.get(name)?.aborted).toBeGreaterThan(0)
  })

  test('all of them in one process', () => {
    expect(ended).toEqual({ code: 0, errors: '' })
  })
})
