import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createFiller } from './filler.ts'
import { type Figure, type Scenario, spread, type Torture } from './scenario.ts'
import { createSenders } from './senders.ts'
import { CHEAP_SERVER, createSite } from './site.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { costlyStart } from './start-cost.ts'

/** A full disk counts as this many cycles. */
const CYCLES_PER_ROUND = 200
/** The log checks for space every five seconds. */
const RECOVERY_LIMIT_MS = 15_000
const READABLE = ['/', '/blog', '/pricing', '/api/blog-posts', '/healthz']

export type FullOptions = {
  server?: readonly string[]
  /** `false`: nothing is mounted, even where it is possible. */
  mount?: boolean
}

/**
 * A round fills a disk, checks the site, frees the disk and continues; every other round kills and restarts the site while the disk
 * is full.
 */
export const fullScenario = ({ server = CHEAP_SERVER, mount = true }: FullOptions = {}): Scenario => ({
  name: 'full',
  title:
    'a full disk: submissions are rejected with 503, nothing is partially written, pages stay available, and service resumes',
  async run(torture) {
    const results: Result[] = []
    for (let round = 0; round < Math.ceil(torture.cycles / CYCLES_PER_ROUND); round++) {
      const folder = join(torture.folder, String(round))
      await mkdir(folder)
      const disk = await smallDisk(join(folder, 'storage', 'private'), server, mount)
      try {
        results.push(await oneRound(folder, disk, torture, round))
      } finally {
        disk.release()
      }
    }
    const sum = (key: 'accepted' | 'refused') => results.reduce((total, result) => total + result[key], 0)
    const rows: Figure[] = [
      ['disk', results[0]?.kind ?? ''],
      ['times full', results.length],
      ['acknowledged', sum('accepted')],
      ['rejected with 503, accepted later', sum('refused')],
      ...spread(
        'space freed → ready',
        results.flatMap(({ recoveryMs }) => recoveryMs),
      ),
    ]
    return { figures: rows, violations: results.flatMap(({ violations }) => violations) }
  },
})

type Result = { kind: string; accepted: number; refused: number; recoveryMs: number[]; violations: string[] }

async function oneRound(folder: string, disk: SmallDisk, { concurrency, progress }: Torture, round: number) {
  const site = await createSite({ folder, server: disk.server })
  const filler = createFiller(site.private)
  const result: Result = { kind: disk.kind, accepted: 0, refused: 0, recoveryMs: [], violations: [] }
  const report = (found: string[]) => result.violations.push(...found.map((what) => `round ${round}: ${what}`))
  let life = site.begin()
  let { url } = await life.ready()
  const senders = createSenders(site, () => url)

  progress(`round ${round}, filling`)
  await filler.takeSome()
  await senders.sendUntilRejected(concurrency)
  await filler.takeTheRest()
  report(await senders.sendWhileFull())
  report(await senders.check())
  report(await lookAround(url))
  if (round % 2 === 1) {
    await life.kill()
    life = site.begin()
    const again = await life.ready()
    url = again.url
    report(await costlyStart(again.startCpuMs))
    report(await senders.sendWhileFull())
    report(await lookAround(url))
  }
  await filler.free()
  progress(`round ${round}, space is back`)
  // The first round retries at once, without waiting for the log to check for space.
  if (round > 0) result.recoveryMs.push(await timeUntilReady(url))
  const { refused } = senders.figures()
  report(await senders.resendRejected())
  if (!(await isReady(url))) report(['/readyz does not say ok, although there is space'])
  await life.stop()
  report(await senders.check())
  return { ...result, refused, accepted: senders.figures().accepted }
}

/** What must hold while the disk is full. */
async function lookAround(url: string): Promise<string[]> {
  const unread = await Promise.all(
    READABLE.map(async (path) => {
      const { status } = await fetch(url + path)
      return status === 200 ? [] : [`${path} is answered ${status}`]
    }),
  )
  return [...unread.flat(), ...((await isReady(url)) ? ['/readyz does not say that storage fails'] : [])]
}

async function isReady(url: string): Promise<boolean> {
  const { storage }: { storage: string } = await (await fetch(`${url}/readyz`)).json()
  return storage === 'ok'
}

async function timeUntilReady(url: string): Promise<number> {
  const began = performance.now()
  while (!(await isReady(url))) {
    if (performance.now() - began > RECOVERY_LIMIT_MS) throw new Error('The log did not resume.')
    await Bun.sleep(20)
  }
  return performance.now() - began
}
