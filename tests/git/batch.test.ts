import { afterEach, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aHook } from './checkout.ts'
import { watchGit } from './programs.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const POSTS = 100
const PROCESSES_MAX = 12

async function siteWithTag(): Promise<TestApp> {
  const files = Object.fromEntries(
    Array.from({ length: POSTS }, (_, index) => [`posts/post-${index}.md`, aPost({ tags: ['bakery', 'milk'] })]),
  )
  const app = await testApp({ files, inGit: true })
  ends.push(app.close)
  return app
}

test('deletes a tag of 100 posts in one commit by at most 12 git processes, of which one edited by hand keeps its own lines', async () => {
  const app = await siteWithTag()
  const git = gitIn(app.dir)
  const edited = `${app.dir}/content/posts/post-7.md`
  await Bun.write(edited, `${await Bun.file(edited).text()}By hand.\n`)
  await app.content.reload(['posts/post-7.md'])
  const token = await app.login()
  await app.committed()
  const watched = await watchGit()
  ends.push(watched.restore)
  expect((await app.send('DELETE', apiPaths.tag('bakery'), { token })).status).toBe(200)
  await app.committed()
  const calls = await watched.calls()
  await watched.restore()
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.length).toBeLessThanOrEqual(PROCESSES_MAX)
  expect((await git(['show', '--format=%s', '--name-only', 'HEAD'])).split('\n').filter(Boolean)).toHaveLength(
    POSTS + 2,
  )
  expect(await git(['show', 'HEAD:content/posts/post-7.md'])).not.toContain('By hand.')
  expect(await git(['diff', '--stat=80'])).toContain('1 insertion(+)')
})

test('answers a save before git has done anything', async () => {
  const app = await siteWithTag()
  const token = await app.login()
  const watched = await watchGit()
  ends.push(watched.restore)
  // A git that never ends: the response must not wait for it.
  const path = process.env.PATH ?? ''
  const folder = path.slice(0, path.indexOf(':'))
  await aHook(
    `${folder}/git`,
    `while [ ! -e '${folder}/go' ]; do sleep 0.05; done`,
    `exec '${Bun.which('git', { PATH: path.slice(path.indexOf(':') + 1) })}' "$@"`,
  )
  expect((await app.send('DELETE', apiPaths.tag('bakery'), { token })).status).toBe(200)
  expect(app.parts.checkout?.state().commits).toMatchObject({ waiting: 1, reason: undefined })
  expect(await (await app.get('/readyz')).json()).toMatchObject({ git: 'ok' })
  await Bun.write(`${folder}/go`, '')
  await app.committed()
  await watched.restore()
  expect(await gitIn(app.dir)(['log', '-1', '--format=%s'])).toBe('tag: delete "Bakery"')
})
