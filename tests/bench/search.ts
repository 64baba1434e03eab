import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addWordyPosts } from './many-words.ts'
import { percentile } from './percentile.ts'
import { serveSite } from './server.ts'
import { visits } from './visits.ts'

const SEARCHES = 200
/** After a start, pages are recompressed for about so long in other threads on the same cores. */
const SETTLED_MS = 25_000
/** The sanitizer's worker has ended after this. */
const REST_MS = 3_000

/** Typical queries: a rare word, a prefix, two words, a common word, a whole title, and a typo. */
const queries = (titles: readonly string[]) =>
  titles.map((title, number) => {
    const [one = '', two = '', three = ''] = title.split(' ').toSorted((a, b) => b.length - a.length)
    const typed = [one, one.slice(0, 3), `${one} ${two}`, three, title, `${one.slice(0, 3)}x${one.slice(3)}`]
    return typed[number % typed.length] ?? ''
  })

/** Measures the first search, later ones, their effect on visitors, and the size of the index. Returns rows for the table. */
export async function benchSearch(count: number): Promise<string[][]> {
  const content = await mkdtemp(join(tmpdir(), 'palletry-bench-search-'))
  await cp('content', content, { recursive: true })
  const titles = await addWordyPosts(content, count)
  const site = await serveSite(content, '/blog')
  await Bun.sleep(3000)
  const before = await site.residentMegabytes()
  const search = async (q: string) => {
    const started = performance.now()
    const answer = await fetch(
      `${site.url}/api/blog-posts?${new URLSearchParams({ fields: 'card', per_page: '12', q })}`,
    )
    await answer.json()
    return performance.now() - started
  }
  const meanwhile = visits(`${site.url}/pricing`, 4)
  const first = await search('crates')
  const felt = await meanwhile
  const searchAll = async (from: number) => {
    const times: number[] = []
    for (const query of queries(titles.slice(from, from + SEARCHES))) times.push(await search(query))
    return times
  }
  const early = await searchAll(0)
  await Bun.sleep(SETTLED_MS)
  const settled = await searchAll(SEARCHES)
  const after = await site.residentMegabytes()
  await Bun.sleep(REST_MS)
  const later = await site.residentMegabytes()
  await site.stop()
  await rm(content, { recursive: true })
  const named = `${count.toLocaleString('en-US')} posts`
  return [
    [`${named}: first search after the start`, `${(first / 1000).toFixed(2)} s`, ''],
    [`${named}: another page during searches, p99`, `${percentile(felt, 0.99).toFixed(0)} ms`, '≤ 50 ms'],
    ...timesOf(`${named}: search, seconds after the start`, early),
    ...timesOf(`${named}: search, once all pages are small`, settled),
    [`${named}: memory before 400 searches and right after`, `${Math.round(before)}, ${Math.round(after)} MB`, ''],
    [`${named}: memory once the sanitiser has ended, too`, `${Math.round(later)} MB`, '≤ 200 MB'],
  ]
}

const timesOf = (what: string, times: number[]) => [
  [`${what}, median`, `${percentile(times, 0.5).toFixed(1)} ms`, ''],
  [`${what}, p95`, `${percentile(times, 0.95).toFixed(1)} ms`, '≤ 50 ms'],
]
