import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { isFullRun } from '#tests/helpers/full-run.ts'
import type { AbortedJob } from './abort-jobs.ts'
import { jobs } from './abortable-jobs.ts'

const POSTS = isFullRun ? 300 : 20
/** Parts of the time that a job takes. */
const POINTS = isFullRun ? [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.95] : [0.5]

describe('a long job that is aborted leaves the process alive, no open file and no temporary one:', () => {
  test.each(Object.keys(jobs))(
    '%s',
    async (name) => {
      const command = ['bun', join(import.meta.dir, 'abort-jobs.ts'), String(POSTS), name, ...POINTS.map(String)]
      const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', stdin: 'ignore' })
      const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      expect([await child.exited, errors]).toEqual([0, ''])
      const { job, aborted, left }: AbortedJob = JSON.parse(output)
      expect([job, left]).toEqual([name, []])
      expect(aborted).toBeGreaterThan(0)
    },
    300_000,
  )
})
