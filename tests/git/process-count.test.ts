import { expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { aHook } from './checkout.ts'
import { watchGit } from './programs.ts'

const ends = endsOfEachTest()

const POSTS = 100
const PROCESSES_MAX = 6

async function createSite(files: Record<string, string | Uint8Array> = {}): Promise<TestApp> {
  const posts = Array.from({ length: POSTS }, (_, index) => [
    `posts/post-${index}.md`,
    aPost({ title: 'A bake', tags: ['bakery', 'milk'] }),
  ])
  const app = await testApp({ files: { ...Object.fromEntries(posts), ...files }, inGit: true })
  ends.push(app.close)
  return app
}

/** The git commands until everything that `save` writes is committed. */
async function commandsOf(app: TestApp, save: () => Promise<Response>): Promise<string[]> {
  await app.committed()
  const watched = await watchGit()
  ends.push(watched.restore)
  expect((await save()).ok).toBe(true)
  await app.committed()
  const calls = await watched.calls()
  await watched.restore()
  expect(calls.length).toBeGreaterThan(0)
  return calls
}

const filesOf = async (app: TestApp) =>
  (await gitIn(app.dir)(['show', '--format=', '--name-only', '--no-renames', 'HEAD'])).split('\n').filter(Boolean)
const form = {
  title: 'Another bake',
  summary: '<p>In short.</p>',
  content: 'Text.\n',
  format: 'md',
  category_id: 'production',
}

test('commits a save by at most 6 git processes, also where an editor has uncommitted work in the file', async () => {
  const app = await createSite()
  const token = await app.login()
  const save = (title: string) =>
    app.send('POST', `${apiPaths.post('post-1')}?_method=PUT`, { token, form: { ...form, title } })
  expect((await commandsOf(app, () => save('Another bake'))).length).toBeLessThanOrEqual(PROCESSES_MAX - 1)
  const file = `${app.dir}/content/posts/post-1.md`
  await Bun.write(file, (await Bun.file(file).text()).replace('\n---\n', '\nauthor: "An editor"\n---\n'))
  await app.content.reload(['posts/post-1.md'])
  expect((await commandsOf(app, () => save('A third bake'))).length).toBeLessThanOrEqual(PROCESSES_MAX)
  const committed = await gitIn(app.dir)(['show', 'HEAD:content/posts/post-1.md'])
  expect([committed.includes('A third bake'), committed.includes('An editor')]).toEqual([true, false])
})

test('commits a new post with an uploaded image, and a renamed post with a folder, by at most 6 git processes each', async () => {
  const folder = {
    'posts/van/index.md': aPost({ title: 'A van', image: 'van.png' }),
    'posts/van/van.png': await png(400, 300),
  }
  const app = await createSite(folder)
  const token = await app.login()
  const upload = new FormData()
  for (const [name, value] of Object.entries(form)) upload.set(name, value)
  upload.set('image', new File([new Uint8Array(await png(800, 600))], 'bake.png'))
  const create = () => app.send('POST', apiPaths.posts, { token, form: upload })
  expect((await commandsOf(app, create)).length).toBeLessThanOrEqual(PROCESSES_MAX)
  expect((await filesOf(app)).filter((file) => file.startsWith('storage/public/')).length).toBeGreaterThan(1)
  const rename = () =>
    app.send('POST', `${apiPaths.post('van')}?_method=PUT`, {
      token,
      form: { ...form, title: 'A van', address: 'lorry' },
    })
  expect((await commandsOf(app, rename)).length).toBeLessThanOrEqual(PROCESSES_MAX)
  expect(await filesOf(app)).toEqual([
    'content/posts/lorry/index.md',
    'content/posts/lorry/van.png',
    'content/posts/van/index.md',
    'content/posts/van/van.png',
  ])
})

test('deletes a tag of 100 posts in one commit by at most 6 git processes, and leaves the lines of an editor uncommitted', async () => {
  const app = await createSite()
  const git = gitIn(app.dir)
  const edited = `${app.dir}/content/posts/post-7.md`
  await Bun.write(edited, `${await Bun.file(edited).text()}By hand.\n`)
  await app.content.reload(['posts/post-7.md'])
  const token = await app.login()
  const calls = await commandsOf(app, () => app.send('DELETE', adminPaths.tag('bakery'), { token }))
  expect(calls.length).toBeLessThanOrEqual(PROCESSES_MAX)
  expect(await filesOf(app)).toHaveLength(POSTS + 1)
  expect(await git(['show', 'HEAD:content/posts/post-7.md'])).not.toContain('By hand.')
  expect(await git(['diff', '--stat=80'])).toContain('1 insertion(+)')
})

test('responds to a save before git has run', async () => {
  const app = await createSite()
  const token = await app.login()
  const watched = await watchGit()
  ends.push(watched.restore)
  // This git does not end: the response must not wait for it.
  const path = process.env.PATH ?? ''
  const folder = path.slice(0, path.indexOf(':'))
  await aHook(
    `${folder}/git`,
    `while [ ! -e '${folder}/go' ]; do sleep 0.05; done`,
    `exec '${Bun.which('git', { PATH: path.slice(path.indexOf(':') + 1) })}' "$@"`,
  )
  expect((await app.send('DELETE', adminPaths.tag('bakery'), { token })).status).toBe(200)
  expect(app.services.checkout?.state().commits).toMatchObject({ waiting: 1, reason: undefined })
  expect(await (await app.get('/readyz')).json()).toMatchObject({ git: 'ok' })
  await Bun.write(`${folder}/go`, '')
  await app.committed()
  await watched.restore()
  expect(await gitIn(app.dir)(['log', '-1', '--format=%s'])).toBe('tag: delete "Bakery"')
})
