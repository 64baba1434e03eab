import { rm } from 'node:fs/promises'
import { manyPosts } from './many-posts.ts'
import { percentile } from './percentile.ts'
import { type ServedSite, serveSite } from './server.ts'

/** Everything is made once a process has taken less than this for so long. */
const IDLE_SECONDS = 0.6
const IDLE_MS = 4_000
/** Visitors of the first seconds: the home page, the list, and a post that was not rendered yet. */
const FIRST_MS = 10_000

/** The processor time, user and system, until everything is made. Requests are no part of it, but for those of `visit`. */
async function secondsUntilIdle(site: ServedSite): Promise<number> {
  for (let before = await site.cpuSeconds(); ; ) {
    await Bun.sleep(IDLE_MS)
    const after = await site.cpuSeconds()
    if (after - before < IDLE_SECONDS) return before
    before = after
  }
}

async function visit(site: ServedSite): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + FIRST_MS; performance.now() < end; await Bun.sleep(200)) {
    const number = String(times.length * 7).padStart(5, '0')
    for (const path of ['/', '/blog', `/blog/bench-${number}`]) {
      const started = performance.now()
      const answer = await fetch(site.url + path)
      await answer.text()
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
      times.push(performance.now() - started)
    }
  }
  return times
}

/** Measures starts with this many posts of 4 kB: without derived data, with visitors, and with it. Returns rows for the table. */
export async function benchStart(count: number): Promise<string[][]> {
  const content = await manyPosts(count)
  const first = await serveSite(content, '/blog')
  const firstSeconds = await secondsUntilIdle(first)
  await first.stop()
  const again = await serveSite(content, '/blog', { storage: first.storage })
  const againSeconds = await secondsUntilIdle(again)
  await again.stop()
  const visited = await serveSite(content, '/blog')
  const times = await visit(visited)
  await visited.stop()
  await rm(content, { recursive: true })
  for (const { storage } of [first, visited]) await rm(storage, { recursive: true })
  const named = `${count.toLocaleString('en-US')} posts`
  return [
    [`${named}: start without derived data → first page`, `${(first.firstAnswerMs / 1000).toFixed(2)} s`, ''],
    [`${named}: processor time until everything is made`, `${firstSeconds.toFixed(1)} s`, ''],
    [`${named}: start with derived data → first page`, `${(again.firstAnswerMs / 1000).toFixed(2)} s`, ''],
    [`${named}: processor time of that start`, `${againSeconds.toFixed(1)} s`, ''],
    [`${named}: pages in the first ten seconds, median`, `${percentile(times, 0.5).toFixed(0)} ms`, ''],
    [`${named}: the same, p95`, `${percentile(times, 0.95).toFixed(0)} ms`, ''],
  ]
}
