import { apiPaths, pagePaths } from '#contract/paths.ts'
import { percentile } from '#tests/bench/percentile.ts'
import { openFiles, residentMegabytes } from '#tests/helpers/usage.ts'
import { openConnection, requestText } from './connection.ts'
import { type Outcome, type Scenario, spread } from './scenario.ts'
import { CHEAP_SERVER, createSite } from './site.ts'
import { SILENT, type SlowKind, sendSlowly, slowKinds } from './slow-clients.ts'
import { letVisitorsIn } from './visitors.ts'

const VISITORS = 8
/** Every slow connection is closed within this time … */
const CLOSED_LIMIT_MS = 15_000
/** … and 99 of 100 visitors get their response within this time. */
const P99_LIMIT_MS = 200
/** How long visitors are measured without slow clients. */
const ALONE_MS = 1_000

/** `timed`: whether response times count; on a busy machine they say nothing. */
export type SlowOptions = { server?: readonly string[]; timed?: boolean }

/** Each kind of slow sender has its share of `clients`, all at the same time. */
export const slowScenario = ({ server = CHEAP_SERVER, timed = true }: SlowOptions = {}): Scenario => ({
  name: 'slow',
  title: 'slow senders and readers: each is closed within 15 s, and other visitors do not wait',
  async run({ folder, clients, progress }) {
    const site = await createSite({ folder, server })
    const life = site.begin()
    const port = Number(new URL((await life.ready()).url).port)
    const pages = [pagePaths.home, pagePaths.blog, apiPaths.posts].map((path) => requestText(path))
    // First renders are not caused by slow clients.
    for (const page of pages) await (await openConnection(port)).ask(page)
    const alone = letVisitorsIn(port, VISITORS, pages)
    await Bun.sleep(ALONE_MS)
    const before = await alone.end()

    const visitors = letVisitorsIn(port, VISITORS, pages)
    const watch = watchFiles(life.pid)
    const ends = await sendAll(port, clients, progress, () => watch.quiet(CLOSED_LIMIT_MS))
    const { times, wrong } = await visitors.end()
    const files = await watch.end()
    const megabytes = await residentMegabytes(life.pid)
    await life.stop()
    const left = ends.flatMap(({ ms, kind }) =>
      ms === undefined && kind.reads !== false ? [`${kind.name}: open`] : [],
    )
    const p99 = percentile(times, 0.99)
    const slow = timed && p99 > P99_LIMIT_MS ? [`others waited ${Math.round(p99)} ms (p99)`] : []
    const outcome: Outcome = {
      figures: [
        ['slow clients', clients],
        ['… open at the same time, by open files', files.most - files.before],
        ['… left at the end', files.after - files.before],
        ...spread(
          'closed after',
          ends.flatMap(({ ms }) => ms ?? []),
        ),
        ...spread('others before', before.times),
        ...spread('others at the same time', times),
        ['memory at the end', `${Math.round(megabytes)} MB`],
      ],
      violations: [...new Set(left), ...before.wrong, ...wrong, ...slow, ...leftOpen(files)],
    }
    return outcome
  },
})

type End = { ms: number | undefined; kind: SlowKind }

/** Each kind has its share. Clients that never read do not notice their end, so they stay until it is `quiet` on the server. */
async function sendAll(port: number, clients: number, progress: (text: string) => void, quiet: () => Promise<void>) {
  const late = AbortSignal.timeout(CLOSED_LIMIT_MS)
  const over = new AbortController()
  let closed = 0
  const send = async (kind: SlowKind, givenUp: AbortSignal) => {
    const ms = await sendSlowly(port, kind, givenUp)
    progress(`${++closed} of ${clients} closed`)
    return { ms, kind }
  }
  const kinds = Array.from({ length: clients }, (_, place) => slowKinds[place % slowKinds.length] ?? SILENT)
  const readers = kinds.filter(({ reads }) => reads === false).map((kind) => send(kind, over.signal))
  const ends: End[] = await Promise.all(kinds.filter(({ reads }) => reads !== false).map((kind) => send(kind, late)))
  await quiet()
  over.abort()
  await Promise.all(readers)
  return ends
}

type Files = { before: number; most: number; after: number }
/** Temporary files: logs, the renderer's worker. */
const FILES_TOLERANCE = 20

const leftOpen = ({ before, after }: Files) =>
  after - before > FILES_TOLERANCE ? [`${after - before} files more are open than before`] : []

/** The number of open files of a process, sampled. */
function watchFiles(pid: number) {
  const files: Files = { before: 0, most: 0, after: 0 }
  let watching = true
  const sample = async () => {
    files.before = await openFiles(pid)
    while (watching) {
      files.most = Math.max(files.most, await openFiles(pid))
      await Bun.sleep(100)
    }
  }
  const looking = sample()
  return {
    /** Resolves when about as many files are open as before, or after so many milliseconds. */
    async quiet(limitMs: number) {
      const late = performance.now() + limitMs
      for (;;) {
        files.after = await openFiles(pid)
        if (leftOpen(files).length === 0 || performance.now() > late) return
        await Bun.sleep(100)
      }
    },
    async end() {
      watching = false
      await looking
      return files
    },
  }
}
