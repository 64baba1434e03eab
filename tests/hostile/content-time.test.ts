import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { endAll, site } from '#tests/health/real-process.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { cpuSeconds } from '#tests/helpers/usage.ts'
import { worstBodies } from './worst-bodies.ts'

const SMALL = 50_000
const LARGE = 200_000
/** With linear time, 200 kB take four times as long as 50 kB. */
const GROWTH_MAX = 8
/** Below this, process startup dominates. */
const NOISE_MS = 500
/** CPU seconds while one answer is awaited: far above linear reading, and far below superlinear reading: 11 s for backticks alone. */
const ANSWER_MAX_S = 5

/** One for each kind of parser: Markdown, HTML. Each takes the renderer's time limit and a new worker. */
const REPRESENTATIVE_BODIES = ['backticks', 'open tags with quotes']
const bodies = Object.entries(worstBodies).filter(([what]) => isFullRun || REPRESENTATIVE_BODIES.includes(what))

afterEach(endAll)

const asPost = (body: string) => aPost({ title: 'Hostile', summary: 'In short.', body })
const nameOf = (what: string) => what.replaceAll(/[^a-z]+/g, '-')

/** The CPU time of `content:check` on a folder with one post for each body, in milliseconds. */
async function checkTime(characters: number): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'hostile-check-'))
  const posts = Object.entries(worstBodies).map(([what, body]) => [
    `posts/${nameOf(what)}.md`,
    asPost(body(characters)),
  ])
  for (const [file = '', text = ''] of [...Object.entries(smallContent), ...posts])
    await Bun.write(join(dir, file), text)
  const child = Bun.spawn(['bun', 'server/cli/content-check/main.ts', '--format=json'], {
    env: { ...process.env, CONTENT_DIR: dir },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  expect(await new Response(child.stdout).text()).toContain('"problems"')
  await child.exited
  await rm(dir, { recursive: true })
  return Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000
}

test('checks hostile posts in time proportional to their length', async () => {
  const empty = await checkTime(1)
  const [small, large] = [(await checkTime(SMALL)) - empty, (await checkTime(LARGE)) - empty]
  expect(large).toBeLessThan(GROWTH_MAX * Math.max(small, NOISE_MS))
}, 120_000)

test('keeps answering while hostile files arrive in the content folder', async () => {
  const { child, url, dir, until } = await (await site({ 'posts/first.md': asPost('First.') }))()
  const { href } = new URL(await url())
  // A full pipe would block the process.
  until(() => false).catch(() => {})
  let isReading = true
  let slowest = 0
  const visits = (async () => {
    while (isReading) {
      const started = await cpuSeconds(child.pid)
      await (await fetch(`${href}healthz`)).text()
      slowest = Math.max(slowest, (await cpuSeconds(child.pid)) - started)
      await Bun.sleep(5)
    }
  })()
  const files: [string, string][] = bodies.map(([what, body]) => [
    `posts/${nameOf(what)}/index.md`,
    asPost(body(LARGE - 100)),
  ])
  files.push(['tags/deep.yml', '['.repeat(LARGE)], ['tags/bomb.yml', `name: "${'""'.repeat(LARGE / 2)}`])
  for (const [file, text] of files) await Bun.write(join(dir, 'content', file), text)
  const total = async () =>
    (await fetch(`${href}${apiPaths.posts.slice(1)}?fields=card&per_page=1`)).headers.get('x-total-count')
  const posts = String(1 + bodies.length)
  await eventually(total, (count) => count === posts, 60_000)
  for (const q of ['hostile', 'hostlie', 'a']) await (await fetch(`${href}${apiPaths.posts.slice(1)}?q=${q}`)).text()
  isReading = false
  await visits
  expect(slowest).not.toBeGreaterThan(ANSWER_MAX_S)
}, 120_000)
