import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp({ files: { 'posts/a.md': aPost({ title: 'A bake', body: 'Text.' }) }, inGit: true })
  token = await app.login()
})
afterAll(() => app.close())

/** The commits after the queue is empty: responses do not wait for it. */
const git = async (...args: string[]) => {
  await app.committed()
  return gitIn(app.dir)(args)
}
const newest = (format: string) => git('log', '-1', `--format=${format}`)
const files = () => git('show', '--format=', '--name-status', 'HEAD')

const fields = {
  title: 'A bake',
  summary: '<p>In short.</p>',
  content: 'Text.\n',
  format: 'md',
  category_id: 'production',
}
const update = (id: string, changed: Partial<typeof fields>) =>
  app.send('POST', `${apiPaths.post(id)}?_method=PUT`, { token, form: { ...fields, ...changed } })
const names = (kind: 'categories' | 'tags', name: string) =>
  app.send('POST', apiPaths[kind], { token, json: { name: [name] } })

describe('saves in the dashboard of a site in a git checkout', () => {
  test('are one commit each, by the administrator, of the changed lines', async () => {
    expect((await update('a', { title: 'Another bake' })).status).toBe(200)
    expect(await newest('%an <%ae>: %B')).toBe(
      `Administrator <${ADMIN.email}>: post: update "Another bake"\n\nContent-Id: a\nVia: dashboard`,
    )
    const diff = (await git('show', '--format=', '--unified=0', 'HEAD'))
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line))
    expect(diff).toEqual(['-title: "A bake"', '+title: "Another bake"', expect.stringContaining('+updated:')])
    expect(await git('status', '--porcelain')).toBe('')
  })

  test('create no commit when nothing changed', async () => {
    const before = await newest('%H')
    expect((await update('a', { title: 'Another bake' })).status).toBe(200)
    expect(await newest('%H')).toBe(before)
  })

  test('commit a new post together with its image in all widths', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, title: 'With a picture' })) form.set(name, value)
    form.set('image', new File([new Uint8Array(png(600, 300))], 'photo.png', { type: 'image/png' }))
    const post: Post = await (await app.send('POST', apiPaths.posts, { token, form })).json()
    expect(await newest('%s')).toBe('post: create "With a picture"')
    const base = `storage/public/${post.image?.replace(/-\d+x\d+\.webp$/, '')}`
    expect((await files()).split('\n')).toEqual([
      'A\tcontent/posts/with-a-picture.md',
      `A\t${base}-480.webp`,
      `A\t${base}-600x300.webp`,
    ])
    expect(await git('status', '--porcelain')).toBe('')
  })

  test('commit deleted posts, and created and deleted categories and tags', async () => {
    await app.send('DELETE', apiPaths.post('with-a-picture'), { token })
    expect(await newest('%s')).toBe('post: delete "With a picture"')
    await names('categories', 'Cold chain')
    expect(await newest('%s')).toBe('category: create "Cold chain"')
    await app.send('DELETE', adminPaths.category('cold-chain'), { token })
    expect(await newest('%s')).toBe('category: delete "Cold chain"')
    await names('tags', 'Nuts')
    await app.send('DELETE', adminPaths.tag('nuts'), { token })
    expect(await newest('%s')).toBe('tag: delete "Nuts"')
    expect(await files()).toBe('D\tcontent/tags/nuts.yml')
  })

  test('succeed and are committed later when git fails', async () => {
    const lock = join(app.dir, '.git/HEAD.lock')
    await Bun.write(lock, '')
    expect((await update('a', { title: 'While locked' })).status).toBe(200)
    expect(await (await app.get(apiPaths.post('a'))).text()).toContain('While locked')
    await app.committed()
    expect(app.services.checkout?.state().commits).toMatchObject({
      waiting: 1,
      reason: expect.stringContaining('HEAD.lock'),
    })
    await rm(lock)
    await update('a', { title: 'And after' })
    expect(await git('log', '-2', '--format=%s')).toBe('post: update "And after"\npost: update "While locked"')
  })

  test('create no commit when they are rejected', async () => {
    const before = await newest('%H')
    expect((await update('a', { title: '' })).status).toBe(422)
    expect(await newest('%H')).toBe(before)
  })
})

test('creates no commits with GIT_COMMIT=off', async () => {
  const quiet = await testApp({ files: { 'posts/a.md': aPost() }, inGit: true, env: { GIT_COMMIT: 'off' } })
  const send = { token: await quiet.login(), form: { ...fields, title: 'Other' } }
  expect((await quiet.send('POST', `${apiPaths.post('a')}?_method=PUT`, send)).status).toBe(200)
  await quiet.committed()
  expect(await gitIn(quiet.dir)(['rev-list', '--count', 'HEAD'])).toBe('1')
  await quiet.close()
})
