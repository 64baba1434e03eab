import { rm } from 'node:fs/promises'
import { git } from '#tests/helpers/git.ts'
import { logIn, saveUntilVisible } from './content.ts'
import { manyPosts } from './many-posts.ts'
import { percentile } from './percentile.ts'
import { serveSite } from './server.ts'

const SAVES = 40
/** The first saves start the renderer and read git's object store from disk. */
const WARM = 5
const POST = 'bench-00699'

/** Measures saves until they are visible while each is committed, with this many posts in the checkout. Returns rows for the table. */
export async function benchCommits(count: number): Promise<string[][]> {
  const content = await manyPosts(count)
  await git(content, 'init', '-q')
  await git(content, 'add', '.')
  await git(content, 'commit', '-qm', 'All')
  const site = await serveSite(content, '/blog')
  const token = await logIn(site.url)
  const times: number[] = []
  for (let round = 0; round < SAVES; round++) times.push(await saveUntilVisible(site.url, token, POST, round))
  const made = Number(await git(content, 'rev-list', '--count', 'HEAD')) - 1
  await site.stop()
  await rm(content, { recursive: true })
  if (made !== SAVES) throw new Error(`${SAVES} saves became ${made} commits.`)
  const named = `${count.toLocaleString('en-US')} posts in git`
  const counted = times.slice(WARM)
  return [
    [`${named}: save and commit → page and list show it, median`, `${percentile(counted, 0.5).toFixed(0)} ms`, ''],
    [
      `${named}: save and commit → page and list show it, p95`,
      `${percentile(counted, 0.95).toFixed(0)} ms`,
      '≤ 300 ms',
    ],
  ]
}
