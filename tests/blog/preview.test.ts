import { describe, expect, test } from 'bun:test'
import { appendFile, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { jwt } from '@elysiajs/jwt'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { PreviewLink } from '#contract/posts.ts'
import { derivedKey } from '#server/admin/sessions/tokens.ts'
import { createPreviewLinks } from '#server/blog/preview-links.ts'
import { createCommitHistory } from '#server/git/history/commit-history.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { createLog } from '#server/lib/log.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { privateText } from '#server/storage/private-text.ts'
import { keyIn } from '#server/storage/secret-key.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'

const blogApp = blogApps()
const SECRET = 'Nobody knows of this yet.'
const files = {
  'posts/draft.md': plainPost({ title: 'The draft', draft: true, body: `**${SECRET}**` }),
  'posts/soon.md': plainPost({ title: 'Soon', date: '2026-06-01T08:00Z' }),
  'posts/gone.md': plainPost({ title: 'Gone', expires: '2026-02-01' }),
  'posts/live.md': plainPost({ title: 'Live' }),
}

async function site(start = '2026-05-01T12:00:00Z', options: TestAppOptions = {}) {
  let now = new Date(start)
  const app = await blogApp({ files, now: () => now, ...options })
  const ask = (id: string, token: string | undefined = app.token) =>
    app.send('POST', adminPaths.previews(id), { ...(token !== undefined && { token }) })
  const linkTo = async (id: string): Promise<PreviewLink> => (await ask(id)).json()
  return {
    ...app,
    ask,
    linkTo,
    goTo: (moment: string) => {
      now = new Date(moment)
    },
    async open(path: string) {
      const answer = await app.get(path)
      return { status: answer.status, headers: answer.headers, html: await answer.text() }
    },
  }
}

describe('a preview link', () => {
  test('shows a draft as visitors would see it, with a notice of its end, and runs no script', async () => {
    const { linkTo, open } = await site()
    const { path, until } = await linkTo('draft')
    expect(until).toBe('2026-05-08T12:00:00.000Z')
    const { status, html } = await open(path)
    expect(status).toBe(200)
    expect(html).toContain(`<strong>${SECRET}</strong>`)
    expect(html).toContain('<h1 dir="auto">The draft</h1>')
    expect(html).toContain('Preview, not public.')
    expect(html).toContain('May 8, 2026, 12:00 PM UTC')
    expect(html).not.toContain('<script')
  })

  test('is laid out as a whole, because no script ends the deferred layout', async () => {
    const { linkTo, open } = await site()
    expect((await open('/blog/live')).html).toContain('main section~section{content-visibility:auto')
    expect((await open((await linkTo('draft')).path)).html).not.toContain('content-visibility:auto')
  })

  test('is not cached, not indexed and not sent as referrer', async () => {
    const { linkTo, open } = await site()
    const { headers, html } = await open((await linkTo('draft')).path)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox (?!.*allow-scripts)/)
  })

  test('shows the current state of a scheduled or expired post', async () => {
    const { linkTo, open, update } = await site()
    expect((await open((await linkTo('soon')).path)).html).toContain('It appears on Jun 1, 2026, 8:00 AM UTC.')
    expect((await open((await linkTo('gone')).path)).html).toContain('It has expired.')
    const { path } = await linkTo('draft')
    await update('draft', { title: 'The second draft', format: 'md' })
    expect((await open(path)).html).toContain('The second draft')
  })

  test('does not make the draft visible in lists, pages or the API', async () => {
    const { linkTo, open, list, get } = await site()
    const { path } = await linkTo('draft')
    await open(path)
    expect((await list()).map(({ id }) => id)).toEqual(['live'])
    for (const other of [
      pagePaths.blog,
      pagePaths.post('draft'),
      pagePaths.post('live'),
      '/',
      apiPaths.post('draft'),
    ]) {
      const text = await (await get(other)).text()
      expect([other, text.includes(SECRET), text.includes('The draft')]).toEqual([other, false, false])
    }
  })

  test('redirects to the post once it is public, even under a new slug', async () => {
    const { linkTo, open, update, goTo } = await site()
    const draft = await linkTo('draft')
    await update('draft', { title: 'The draft', format: 'md', address: 'the-post' })
    expect((await open(draft.path)).status).toBe(200)
    await update('the-post', { title: 'The draft', format: 'md', draft: 'false' })
    const answer = await open(draft.path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/blog/the-post'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const { path } = await linkTo('soon')
    goTo('2026-05-02T12:00:00Z')
    expect((await open(path)).status).toBe(200)
  })

  test('expires after seven days, by "Log out everywhere" and with its post, and then says so', async () => {
    const { linkTo, open, goTo, send, token, remove } = await site()
    const { path } = await linkTo('draft')
    const soon = await linkTo('soon')
    await remove(apiPaths.post('soon'))
    const gone = await open(soon.path)
    expect([gone.status, gone.html.includes('This preview link does not work')]).toEqual([404, true])
    expect(gone.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(path)).status).toBe(200)
    goTo('2026-05-08T11:59:59Z')
    expect((await open(path)).status).toBe(200)
    goTo('2026-05-08T12:00:00Z')
    expect((await open(path)).status).toBe(404)
    goTo('2026-05-01T12:00:00Z')
    await send('DELETE', adminPaths.sessions, { token })
    expect((await open(path)).status).toBe(404)
  })

  test('is not accepted as an administrator token, nor the other way round', async () => {
    const { linkTo, send, get, token } = await site()
    const preview = (await linkTo('draft')).path.replace('/preview/', '')
    expect((await send('GET', `${apiPaths.posts}?state=all`, { token: preview })).status).toBe(401)
    for (const wrong of [token, 'x', 'a.b.c', `${preview}x`, 'x'.repeat(3000), '%00', preview.replace(/\.[^.]*$/, '.')])
      expect([wrong, (await get(pagePaths.preview(wrong))).status]).toEqual([wrong, 404])
  })
})

describe('POST /api/blog-posts/{id}/preview', () => {
  test('requires the administrator and an existing post that is not public', async () => {
    const { ask, send } = await site()
    expect((await send('POST', adminPaths.previews('draft'))).status).toBe(401)
    expect((await ask('nothing')).status).toBe(404)
    expect((await ask('live')).status).toBe(409)
    expect((await ask('draft')).status).toBe(201)
    expect((await send('GET', adminPaths.previews('draft'))).status).toBe(405)
  })
})

describe('a preview link belongs to the creation of its post', () => {
  const NEW = 'Written for somebody else.'
  const createDraft = async (app: Awaited<ReturnType<typeof site>>) => {
    const { id } = await (await app.create({ title: 'Plan', content: NEW, format: 'md', draft: 'true' })).json()
    return id as string
  }
  async function siteWithLink(options: TestAppOptions = {}) {
    const app = await site(undefined, {
      files: { 'posts/plan.md': plainPost({ title: 'Plan', draft: true }) },
      ...options,
    })
    const { path } = await app.linkTo('plan')
    expect((await app.open(path)).status).toBe(200)
    return { ...app, path, isEnded: async () => isEnded(await app.open(path)) }
  }
  const isEnded = ({ status, html }: { status: number; html: string }) =>
    status === 404 && html.includes('Ask for a new one') && !html.includes(NEW)

  test('and does not show another draft of the same title', async () => {
    const app = await siteWithLink()
    await app.remove(apiPaths.post('plan'))
    expect(await app.isEnded()).toBe(true)
    expect(await createDraft(app)).toBe('plan')
    expect(await app.isEnded()).toBe(true)
    expect((await app.open((await app.linkTo('plan')).path)).html).toContain(NEW)
    expect(await app.isEnded()).toBe(true)
  })

  test('also across restarts, and where the file was deleted while the site did not run', async () => {
    const app = await siteWithLink()
    await app.remove(apiPaths.post('plan'))
    await app.stop()
    const next = await site(undefined, { dir: app.dir })
    await createDraft(next)
    expect(isEnded(await next.open(app.path))).toBe(true)
    const { path } = await next.linkTo('plan')
    await next.stop()
    const again = await site(undefined, { dir: app.dir })
    expect((await again.open(path)).html).toContain(NEW)
    await again.stop()
    await unlink(join(app.dir, 'content/posts/plan.md'))
    const last = await site(undefined, { dir: app.dir })
    await createDraft(last)
    expect(isEnded(await last.open(path))).toBe(true)
  })

  test('and ends where the file was deleted and written again while the site did not run, but not where it was edited', async () => {
    const draft = plainPost({ title: 'Draft', draft: true, body: 'The first text.' })
    const app = await site(undefined, {
      files: { 'posts/edited.md': draft, 'posts/replaced.md': draft, 'posts/same.md': draft },
    })
    const links = {
      edited: await app.linkTo('edited'),
      replaced: await app.linkTo('replaced'),
      same: await app.linkTo('same'),
    }
    // A save replaces the file.
    await app.update('edited', { title: 'Draft', content: 'The second text.', format: 'md', address: 'edited' })
    await app.stop()
    const fileOf = (id: string) => join(app.dir, `content/posts/${id}.md`)
    await appendFile(fileOf('edited'), '\n\nThe third text.\n')
    await unlink(fileOf('replaced'))
    await Bun.write(fileOf('replaced'), plainPost({ title: 'Draft', draft: true, body: NEW }))
    const next = await site(undefined, { dir: app.dir })
    expect((await next.open(links.edited.path)).html).toContain('The third text.')
    expect(isEnded(await next.open(links.replaced.path))).toBe(true)
    expect((await next.open(links.same.path)).html).toContain('The first text.')
    expect((await next.open((await next.linkTo('replaced')).path)).html).toContain(NEW)
  })

  test('and is not given back to a restored post', async () => {
    const app = await siteWithLink({ inGit: true })
    await app.remove(apiPaths.post('plan'))
    expect((await app.send('POST', adminPaths.restoreDeleted('plan'), { token: app.token })).status).toBe(200)
    expect(await app.isEnded()).toBe(true)
  })

  test('and follows a rename in the dashboard, after which another draft may have the title', async () => {
    const app = await siteWithLink()
    await app.update('plan', { title: 'Plan', format: 'md', address: 'secret-plan', content: 'The first one.' })
    expect((await app.open(app.path)).html).toContain('The first one.')
    await app.update('secret-plan', { title: 'Plan', format: 'html', content: 'The second one.', address: 'plan-b' })
    expect((await app.open(app.path)).html).toContain('The second one.')
    await createDraft(app)
    expect((await app.open(app.path)).html).toContain('The second one.')
    await app.remove(apiPaths.post('plan-b'))
    expect(await app.isEnded()).toBe(true)
  })

  test('and follows a rename of its file', async () => {
    const app = await siteWithLink()
    app.services.follow()
    const posts = join(app.dir, 'content/posts')
    await rename(join(posts, 'plan.md'), join(posts, 'plan-c.md'))
    await app.content.reload(['posts/plan.md', 'posts/plan-c.md'])
    await eventually(
      () => app.open(app.path),
      ({ status }) => status === 200,
    )
  })

  test('and does not pass to a post that has its id as an alias', async () => {
    const other = plainPost({ title: 'Other', draft: true, aliases: ['plan'], body: NEW })
    const app = await siteWithLink()
    await app.content.change(async (tx) => tx.write('posts/other.md', other))
    await app.content.change(async (tx) => tx.remove('posts/plan.md'))
    expect(await app.isEnded()).toBe(true)
  })

  test('and one from before the update ends', async () => {
    const app = await siteWithLink()
    const { sessions, administrators } = app.services.admin
    const [administrator] = await administrators.list()
    const key = await readFile(join(app.dir, 'storage/private/signing.key'), 'utf8')
    const signer = jwt({
      secret: derivedKey(keyIn(key, 'signing.key'), 'preview links'),
      alg: 'HS256',
      aud: 'preview',
      iat: false,
    })
    const claims = { post: 'plan', links: await sessions.linksOf(administrator?.id ?? '') }
    const token = await signer.decorator.jwt.sign({ ...claims, exp: Date.parse('2026-05-05T00:00:00Z') / 1000 })
    expect(isEnded(await app.open(pagePaths.preview(token)))).toBe(true)
  })
})

test('with replicas, a preview link ends with a post that a commit deleted while no site ran, and stays with one that commits edited', async () => {
  const draft = plainPost({ title: 'Draft', draft: true })
  const files = { 'posts/edited.md': draft, 'posts/replaced.md': draft }
  const app = await site(undefined, { files, inGit: true })
  const dir = join(app.dir, 'content')
  const repository = await openRepository(dir)
  if (!repository) throw new Error('The site is in no repository.')
  const start = ({ content }: Pick<typeof app, 'content'>) =>
    createPreviewLinks({
      content,
      dir,
      commits: createCommitHistory(repository, dir),
      text: privateText(createFileStore(join(app.dir, 'storage/private')), 'shared-links.json'),
      tokens: {
        issue: async (token) => ({ token, until: '2026-06-01T00:00:00.000Z' }),
        read: async (creation) => ({ creation, until: '2026-06-01T00:00:00.000Z' }),
      },
      now: () => new Date('2026-05-01'),
      log: createLog('error', console.error),
    })
  const links = start(app)
  const edited = await links.issue('edited', 'ann')
  const replaced = await links.issue('replaced', 'ann')
  await links.close()
  await app.stop()
  const commit = () =>
    gitIn(app.dir)(['-c', 'user.name=Ed', '-c', 'user.email=ed@x.example', 'commit', '-qam', 'Change'])
  await unlink(join(dir, 'posts/replaced.md'))
  await commit()
  for (const id of ['edited', 'replaced'])
    await Bun.write(join(dir, `posts/${id}.md`), plainPost({ title: 'Draft', draft: true, body: 'Another text.' }))
  await gitIn(app.dir)(['add', 'content'])
  await commit()
  const next = start(await site(undefined, { dir: app.dir }))
  expect(await next.read(edited.token)).toMatchObject({ id: 'edited' })
  expect(await next.read(replaced.token)).toBeUndefined()
})
