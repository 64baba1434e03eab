import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { addWordyPosts } from './many-words.ts'
import { type MemorySample, middle, slope } from './memory.ts'
import { percentile } from './percentile.ts'
import { serveSite } from './server.ts'

const CLIENTS = 20
const SAVE_EVERY_MS = 5_000
/** The sanitizer's worker has ended after this. */
const REST_MS = 3_000
/** At each end of the run. */
const SAMPLES_COMPARED = 30
const HOUR_MINUTES = 60

/**
 * Runs readers, searches, feed readers, crawlers and an editor concurrently for so many minutes, and measures memory at the end and
 * projected over an hour. Each post is read once before, because in an hour each is sanitized for its first reader. `perSecond`
 * limits the requests; without it, the site gets as many as it answers. Returns rows for the table.
 */
export async function benchMixed(count: number, minutes: number, perSecond = Infinity): Promise<string[][]> {
  const content = await mkdtemp(join(tmpdir(), 'palletry-bench-mixed-'))
  await cp('content', content, { recursive: true })
  const titles = await addWordyPosts(content, count)
  const site = await serveSite(content, pagePaths.blog)
  const next = visitor(titles)
  await readOnce(site.url, count)
  const firstReading = await site.residentMegabytes()
  await Bun.sleep(REST_MS)
  const memory: MemorySample[] = []
  const times: number[] = []
  let failed = 0
  const began = performance.now()
  const elapsed = () => performance.now() - began
  const total = minutes * 60_000

  async function client() {
    for (let request = 0; elapsed() < total; request++) {
      await Bun.sleep(Math.max(0, (request * CLIENTS * 1000) / perSecond - elapsed()))
      const sent = performance.now()
      const answer = await fetch(site.url + next(), { headers: { accept: 'text/html,*/*', 'accept-encoding': 'br' } })
      await answer.bytes()
      times.push(performance.now() - sent)
      if (!answer.ok) failed++
    }
  }

  async function editor() {
    for (let save = 0; elapsed() < total; save++) {
      const file = join(content, 'posts', `wordy-${(save * 37) % count}.md`)
      await Bun.write(file, `${await Bun.file(file).text()}\nEdit ${save}.\n`)
      await Bun.sleep(SAVE_EVERY_MS)
    }
  }

  async function pollMemory() {
    while (elapsed() < total) {
      memory.push({ ms: elapsed(), megabytes: await site.residentMegabytes() })
      await Bun.sleep(1_000)
    }
  }

  await Promise.all([...Array.from({ length: CLIENTS }, client), editor(), pollMemory()])
  await site.stop()
  await rm(content, { recursive: true })
  const lastHalf = memory.filter(({ ms }) => ms >= total / 2)
  const [end, grows] = [middle(memory.slice(-SAMPLES_COMPARED)), slope(lastHalf)]
  const load = Number.isFinite(perSecond) ? `${perSecond} mixed requests/s` : 'unlimited mixed load'
  const named = `${count.toLocaleString('en-US')} posts, ${load} for ${minutes} min`
  return [
    [`${named}: requests, failed`, `${times.length.toLocaleString('en-US')}, ${failed}`, '0 failed'],
    [
      `${named}: answer, median and p99`,
      `${percentile(times, 0.5).toFixed(1)}, ${percentile(times, 0.99).toFixed(0)} ms`,
      '',
    ],
    [`${named}: memory once each post was read the first time`, `${Math.round(firstReading)} MB`, ''],
    [`${named}: memory at the end`, `${Math.round(end)} MB`, '≤ 250 MB'],
    [
      `${named}: … of the second half, nine of ten seconds below`,
      `${Math.round(percentile(amounts(lastHalf), 0.9))} MB`,
      '',
    ],
    [`${named}: … most`, `${Math.round(Math.max(...amounts(memory)))} MB`, ''],
    [`${named}: … slope of the second half`, `${grows.toFixed(2)} MB/min`, ''],
    [
      `${named}: … after an hour, at that slope`,
      `${Math.round(end + grows * Math.max(0, HOUR_MINUTES - minutes))} MB`,
      '≤ 250 MB',
    ],
  ]
}

const amounts = (samples: readonly MemorySample[]) => samples.map(({ megabytes }) => megabytes)

async function readOnce(url: string, count: number): Promise<void> {
  let post = 0
  const reader = async () => {
    while (post < count) await (await fetch(url + apiPaths.post(`wordy-${post++}`))).bytes()
  }
  await Promise.all(Array.from({ length: CLIENTS }, reader))
}

/** Returns the URL of the next visit. A few posts get most visits. */
function visitor(titles: readonly string[]): () => string {
  const { below } = seeded(2)
  const post = () => Math.floor(titles.length ** (below(1_000_000) / 1_000_000)) - 1
  const word = () => (titles[below(titles.length)] ?? '').split(' ')[below(7)] ?? ''
  const addresses: [share: number, address: () => string][] = [
    [50, () => pagePaths.post(`wordy-${post()}`)],
    [12, () => pagePaths.home],
    [12, () => `${pagePaths.blog}?page=${1 + below(Math.floor(titles.length / POSTS_PER_PAGE))}`],
    [8, () => `${pagePaths.blog}?q=${word()}`],
    [6, () => pagePaths.pricing],
    [4, () => `${apiPaths.posts}?fields=card&per_page=12&q=${word()}`],
    [4, () => apiPaths.post(`wordy-${below(titles.length)}`)],
    [2, () => '/feed.xml'],
    [1, () => '/feed.json'],
    [1, () => '/sitemap.xml'],
  ]
  return () => {
    let at = below(100)
    for (const [share, address] of addresses) {
      if (at < share) return address()
      at -= share
    }
    return pagePaths.home
  }
}
