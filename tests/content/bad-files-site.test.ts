import { describe, expect, test } from 'bun:test'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentProblems } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'
import { followingSites } from './following-site.ts'

const site = followingSites()

const ready = async (app: TestApp) => (await app.get('/readyz')).json()
const problems = async (app: TestApp): Promise<ContentProblems> =>
  (await app.send('GET', adminPaths.contentProblems, { token: await app.login() })).json()

describe('an invalid content file', () => {
  const broken = aPost({ date: '32/04/2023', title: 'Broken' })

  test('keeps its last good version live, even after a restart, until it is repaired; a new invalid file is left out', async () => {
    let app = await site({ files: { 'posts/x.html': aPost({ title: 'Good', body: '<p>Good body</p>' }) } })
    await app.write('posts/x.html', aPost({ title: 'Better', body: '<p>Better body</p>' }))
    await eventually(
      () => app.content.snapshot().posts.get('x')?.title,
      (title) => title === 'Better',
    )
    await app.shows('/blog/x', 'Better body')
    await app.write('posts/x.html', broken)
    await app.write('posts/new.html', broken)
    await eventually(
      () => problems(app),
      ({ total }) => total === 2,
    )
    expect(await (await app.get(apiPaths.post('x'))).json()).toMatchObject({
      title: 'Better',
      content: '<p>Better body</p>',
    })
    expect((await app.get(apiPaths.post('new'))).status).toBe(404)

    const reason = 'date: "32/04/2023" is not a date (write 2023-04-19)'
    const { total, problems: listed } = await problems(app)
    expect(total).toBe(2)
    expect(listed).toContainEqual(expect.objectContaining({ file: 'posts/x.html', reason, shown: 'last-good' }))
    expect(listed).toContainEqual(expect.objectContaining({ file: 'posts/new.html', reason, shown: 'nothing' }))
    expect(app.logged.some((line) => line.includes(`posts/x.html:5:7 ${JSON.stringify(reason).slice(1, -1)}`))).toBe(
      true,
    )

    await app.stop()
    app = await site({ dir: app.dir })
    expect(await (await app.get('/blog/x')).text()).toContain('Better body')
    expect(await ready(app)).toMatchObject({ status: 'degraded', content: 'invalid' })
    await app.write('posts/x.html', aPost({ title: 'Mended' }))
    await rm(join(app.dir, 'content/posts/new.html'))
    await app.shows('/blog/x', 'Mended')
    await eventually(
      () => ready(app),
      ({ status }) => status === 'ok',
    )
    expect(await problems(app)).toEqual({ total: 0, problems: [] })
  })

  test('shows its committed version after a restart without the cache database', async () => {
    let app = await site({ files: { 'posts/x.html': aPost({ body: '<p>Committed body</p>' }) }, inGit: true })
    await app.write('posts/x.html', broken)
    await app.write('posts/new.html', broken)
    await eventually(
      () => problems(app),
      ({ total }) => total === 2,
    )
    await app.stop()
    const privateDir = join(app.dir, 'storage/private')
    for (const name of await readdir(privateDir)) if (name.startsWith('cache-')) await rm(join(privateDir, name))
    app = await site({ dir: app.dir })
    expect(await (await app.get('/blog/x')).text()).toContain('Committed body')
    expect((await app.get(apiPaths.post('new'))).status).toBe(404)
    expect(await ready(app)).toMatchObject({ status: 'degraded', content: 'invalid' })
  })

  test('does not stop the site or its restart when it is site.yml', async () => {
    let app = await site()
    await eventually(
      () => app.services.versions.lastGood(),
      (known) => known.has('site.yml'),
    )
    await app.write('site.yml', 'name: [')
    await eventually(
      () => ready(app),
      ({ content }) => content === 'invalid',
    )
    expect(await (await app.get('/')).text()).toContain('Testery')
    await app.stop()
    app = await site({ dir: app.dir })
    expect(await (await app.get('/')).text()).toContain('Testery')
    await app.write('site.yml', (smallContent['site.yml'] ?? '').replace('name: Testery', 'name: Pallety'))
    await app.shows('/', 'Pallety')
  })

  test('is reported to administrators only', async () => {
    const app = await site()
    expect((await app.get(adminPaths.contentProblems)).status).toBe(401)
  })
})

test('serves the last rendered page while a file is temporarily missing', async () => {
  const app = await site({ files: { 'posts/x.html': aPost({ body: '<p>The body</p>' }) } })
  const entry = app.content.snapshot().posts.get('x')
  await eventually(
    () => app.services.versions.read(entry?.revision ?? ''),
    (text) => text !== undefined,
  )
  await rename(join(app.dir, 'content'), join(app.dir, 'away'))
  const page = await app.get('/blog/x')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The body')])
  await eventually(
    () => ready(app),
    ({ content }) => content === 'invalid',
  )
  await rename(join(app.dir, 'away'), join(app.dir, 'content'))
  await eventually(
    () => ready(app),
    ({ status }) => status === 'ok',
  )
})
