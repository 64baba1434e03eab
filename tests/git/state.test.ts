import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { aCheckout } from '#tests/git/checkout.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

const text = aPost({ title: 'A bake', body: 'Text.' })

async function site(options: TestAppOptions = { inGit: true }) {
  const app = await testApp({ files: { 'posts/a.md': text }, ...options })
  ends.push(app.close)
  const token = await app.login()
  const headers = { authorization: `Bearer ${token}` }
  const form = { summary: '<p>In short.</p>', content: 'Text.\n', format: 'md', category_id: 'production' }
  return {
    app,
    git: (...args: string[]) => gitIn(app.dir)(['-c', 'user.name=Ed', '-c', 'user.email=e@x.example', ...args]),
    file: join(app.dir, 'content/posts/a.md'),
    state: async (): Promise<ContentState> => (await app.get(adminPaths.contentState, { headers })).json(),
    save: (title: string) => app.send('POST', `${apiPaths.post('a')}?_method=PUT`, { token, form: { ...form, title } }),
    ready: async () => (await app.get('/readyz')).json(),
  }
}

describe('the git state in the dashboard', () => {
  test('requires the administrator and is not cached', async () => {
    const { app } = await site({})
    expect((await app.get(adminPaths.contentState)).status).toBe(401)
    const headers = { authorization: `Bearer ${await app.login()}` }
    const answer = await app.get(adminPaths.contentState, { headers })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is off without git', async () => {
    const { state, ready } = await site({})
    expect(await state()).toEqual({ git: 'off' })
    expect(await ready()).toMatchObject({ status: 'ok', git: 'off' })
  })

  test('shows the branch and its newest commit', async () => {
    const { state, save, git, ready } = await site()
    await save('Another')
    expect(await state()).toEqual({
      git: 'ok',
      branch: 'main',
      commit: (await git('rev-parse', 'HEAD')).slice(0, 7),
      follows: null,
      waiting: null,
      left: [],
      apart: null,
    })
    expect(await ready()).toMatchObject({ status: 'ok', git: 'ok' })
  })

  test('shows how many commits wait and why, while /readyz stays the same', async () => {
    const { app, state, save, ready } = await site()
    const lock = join(app.dir, '.git/HEAD.lock')
    await Bun.write(lock, '')
    await save('While locked')
    expect(await state()).toMatchObject({
      git: 'waiting',
      waiting: { saves: 1, reason: expect.stringContaining('HEAD.lock') },
    })
    expect(await ready()).toMatchObject({ status: 'ok', git: 'waiting' })
    await rm(lock)
    await save('And after')
    expect(await state()).toMatchObject({ git: 'ok', waiting: null })
  })

  test('lists files whose saves overlap with uncommitted lines until these are committed', async () => {
    const { app, state, save, git, file } = await site()
    await Bun.write(file, text.replace('A bake', 'A cake, by hand'))
    await app.services.content.reload(['posts/a.md'])
    await save('A bake, saved')
    expect(await state()).toMatchObject({ git: 'ok', left: ['content/posts/a.md'] })
    await git('commit', '-q', '-a', '-m', 'Both')
    expect(await state()).toMatchObject({ left: [] })
  })
})

describe('the git state after a conflict with the remote', () => {
  async function twoSides() {
    const bare = await mkdtemp(join(tmpdir(), 'remote-'))
    ends.push(() => rm(bare, { recursive: true, force: true }))
    const side = await site({ inGit: true, env: { GIT_PUSH: 'on' } })
    await side.git('init', '-q', '--bare', '-b', 'main', bare)
    await side.git('remote', 'add', 'origin', bare)
    await side.git('push', '-q', '-u', 'origin', 'main')
    const editor = await aCheckout()
    ends.push(editor.remove)
    await editor.run('remote', 'add', 'origin', bare)
    await editor.run('pull', '-q', 'origin', 'main')
    await editor.run('branch', '-u', 'origin/main')
    const follow = async () => side.app.services.checkout?.follow()
    return { ...side, editor, follow }
  }
  /** The commands that a person types. */
  const typed = (dir: string, command: string) =>
    Bun.$`sh -c ${command}`
      .cwd(dir)
      .env({
        ...process.env,
        GIT_AUTHOR_NAME: 'Ed',
        GIT_AUTHOR_EMAIL: 'e@x.example',
        GIT_COMMITTER_NAME: 'Ed',
        GIT_COMMITTER_EMAIL: 'e@x.example',
      })
      .quiet()
      .nothrow()

  test('changes from in sync to diverged with commands that resolve it, and back', async () => {
    const { app, state, save, ready, editor, follow } = await twoSides()
    await editor.write('content/posts/a.md', text.replace('A bake', 'A cake'))
    await editor.run('commit', '-q', '-a', '-m', 'A cake')
    await editor.run('push', '-q')
    await save('A loaf')
    await follow()
    const diverged = await eventually(state, (said) => said.git === 'diverged')
    if (diverged.git === 'off' || !diverged.apart) throw new Error('Not apart.')
    expect(diverged.follows).toBe('origin/main')
    expect(diverged.apart.files).toEqual(['content/posts/a.md'])
    expect(await ready()).toMatchObject({ status: 'ok', git: 'diverged' })

    const [server, clone, after] = diverged.apart.steps
    for (const command of server?.commands ?? []) expect((await typed(app.dir, command)).exitCode).toBe(0)
    const merges = []
    for (const command of clone?.commands ?? []) merges.push((await typed(editor.dir, command)).exitCode)
    expect(merges).toEqual([0, 1])
    await editor.write('content/posts/a.md', text.replace('A bake', 'A loaf of cake'))
    for (const command of after?.commands ?? []) expect((await typed(editor.dir, command)).exitCode).toBe(0)

    expect(await eventually(state, (said) => said.git === 'ok')).toMatchObject({ follows: 'origin/main', apart: null })
    expect(await (await app.get('/blog/a')).text()).toContain('A loaf of cake')
  })
})
