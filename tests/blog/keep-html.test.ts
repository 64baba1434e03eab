import { afterEach, expect, test } from 'bun:test'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { scheduleCacheCleanup } from '#server/blog/render/cache-cleanup.ts'
import { bodyOf } from '#server/content/post-file.ts'
import { createLog } from '#server/http/log.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const AT_ONCE = { afterStartMs: 0, betweenPostsMs: 0, everyMs: 5 }
const WEEKS_AGO = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)

const cacheOf = ({ dir }: TestApp) => join(dir, 'storage/private/html')
const cached = async (app: TestApp) =>
  (await readdir(cacheOf(app), { recursive: true })).filter((name) => name.endsWith('.html')).sort()
const fileFor = (app: TestApp, text: string) => {
  const key = app.services.renderer.keyOf('md', text)
  return `${key.slice(0, 2)}/${key.slice(2)}.html`
}

test('deletes unused rendered HTML after a week and keeps what current posts need', async () => {
  const app = await testApp({ files: { 'posts/a.md': aPost({ body: 'Now.' }) } })
  ends.push(app.close)
  await app.get('/blog/a')
  await app.get(apiPaths.post('a'))
  const { html } = app.services.renderer
  await Promise.all(['An old version.', 'One that is looked at.'].map((text) => html('md', text)))
  const before = await eventually(
    () => cached(app),
    (files) => ['An old version.', 'One that is looked at.'].every((text) => files.includes(fileFor(app, text))),
  )
  for (const file of before) await utimes(join(cacheOf(app), file), WEEKS_AGO, WEEKS_AGO)
  const looked = join(cacheOf(app), fileFor(app, 'One that is looked at.'))
  await utimes(looked, new Date(), new Date())

  const { content, renderer } = app.services
  const cleanup = scheduleCacheCleanup({ content, renderer, log: createLog('error', () => {}), pace: AT_ONCE })
  ends.push(cleanup.close)
  cleanup.start()
  const after = await eventually(
    () => cached(app),
    (files) => !files.includes(fileFor(app, 'An old version.')),
  )
  expect(before.filter((file) => !after.includes(file))).toEqual([fileFor(app, 'An old version.')])
  const body = fileFor(app, bodyOf(await app.content.read('posts/a.md')))
  expect(after).toContain(body)
  expect((await (await app.get(apiPaths.post('a'))).json()).content).toContain('Now.')
})
