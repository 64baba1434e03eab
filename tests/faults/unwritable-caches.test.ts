import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { aForm } from '#tests/blog/blog-app.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'

const POSTS = 6
const ids = Array.from({ length: POSTS }, (_, index) => `bread-${index}`)
const files = Object.fromEntries(
  ids.map((id) => [`posts/${id}.md`, aPost({ title: `About ${id}`, body: `Baked *${id}*` })]),
)
const html = { headers: { accept: 'text/html' } }

let app: TestApp
let lock: Database
afterEach(async () => {
  lock.close()
  await app.close()
})

/** Starts a site with a file in place of each of these folders, so that even root cannot write there, and a locked database. */
async function siteWithout(folders: readonly string[]) {
  const first = await testApp({ files })
  await first.stop()
  const names = await readdir(join(first.dir, 'storage/private'))
  lock = new Database(join(first.dir, 'storage/private', names.find((name) => name.endsWith('.sqlite')) ?? ''))
  lock.run('begin immediate')
  for (const folder of folders) {
    await rm(join(first.dir, 'storage', folder), { recursive: true, force: true })
    await mkdir(join(first.dir, 'storage', folder, '..'), { recursive: true })
    await writeFile(join(first.dir, 'storage', folder), '')
  }
  app = await testApp({ dir: first.dir, env: { PUBLIC_URL: 'https://www.v.example' } })
  app.services.follow()
  return { token: await app.login() }
}
const logged = (event: string, cache: string) =>
  app.logged.filter((line) => line.includes(event) && line.includes(cache)).length

const save = (token: string, fields: Parameters<typeof aForm>[0]) =>
  app.send('POST', apiPaths.posts, { form: aForm({ format: 'md', ...fields }), token })

test('serves pages, feeds, lists and saves from memory while no cache can be written, and logs it once per cache', async () => {
  const { token } = await siteWithout(['public/cards'])
  for (const round of [1, 2]) {
    for (const id of ids) {
      const page = await app.get(pagePaths.post(id), html)
      expect([round, page.status, (await page.text()).includes(`<em>${id}</em>`)]).toEqual([round, 200, true])
    }
  }
  for (const path of ['/', '/feed.xml', '/sitemap.xml', apiPaths.posts, `${apiPaths.posts}?q=bread`]) {
    expect([path, (await app.get(path)).status]).toEqual([path, 200])
  }
  expect((await save(token, { content: 'Freshly **baked**' })).status).toBe(201)
  const edited = await app.send('GET', `${apiPaths.post('a-day-of-baking')}?state=all`, { token })
  expect((await edited.json()).content).toContain('<strong>baked</strong>')
  await eventually(
    () => logged('cache write failed', 'share cards'),
    (lines) => lines > 0,
  )
  for (const id of ids) expect((await app.get(pagePaths.post(id), html)).status).toBe(200)
  expect(logged('cache write failed', 'share cards')).toBe(1)
  expect(logged('cache database not opened', 'memory')).toBe(1)
  expect(await (await app.get('/readyz')).json()).toMatchObject({ status: 'ok' })
}, 60_000)

test('rejects an upload that cannot be stored, and no other request', async () => {
  const { token } = await siteWithout(['public/posts'])
  const image = new File([new Uint8Array(png(40, 30))], 'van.png', { type: 'image/png' })
  const rejected = await save(token, { title: 'With an image', image })
  expect(rejected.status).toBeGreaterThanOrEqual(500)
  expect((await rejected.json()).message).not.toBe('')
  expect((await save(token, { title: 'Without an image' })).status).toBe(201)
  expect((await app.get(pagePaths.post('without-an-image'), html)).status).toBe(200)
  expect((await app.get(apiPaths.post('with-an-image'))).status).toBe(404)
  await rm(join(app.dir, 'storage/public/posts'))
  expect((await save(token, { title: 'With an image', image })).status).toBe(201)
}, 60_000)
