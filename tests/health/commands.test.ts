import { afterEach, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { blockWith, paste } from './paste.ts'
import { endAll, site } from './real-process.ts'

afterEach(endAll)

test('the example of docs/api.md lists posts, logs in and creates a post with an image', async () => {
  const start = await site({ 'posts/first.html': aPost({ title: 'First' }) })
  const url = await start({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }).url()
  await Bun.write(join(start.dir, 'racks.jpg'), await new Bun.Image(png(40, 30)).jpeg().bytes())
  const block = (await blockWith('docs/api.md', '/api/admin/login'))
    .replaceAll('https://www.example.com', url)
    .replace('email=you@example.com', `email=${ADMIN.email}`)
    .replace('password=…', `'password=${ADMIN.password}'`)
  expect(await paste(block, { cwd: start.dir })).toMatchObject({ error: '', code: 0 })
  const posts = await (await fetch(`${url}${apiPaths.posts}`)).json()
  expect(posts).toMatchObject([
    { id: 'racks', summary: 'Short.', content: '<p>Long.</p>', tags: [{ id: 'bakery' }], image: expect.any(String) },
    { title: 'First' },
  ])
}, 30_000)

test('the filter of docs/operators.md reads each line of the log, and the command of docs/administrators.md the first password', async () => {
  const start = await site()
  const { url, output, child } = start({ TRUSTED_PROXY: '10.0.0.0/8' })
  await fetch(`${await url()}/api/nothing`)
  child.kill()
  await child.exited
  const [, filter = ''] = /\| (jq .*)/.exec(await blockWith('docs/operators.md', '| jq')) ?? []
  const failure = JSON.stringify({ level: 'error', event: 'request', status: 500 })
  expect(await paste(filter, { input: [...output, failure, ''].join('\n') })).toEqual({
    out: `${failure}\n`,
    error: '',
    code: 0,
  })
  expect(output.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      hint: 'TRUSTED_PROXY is no variable of the site (did you mean TRUSTED_PROXIES?)',
    }),
  )
  const [, read = ''] =
    /`docker compose exec site (cat .*?)`/.exec(await Bun.file('docs/administrators.md').text()) ?? []
  expect((await paste(read, { cwd: start.dir })).out).toMatch(/^\S{24}\n$/)
}, 30_000)

test('the checks of docs/editors.md run', async () => {
  const start = await site({ 'posts/cooling-racks.md': aPost({ tags: ['unfiled'] }) })
  const env = { CONTENT_DIR: join(start.dir, 'content'), STORAGE_DIR: join(start.dir, 'storage') }
  const block = (await blockWith('docs/editors.md', 'content:check --all')).replaceAll(
    'content/posts/',
    `${resolve(start.dir)}/content/posts/`,
  )
  expect(await paste(block, { env })).toMatchObject({ code: 0 })
  expect(await Bun.file(join(start.dir, 'content/tags/unfiled.yml')).exists()).toBe(true)
}, 60_000)
