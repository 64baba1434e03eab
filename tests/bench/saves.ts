import { cp, rm } from 'node:fs/promises'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { git } from '#tests/helpers/git.ts'
import { logIn } from './content.ts'
import { manyPosts } from './many-posts.ts'
import { percentile } from './percentile.ts'
import { serveSite } from './server.ts'

/** The sites take turns, so that other load of the machine meets both. */
const ROUNDS = 6
const SAVES_PER_ROUND = 10
/** The first saves start the renderer and read git's object store from disk. */
const WARM_SAVES = 10
/** The pages that show a saved post are rendered in the background for a moment. */
const REST_MS = 600

type Saves = { atRest: number[]; inSequence: number[] }

/**
 * Measures saves until they are answered in two sites with this many posts of 4 kB, one of them in a git checkout: one at a time, and
 * one right after the other. Waits until all are committed. Returns rows for the table.
 */
export async function benchSaves(count: number): Promise<string[][]> {
  const plain = await manyPosts(count)
  const inGit = `${plain}-git`
  await cp(plain, inGit, { recursive: true })
  await git(inGit, 'init', '-q')
  await git(inGit, 'add', '.')
  await git(inGit, 'commit', '-qm', 'All')
  const sites = [await openSite(plain, count), await openSite(inGit, count)] as const
  for (const site of sites) await site.save(WARM_SAVES, 0)
  const times: Saves[] = [
    { atRest: [], inSequence: [] },
    { atRest: [], inSequence: [] },
  ]
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, site] of sites.entries()) {
      times[at]?.atRest.push(...(await site.save(SAVES_PER_ROUND, REST_MS)))
      times[at]?.inSequence.push(...(await site.save(SAVES_PER_ROUND, 0)))
    }
  for (const site of sites) await site.stop()
  const made = Number(await git(inGit, 'rev-list', '--count', 'HEAD')) - 1
  for (const folder of [plain, inGit]) await rm(folder, { recursive: true })
  const saves = WARM_SAVES + ROUNDS * SAVES_PER_ROUND * 2
  if (made !== saves) throw new Error(`${saves} saves became ${made} commits.`)
  const rows = (['atRest', 'inSequence'] as const).flatMap((way) =>
    [0.5, 0.95].map((share) => {
      const [without = 0, withGit = 0] = times.map((one) => percentile(one[way], share))
      const named = `${count.toLocaleString('en-US')} posts: a save ${way === 'atRest' ? 'at rest' : 'right after the one before'}`
      return [
        `${named}, ${share === 0.5 ? 'median' : 'p95'}, without git · with git`,
        `${without.toFixed(0)} · ${withGit.toFixed(0)} ms`,
        `≤ ${share === 0.5 ? 15 : 30} ms more`,
      ]
    }),
  )
  return rows
}

async function openSite(content: string, count: number) {
  const site = await serveSite(content, '/blog')
  const headers = { authorization: `Bearer ${await logIn(site.url)}` }
  const categories = (await (await fetch(`${site.url}/api/categories`)).json()) as { id: string }[]
  let number = 0

  async function saveOnce(): Promise<number> {
    const form = new FormData()
    const title = `Saved as number ${++number}`
    const fields = { title, summary: '<p>In short.</p>', content: `<p>Body of ${title}</p>` }
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append('category_id', categories[0]?.id ?? '')
    const url = `${site.url}${apiPaths.post(`bench-${String((number * 37) % count).padStart(5, '0')}`)}?_method=PUT`
    const started = performance.now()
    const answer = await fetch(url, { method: 'POST', body: form, headers })
    const ms = performance.now() - started
    if (!answer.ok) throw new Error(`A save was answered ${answer.status}: ${await answer.text()}`)
    await answer.text()
    return ms
  }

  /** The server answers once no save waits for its commit. */
  const untilCommitted = async () => void (await (await fetch(site.url + adminPaths.contentState, { headers })).json())

  /** Saves as often, each `restMs` after the commit of the one before. Returns once all are committed. */
  async function save(times: number, restMs: number): Promise<number[]> {
    const took: number[] = []
    for (let at = 0; at < times; at++) {
      took.push(await saveOnce())
      if (restMs === 0) continue
      await untilCommitted()
      await Bun.sleep(restMs)
    }
    await untilCommitted()
    return took
  }
  return { save, stop: site.stop }
}
