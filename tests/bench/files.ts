import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '#tests/helpers/git.ts'
import { manyPosts } from './many-posts.ts'
import { percentile } from './percentile.ts'
import { serveSite } from './server.ts'

const SAVES = 20
const CHECKOUTS = 10
const FILES_PER_CHECKOUT = 500
/** The first of the newest, so that it is on the first page of the list. Requires 700 posts. */
const NEWEST = 699

const nameOf = (number: number) => `bench-${String(number).padStart(5, '0')}`
const fileOf = (number: number) => `posts/${nameOf(number)}.${number % 2 ? 'md' : 'html'}`

/** Milliseconds until a post's page and the list show its title. */
async function untilLive(url: string, number: number, title: string): Promise<number> {
  const started = performance.now()
  for (const path of [`/blog/${nameOf(number)}`, '/blog']) {
    while (!(await (await fetch(url + path)).text()).includes(title)) await Bun.sleep(1)
  }
  return performance.now() - started
}

async function retitle(content: string, number: number, title: string): Promise<void> {
  const path = join(content, fileOf(number))
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^title: .*$/m, `title: ${title}`))
}

/** Two commits that differ in 500 posts; the second is checked out as `main`, the first as `one`. */
async function twoCommits(content: string): Promise<void> {
  await git(content, 'init', '-q')
  await git(content, 'add', '.')
  await git(content, 'commit', '-qm', 'One')
  await git(content, 'branch', 'one')
  for (let number = NEWEST; number > NEWEST - FILES_PER_CHECKOUT; number--) {
    await retitle(content, number, `Title of main ${number}`)
  }
  await git(content, 'commit', '-qam', 'Main')
}

/** Measures how fast the running site shows changes on disk, with this many posts. Returns rows for the table. */
export async function benchFiles(count: number): Promise<string[][]> {
  const content = await manyPosts(count)
  await twoCommits(content)
  const site = await serveSite(content, '/blog')
  const saves: number[] = []
  for (let round = 0; round < SAVES; round++) {
    const title = `Written in round ${round}`
    await retitle(content, NEWEST, title)
    saves.push(await untilLive(site.url, NEWEST, title))
  }
  await git(content, 'checkout', '-q', '.')
  const [one, main] = [`Bench post ${NEWEST}`, `Title of main ${NEWEST}`]
  await untilLive(site.url, NEWEST, main)
  const checkouts: number[] = []
  for (let round = 0; round < CHECKOUTS; round++) {
    const isMain = round % 2 === 1
    await git(content, 'checkout', '-q', isMain ? 'main' : 'one')
    checkouts.push(await untilLive(site.url, NEWEST, isMain ? main : one))
  }
  await site.stop()
  await rm(content, { recursive: true })
  const named = `${count.toLocaleString('en-US')} posts`
  const row = (what: string, times: number[]) => [
    `${named}: ${what}, median (slowest)`,
    `${percentile(times, 0.5).toFixed(0)} (${Math.max(...times).toFixed(0)}) ms`,
    '≤ 1000 ms',
  ]
  return [row('file written → page and list show it', saves), row('checkout of 500 files → they show it', checkouts)]
}
