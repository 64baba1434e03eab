import { describe, expect, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import type { Git } from '#server/git/runner/run-git.ts'
import { readPastContent } from '#server/time-machine/past-content.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { NOW, pastSite } from './past-site.ts'

const { app, token, git, ask, open, list, commit } = pastSite()
const photo = await Bun.file('docs/blog.webp').bytes()
const read = async (path: string) => (await app().get(path)).text()
const bread = (title: string, body = 'Text.') => aPost({ title, date: '2026-01-01', body })

describe('the time machine', () => {
  test('shows the public pages of a commit, as they were, with links that stay there', async () => {
    const old = await commit('Cake', '2026-06-01T12:01:00Z', {
      'posts/bread.md': bread('Bread of old', 'Eat [cake](/blog/cake#at-top) or [rolls](https://rolls.example).'),
      'posts/cake.md': aPost({ title: 'Cake of old', date: '2026-01-02' }),
    })
    await commit('No cake', '2026-06-01T12:02:00Z', { 'posts/bread.md': bread('Bread again'), 'posts/cake.md': null })
    const { path } = await open({ commit: old })
    const page = await app().get(`${path}blog/bread`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('Bread of old')
    expect(html).not.toContain('Bread again')
    expect(html).toContain(`href="${path}blog/cake#at-top"`)
    expect(html).toContain(`href="${path}blog"`)
    expect(html).toContain('href="https://rolls.example"')
    expect(html).toContain('href="/blog/bread" data-now=""')
    expect(html).toContain('This is the past.')
    expect(await read(`${path}blog/cake`)).toContain('Cake of old')
    expect(await read(`${path}blog`)).toContain('Cake of old')
    expect(await read(path)).toContain('This is the past.')
    expect((await app().get('/blog/cake')).status).toBe(404)
  })

  test('sends pages that no cache stores, no search engine lists and no script runs in', async () => {
    const { path } = await open({ at: NOW_TEXT })
    const { headers } = await app().get(`${path}blog/bread`)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/; sandbox allow-same-origin allow-popups [a-z-]+$/)
    expect(await read(`${path}blog/bread`)).not.toMatch(/<script|rel="canonical"/)
  })

  test('hides what was a draft, scheduled or expired at that time', async () => {
    const at = '2026-06-01T12:10:00Z'
    const then = await commit('Hidden posts', at, {
      'posts/draft.md': aPost({ title: 'A draft', draft: true }),
      'posts/later.md': aPost({ title: 'Later', date: '2026-06-01T12:11:00Z' }),
      'posts/gone.md': aPost({ title: 'Gone', date: '2026-01-01', expires: '2026-06-01T12:09:00Z' }),
    })
    const { path } = await open({ commit: then })
    for (const id of ['draft', 'later', 'gone']) expect((await app().get(`${path}blog/${id}`)).status).toBe(404)
    expect(await read(`${path}blog`)).not.toMatch(/A draft|Later|Gone/)
  })

  test('finds the last commit before a date, and nothing before the first', async () => {
    const { commit: found, at } = await open({ at: NOW_TEXT })
    expect(at).toBe('2026-06-01T12:00:00.000Z')
    expect((await git('log', '-1', '--format=%s', found)).trim()).toBe('Long ago')
    const early = await ask({ at: '1999-01-01T00:00:00Z' })
    expect(early.status).toBe(404)
    expect((await early.json()).message).toBe('There is no content from before that time.')
  })

  test('lists the newest commits of the content, and records each link in the audit log', async () => {
    const listed = await list()
    if (!listed.kept) throw new Error(listed.reason)
    expect(listed.commits[0]).toMatchObject({ subject: 'Hidden posts', author: 'Ann', at: '2026-06-01T12:10:00.000Z' })
    const { commit: opened = '' } = listed.commits[0] ?? {}
    await open({ commit: opened })
    const audit = await app().send('GET', adminPaths.audit, { token: token() })
    expect((await audit.json()).events[0]).toMatchObject({ event: 'time-machine.opened', subject: opened.slice(0, 7) })
  })

  test('leaves out and counts files that are invalid today, and those that are no regular files', async () => {
    await symlink('/etc/passwd', join(app().dir, 'content/posts/link.md'))
    const odd = await commit('Odd files', '2026-06-01T12:20:00Z', {
      'posts/broken.md': '---\ntitle: [\n---\n',
      'categories/Wrong-Name.yml': 'name: Wrong\n',
    })
    const { path, rejected } = await open({ commit: odd })
    expect(rejected).toBe(2)
    for (const id of ['link', 'broken']) expect((await app().get(`${path}blog/${id}`)).status).toBe(404)
    expect(await read(`${path}blog/link`)).not.toContain('root:')
    expect((await app().get(`${path}blog/bread`)).status).toBe(200)
  })

  test('sanitizes what was written then', async () => {
    const then = await commit('Script', '2026-06-01T12:30:00Z', {
      'posts/bread.md': bread('Bread', '<img src=x onerror="alert(1)"><script>alert(2)</script>Bread.'),
    })
    const html = await read(`${(await open({ commit: then })).path}blog/bread`)
    expect(html).not.toMatch(/onerror|alert\(/)
  })

  test('rejects a commit without a valid site', async () => {
    const site = smallContent['site.yml'] ?? ''
    const broken = await commit('Broken site', '2026-06-01T12:40:00Z', { 'site.yml': 'name: [' })
    await commit('Mended site', '2026-06-01T12:41:00Z', { 'site.yml': site })
    const answer = await ask({ commit: broken })
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toContain('no site.yml and plans.yml that are valid today')
  })

  test('shows the images in the folder of a post as they were, in no cache, and none of a draft', async () => {
    const image = (width: number) => new Bun.Image(new Uint8Array(photo)).resize(width, 30).jpeg().bytes()
    const folder = join(app().dir, 'content/posts/van')
    await Bun.write(join(folder, 'crates.jpg'), await image(90))
    await Bun.write(join(app().dir, 'content/posts/hidden/secret.jpg'), await image(70))
    const old = await commit('Images', '2026-06-01T12:45:00Z', {
      'posts/van/index.md': aPost({ date: '2026-01-01', image: 'crates.jpg', body: '![Crates](crates.jpg)' }),
      'posts/hidden/index.md': aPost({ date: '2026-01-01', draft: true, body: '![Secret](secret.jpg)' }),
    })
    await Bun.write(join(folder, 'crates.jpg'), await image(60))
    await commit('Other images', '2026-06-01T12:46:00Z', {})
    const { path } = await open({ commit: old })
    const html = await read(`${path}blog/van`)
    const urls = [...html.matchAll(/<img [^>]*src="([^"]*crates[^"]*)"/g)].map(([, url = '']) => url)
    expect(urls).toEqual([`${path}images-of-that-time/posts/van/crates.jpg`, urls[0] ?? ''])
    const answer = await app().get(urls[0] ?? '')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await new Bun.Image(await answer.bytes()).metadata()).width).toBe(90)
    for (const other of ['posts/hidden/secret.jpg', 'posts/van/index.md', 'posts/van/gone.jpg', 'posts/%zz/a.jpg'])
      expect((await app().get(`${path}images-of-that-time/${other}`)).status).toBe(404)
  })

  test('reads from git only what differs from a commit that was read before', async () => {
    const one = await commit('One', '2026-06-01T12:50:00Z', { 'posts/bread.md': bread('One') })
    const two = await commit('Two', '2026-06-01T12:51:00Z', { 'posts/bread.md': bread('Two') })
    const repository = await openRepository(join(app().dir, 'content'))
    if (!repository) throw new Error('There is no checkout.')
    const first = await readPastContent(repository, 'content/', one)
    const asked: string[] = []
    const bytes: Git['bytes'] = (args, options) => {
      asked.push(String(options?.input))
      return repository.git.bytes(args, options)
    }
    const watched = { ...repository, git: Object.assign(repository.git.bind(undefined), { bytes }) }
    const second = await readPastContent(watched, 'content/', two, [first])
    expect(second.snapshot.posts.get('bread')?.title).toBe('Two')
    expect(second.snapshot.posts.size).toBe(first.snapshot.posts.size)
    expect(asked.map((names) => names.split('\0').filter(Boolean).length)).toEqual([1])
  })

  test('keeps the content of two commits in memory at most', async () => {
    const listed = await list()
    if (!listed.kept) throw new Error(listed.reason)
    for (const one of listed.commits.slice(3, 7)) await ask({ commit: one.commit })
    expect(app().services.timeMachine.cached().length).toBe(2)
  })
})

const NOW_TEXT = '2026-06-01T12:00:00.000Z'

describe('hostile requests to the time machine', () => {
  test('open no commit outside the branch, and nothing that is no commit', async () => {
    await git('switch', '-q', '-c', 'secret')
    const secret = await commit('Secret', '2026-06-01T12:50:00Z', { 'posts/secret.md': aPost({ title: 'Secret' }) })
    await git('switch', '-q', 'main')
    expect((await ask({ commit: secret })).status).toBe(404)
    const tree = (await git('rev-parse', 'HEAD^{tree}')).trim()
    expect((await ask({ commit: tree })).status).toBe(404)
    expect((await ask({ commit: 'f'.repeat(40) })).status).toBe(404)
    for (const one of ['HEAD', '--output=/tmp/x', 'main', 'a'.repeat(39), '../..', ''])
      expect((await ask({ commit: one })).status).toBe(422)
    for (const one of [{}, { at: 'yesterday' }, { at: NOW_TEXT, commit: 'f'.repeat(40) }, { at: '--all' }, 'x'])
      expect((await ask(one)).status).toBe(422)
  })

  test('get nothing of a commit that rewriting history has removed from the branch, also where it was opened before', async () => {
    const before = await git('rev-parse', 'HEAD')
    const removed = await commit('By mistake', '2026-05-30T12:00:00Z', {
      'posts/by-mistake.md': aPost({ title: 'Mistake' }),
    })
    const { path } = await open({ commit: removed })
    expect((await app().get(path)).status).toBe(200)
    await git('reset', '-q', '--hard', before)
    await app().content.reload(['posts/by-mistake.md'])
    expect((await app().get(path)).status).toBe(404)
    expect(app().services.timeMachine.cached()).not.toContain(removed)
  })

  test('need the session of an administrator', async () => {
    expect((await app().get(adminPaths.timeMachine)).status).toBe(401)
    expect((await app().send('POST', adminPaths.timeMachine, { json: { at: NOW_TEXT } })).status).toBe(401)
  })

  test('get the same page for a forged token, one of another kind, and a path that leaves it', async () => {
    const { path } = await open({ at: NOW_TEXT })
    const [, , signed = ''] = path.split('/')
    const statusOf = async (one: string) => (await app().get(one)).status
    for (const one of [`${signed}x`, signed.slice(0, -2), 'x', token(), `${signed}%00`])
      expect(await statusOf(`/time-machine/${one}/blog/bread`)).toBe(404)
    for (const one of [
      'admin/blog',
      'admin/login',
      'api/blog-posts',
      'storage/x',
      '/evil.example',
      '%2fevil.example',
      'a%',
    ])
      expect(await statusOf(`${path}${one}`)).toBe(404)
  })

  test('never redirect away from the moment for a search', async () => {
    const { path } = await open({ at: NOW_TEXT })
    const answer = await app().get(`${path}blog?q=bread`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${path}blog`])
  })

  test('get nothing after seven days', async () => {
    let now = new Date()
    const other = await testApp({ inGit: true, now: () => now })
    // After the first commit of the content, which may be younger than the site's first moment.
    now = new Date()
    const json = { at: now.toISOString() }
    const { path, until } = await (
      await other.send('POST', adminPaths.timeMachine, { token: await other.login(), json })
    ).json()
    const statusAt = async (time: number) => {
      now = new Date(time)
      return (await other.get(path)).status
    }
    expect(Date.parse(until) - now.getTime()).toBeLessThanOrEqual(7 * 24 * 60 * 60 * 1000)
    expect(await statusAt(Date.parse(until) - 1000)).toBe(200)
    expect(await statusAt(Date.parse(until) + 1000)).toBe(404)
    await other.close()
  })

  test('get nothing of tomorrow from a commit that a wrong clock has dated', async () => {
    const text = aPost({ title: 'Tomorrow', date: '2026-06-01T13:30:00Z' })
    const { path, at } = await open({
      commit: await commit('Tomorrow', '2026-06-01T14:00:00Z', { 'posts/tomorrow.md': text }),
    })
    expect(at).toBe(NOW.toISOString())
    expect((await app().get(`${path}blog/tomorrow`)).status).toBe(404)
  })

  test('get nothing once all sessions of the administrator are ended', async () => {
    const other = await testApp({ inGit: true })
    const mine = await other.login()
    const answer = await other.send('POST', adminPaths.timeMachine, {
      token: mine,
      json: { at: new Date().toISOString() },
    })
    const { path } = await answer.json()
    expect((await other.get(path)).status).toBe(200)
    await other.send('DELETE', adminPaths.sessions, { token: mine })
    expect((await other.get(path)).status).toBe(404)
    await other.close()
  })
})

test('the time machine says that it needs git', async () => {
  const bare = await testApp()
  const mine = await bare.login()
  const listed = await (await bare.send('GET', adminPaths.timeMachine, { token: mine })).json()
  expect(listed).toEqual({ kept: false, reason: expect.stringContaining('is not in a git checkout') })
  const answer = await bare.send('POST', adminPaths.timeMachine, { token: mine, json: { at: NOW_TEXT } })
  expect(answer.status).toBe(404)
  await bare.close()
})
