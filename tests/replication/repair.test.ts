import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstText } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { createBareRemote, runGit } from '#tests/helpers/git-remote.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()
const whole = aPost({ title: 'Changed', body: 'A line.\n'.repeat(500) })

/** A replica that is stopped, and a push that it has fetched: `a`, `b` and `c` changed, `d` deleted, `e` new. */
async function stoppedReplica() {
  const folder = await mkdtemp(join(tmpdir(), 'repair-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const [bare, editor, dir] = [join(folder, 'site.git'), join(folder, 'editor'), join(folder, 'replica')]
  const posts = ['a', 'b', 'c', 'd'].map((name) => [`posts/${name}.md`, firstText])
  await createBareRemote(bare, { ...smallContent, ...Object.fromEntries(posts) })
  const env = { GIT_REMOTE: `file://${bare}`, GIT_PUSH: 'on' }
  await (await testApp({ dir, env })).stop()
  runGit(folder, 'clone', '-q', bare, editor)
  for (const name of ['a', 'b', 'c', 'e']) await Bun.write(join(editor, `content/posts/${name}.md`), whole)
  await rm(join(editor, 'content/posts/d.md'))
  runGit(editor, 'add', '-A')
  runGit(editor, 'commit', '-q', '-m', 'Pushed')
  runGit(editor, 'push', '-q')
  runGit(dir, 'fetch', '-q')
  return { dir, env, file: (name: string) => join(dir, `content/posts/${name}.md`) }
}

test('a replica whose container was killed in the middle of a merge serves whole posts, and follows the remote again', async () => {
  const { dir, env, file } = await stoppedReplica()
  // Git had written one file, begun two, removed two, and held its lock.
  await Bun.write(file('a'), whole)
  await Bun.write(file('b'), whole.slice(0, 300))
  await Bun.write(file('e'), whole.slice(0, 300))
  for (const name of ['c', 'd']) await rm(file(name))
  const lock = join(dir, '.git/index.lock')
  await Bun.write(lock, '')
  const before = new Date(Date.now() - 3 * 60_000)
  await utimes(lock, before, before)

  const app = await testApp({ dir, env })
  ends.push(app.stop)
  for (const name of ['a', 'b', 'c', 'd']) {
    const page = await (await app.get(`/blog/${name}`)).text()
    expect(page).toContain('A bake')
    expect(page).toContain('Fourth')
  }
  expect((await app.get('/blog/e')).status).toBe(404)
  expect(existsSync(lock)).toBe(false)
  app.services.follow()
  for (const name of ['a', 'b', 'c', 'e'])
    await eventually(async () => (await (await app.get(`/blog/${name}`)).text()).includes('Changed'), Boolean)
  expect((await app.get('/blog/d')).status).toBe(404)
  expect(runGit(dir, 'status', '--porcelain')).toBe('')
})

test('a replica leaves other changes of its files alone, and a lock that is held', async () => {
  const { dir, env, file } = await stoppedReplica()
  const mine = firstText.replace('Fourth', 'Mine')
  await Bun.write(file('b'), mine)
  const lock = join(dir, '.git/index.lock')
  await Bun.write(lock, '')
  const app = await testApp({ dir, env })
  ends.push(app.stop)
  expect(await Bun.file(file('b')).text()).toBe(mine)
  expect(existsSync(lock)).toBe(true)
})
