import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitPauses } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { git, gitIn } from '#tests/helpers/git.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { administrator, firstText, POST, savingApp } from './saving.ts'

const ends = endsOfEachTest()

test('a save that waits is committed once, in its order, after a restart in the same state and after the next', async () => {
  const first = await savingApp()
  ends.push(first.app.close)
  await first.git('switch', '-q', '--detach')
  expect((await first.save({ title: 'Waits for two restarts' })).status).toBe(200)
  await first.app.stop()
  const second = await testApp({ dir: first.app.dir })
  const again = await administrator(second)
  expect(await again.state()).toMatchObject({ paused: { state: 'detached-head' }, waiting: { saves: 1 } })
  expect((await again.save({ title: 'Waits for one restart' })).status).toBe(200)
  await second.stop()
  await first.git('switch', '-q', 'main')
  const third = await testApp({ dir: first.app.dir })
  ends.push(third.stop)
  await third.committed()
  await eventually(first.status, (said) => said === '')
  expect(await first.git('log', '--format=%s', 'main')).toBe(
    'post: update "Waits for one restart"\npost: update "Waits for two restarts"\nFirst',
  )
  expect(await (await administrator(third)).state()).toMatchObject({ git: 'ok', waiting: null })
})

test('after a reset, a text that the branch has changed in the same lines is on saves-aside, and the branch is live', async () => {
  const one = await savingApp()
  ends.push(one.app.close)
  one.app.services.follow()
  await one.git('switch', '-q', '--detach')
  expect((await one.save({ title: 'Saved while detached' })).status).toBe(200)
  await one.app.committed()
  const theirs = (await one.git('show', `main:${POST}`)).replace('A bake', 'By the editor')
  await one.git('stash', '-q')
  await one.git('switch', '-q', 'main')
  await Bun.write(one.file, `${theirs}\n`)
  await one.git('commit', '-q', '-am', 'By the editor')
  const aside = await eventually(
    () => one.git('show', `saves-aside:${POST}`).catch(() => ''),
    (said) => said !== '',
  )
  expect(aside).toContain('Saved while detached')
  expect(await one.git('log', '-1', '--format=%s', 'main')).toBe('By the editor')
  await eventually(one.page, (page) => page.includes('By the editor'))
  expect(await one.state()).toMatchObject({ aside: [POST] })
  await one.git('branch', '-q', '-D', 'saves-aside')
  expect(await one.state()).not.toHaveProperty('aside')
})

describe('a save is a commit on the branch, and leaves the checkout clean', () => {
  let base: string
  beforeAll(async () => {
    const app = await testApp({ files: { 'posts/a.md': firstText }, inGit: true })
    await app.stop()
    base = app.dir
  })
  afterAll(() => rm(base, { recursive: true, force: true }))

  const clone =
    (...options: string[]) =>
    async (place: string) => {
      await gitIn(base)(['clone', '-q', ...options, `file://${base}`, place])
      return place
    }
  /** Each returns the folder of a site in the folder `place`, which does not exist. */
  const usual: Record<string, (place: string) => Promise<string>> = {
    'an unborn branch': async (place) => {
      await cp(join(base, 'content'), join(place, 'content'), { recursive: true })
      await rm(join(place, POST))
      await Bun.write(join(place, '.gitignore'), 'storage/private/\ncontent/[!p]*\n')
      await gitIn(place)(['init', '-q', '-b', 'main'])
      return place
    },
    'a shallow clone': clone('--depth=1'),
    'a linked worktree': async (place) => {
      await gitIn(base)(['worktree', 'add', '-q', '-b', 'linked', place])
      return place
    },
    'a sparse checkout': async (place) => {
      await clone('--no-checkout')(place)
      await gitIn(place)(['sparse-checkout', 'set', '--sparse-index', 'content', 'storage'])
      await gitIn(place)(['checkout', '-q', 'main'])
      return place
    },
    'a submodule on a branch': async (place) => {
      await mkdir(place)
      await git(place, 'init', '-q')
      await git(place, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', base, 'site')
      return join(place, 'site')
    },
    'core.autocrlf': clone('-c', 'core.autocrlf=true'),
  }

  test.each(Object.keys(usual))('in %s', async (name) => {
    const parent = await mkdtemp(join(tmpdir(), 'git-states-'))
    ends.push(() => rm(parent, { recursive: true, force: true }))
    const dir = (await usual[name]?.(join(parent, 'place'))) ?? ''
    const app = await testApp({ dir })
    ends.push(app.stop)
    const { state, ready } = await administrator(app)
    const branch = name === 'a linked worktree' ? 'linked' : 'main'
    expect(await state()).toMatchObject({ git: 'ok', branch, waiting: null })
    const form = {
      title: 'A new post',
      summary: '<p>In short.</p>',
      content: 'Text.',
      format: 'md',
      category_id: 'production',
    }
    const token = await app.session()
    expect((await app.send('POST', apiPaths.posts, { token, form })).status).toBe(201)
    await app.committed()
    const log = (...words: string[]) => gitIn(dir)(['log', '--format=%s', ...words, branch, '--'])
    expect(await log('-1')).toBe('post: create "A new post"')
    expect(await log()).toBe(`post: create "A new post"${name === 'an unborn branch' ? '' : '\nFirst'}`)
    if (name !== 'an unborn branch') expect(await gitIn(dir)(['status', '--porcelain'])).toBe('')
    expect(await state()).toMatchObject({ git: 'ok', waiting: null, left: [] })
    expect(await ready()).not.toHaveProperty('git_state')
  })

  test('docs/operators.md has a row for each of them, and for each state in which commits wait', async () => {
    const text = await Bun.file('docs/operators.md').text()
    const rows = [...text.matchAll(/^\| `?([^|`]+?)`? \|/gm)].map(([, name = '']) => name)
    for (const name of [...Object.keys(usual), ...gitPauses]) expect(rows).toContain(name)
  })
})

test.each([
  ['a name that no branch has', 'mian'],
  ['the name of a tag', 'v1'],
])('the start is aborted where GIT_BRANCH is %s, without repeating it', async (_, name) => {
  const one = await savingApp()
  ends.push(one.app.close)
  await one.git('tag', 'v1')
  await one.app.stop()
  const start = testApp({ dir: one.app.dir, env: { GIT_BRANCH: name } })
  const error = await start.catch((failed) => failed)
  expect(error).toBeInstanceOf(OperatorError)
  expect(error.message).toStartWith('GIT_BRANCH names a branch that the checkout does not have.')
  expect(error.message).not.toContain(name)
})

test('the start is aborted where GIT_BRANCH is set and the content is in no checkout', async () => {
  const start = testApp({ env: { GIT_BRANCH: 'main' } })
  expect(start).rejects.toThrow('GIT_BRANCH needs CONTENT_DIR to be in a git checkout.')
})
