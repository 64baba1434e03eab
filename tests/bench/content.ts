import { rm } from 'node:fs/promises'
import { administrator } from '#tests/helpers/site.ts'
import { manyPosts } from './many-posts.ts'
import { percentile } from './percentile.ts'
import { serveSite } from './server.ts'

const SAVES = 60

export async function logIn(url: string): Promise<string> {
  const body = JSON.stringify(administrator)
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return ((await answer.json()) as { token: string }).token
}

/** Saves once through the API and waits until the post's page and the list show it. Milliseconds. */
export async function saveUntilVisible(url: string, token: string, id: string, round: number): Promise<number> {
  const title = `Saved in round ${round}`
  const form = new FormData()
  const fields = {
    title,
    summary: `<p>Round ${round}</p>`,
    content: `<p>Body of round ${round}</p>`,
    category_id: await category(url),
  }
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  const started = performance.now()
  const saved = await fetch(`${url}/api/blog-posts/${id}?_method=PUT`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  if (!saved.ok) throw new Error(`The save was answered ${saved.status}: ${await saved.text()}`)
  for (const path of [`/blog/${id}`, '/blog']) {
    while (!(await (await fetch(url + path)).text()).includes(title)) await Bun.sleep(1)
  }
  return performance.now() - started
}

const category = async (url: string) =>
  ((await (await fetch(`${url}/api/categories`)).json()) as { id: string }[])[0]?.id ?? ''

/** The first start stores each file and renders the newest, and only then is complete. */
const SETTLE_MS = 40_000

/** Measures startup and saves with this many posts of 4 kB. Returns rows for the table. */
export async function benchContent(count: number): Promise<string[][]> {
  const content = await manyPosts(count)
  const site = await serveSite(content, '/blog')
  await Bun.sleep(3_000)
  const soon = await site.residentMegabytes()
  await Bun.sleep(SETTLE_MS - 3_000)
  const settled = await site.residentMegabytes()
  const token = await logIn(site.url)
  const newest = (await (await fetch(`${site.url}/api/blog-posts?fields=card&per_page=1`)).json()) as { id: string }[]
  const times: number[] = []
  for (let round = 0; round < SAVES; round++)
    times.push(await saveUntilVisible(site.url, token, newest[0]?.id ?? '', round))
  await site.stop()
  const again = await serveSite(content, '/blog', { storage: site.storage })
  await Bun.sleep(3_000)
  const later = await again.residentMegabytes()
  await again.stop()
  await rm(content, { recursive: true })
  const named = `${count.toLocaleString('en-US')} posts`
  return [
    [`${named}: start → first page, first start`, `${(site.firstAnswerMs / 1000).toFixed(2)} s`, '≤ 1.5 s'],
    [`${named}: start → first page, again`, `${(again.firstAnswerMs / 1000).toFixed(2)} s`, '≤ 1.5 s'],
    [`${named}: memory 3 s after the very first start`, `${Math.round(soon)} MB`, '≤ 200 MB'],
    [`${named}: memory 40 s after it, when its files are stored`, `${Math.round(settled)} MB`, '≤ 200 MB'],
    [`${named}: memory 3 s after a later start`, `${Math.round(later)} MB`, '≤ 200 MB'],
    [`${named}: save → page and list show it, median`, `${percentile(times.slice(5), 0.5).toFixed(0)} ms`, ''],
    [`${named}: save → page and list show it, p95`, `${percentile(times.slice(5), 0.95).toFixed(0)} ms`, '≤ 100 ms'],
  ]
}
