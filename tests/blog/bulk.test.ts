import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import type { BulkResult } from '#contract/bulk.ts'
import { apiPaths } from '#contract/paths.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
const draft = (fields = {}) => plainPost({ draft: true, date: null, ...fields })

async function createSite(files: Record<string, string>, inGit = false) {
  const app = await blogApp({ files, inGit, now: () => new Date('2026-06-01T12:00:00Z') })
  const send = (json: unknown) => app.send('POST', adminPaths.bulk, { token: app.token, json })
  return {
    ...app,
    send,
    async change(json: unknown): Promise<BulkResult> {
      const answer = await send(json)
      expect(answer.status).toBe(200)
      return answer.json()
    },
    events: async () => {
      const answer = await app.send('GET', adminPaths.audit, { token: app.token })
      const { events }: { events: { event: string; subject: string; detail: string }[] } = await answer.json()
      return events.map(({ event, subject, detail }) => [event, subject, detail].join(' ').trim())
    },
  }
}
const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)

describe('publishing several posts', () => {
  test('publishes complete drafts, dates those without a date, and names what the others lack', async () => {
    const site = await createSite({
      'posts/done.md': draft({ title: 'Done' }),
      'posts/dated.md': draft({ title: 'Dated', date: '2026-01-05' }),
      'posts/later.md': draft({ title: 'Later', date: '2026-08-01' }),
      'posts/live.md': plainPost({ title: 'Live' }),
      'posts/bare.md': draft({ title: 'Bare', summary: '', category: '', body: '' }),
      'posts/blank.md': draft({ title: 'Blank', body: '[a]: /b' }),
      'posts/lost.md': draft({ title: 'Lost', category: 'cakes' }),
      'posts/over.md': draft({ title: 'Over', date: '2026-01-05', expires: '2026-02-01' }),
      'posts/waiting.md': plainPost({ title: 'Waiting', date: '2026-09-01' }),
    })
    const ids = ['done', 'dated', 'later', 'live', 'bare', 'blank', 'lost', 'over', 'waiting', 'absent', 'done']
    const { changed, unchanged, rejected, restorable } = await site.change({ ids, action: 'publish' })
    // A category without a file is one, too.
    expect(idsOf(changed)).toEqual(['done', 'dated', 'later', 'lost'])
    expect(unchanged).toEqual([{ id: 'live', title: 'Live' }])
    expect(rejected).toEqual([
      { id: 'bare', title: 'Bare', reason: 'Required to publish: Summary, Content, Category.' },
      { id: 'blank', title: 'Blank', reason: 'Required to publish: Content.' },
      { id: 'over', title: 'Over', reason: 'Its expiry date has passed. Change that date first.' },
      { id: 'waiting', title: 'Waiting', reason: 'It is scheduled already. Change its date to publish it now.' },
      { id: 'absent', title: '', reason: 'This post does not exist.' },
    ])
    expect(restorable).toBe(false)
    expect(await site.file('posts/done.md')).toContain('date: 2026-06-01T12:00:00Z')
    expect((await site.list()).map(({ id }) => id).sort()).toEqual(['dated', 'done', 'live', 'lost'])
    expect(await site.file('posts/bare.md')).toBe(draft({ title: 'Bare', summary: '', category: '', body: '' }))
    expect((await site.events()).slice(0, 4).sort()).toEqual([
      'post.changed dated publish',
      'post.changed done publish',
      'post.changed later publish',
      'post.changed lost publish',
    ])
  })

  test('hides posts again, with their dates', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A' }), 'posts/b.md': draft({ title: 'B' }) })
    const { changed, unchanged } = await site.change({ ids: ['a', 'b'], action: 'unpublish' })
    expect([idsOf(changed), idsOf(unchanged)]).toEqual([['a'], ['b']])
    expect(await site.list()).toEqual([])
    expect((await site.get('/blog/a')).status).toBe(404)
    expect(await site.file('posts/a.md')).toContain('date: "2026-01-02"')
  })
})

describe('changing the terms of several posts', () => {
  test('adds and removes tags and moves posts to a category, and leaves the rest of their files as it is', async () => {
    const text = plainPost({ title: 'A', tags: ['milk'] }).replace('category:', '# a remark\nlayout: wide\ncategory:')
    const full = plainPost({ title: 'Full', tags: Array.from({ length: 30 }, (_, at) => `tag-${at}`) })
    const site = await createSite({
      'posts/a.md': text,
      'posts/b.md': plainPost({ title: 'B' }),
      'posts/full.md': full,
    })
    const tagged = await site.change({ ids: ['a', 'b', 'full'], action: 'tag', tags: ['milk', 'bakery'] })
    expect(idsOf(tagged.changed)).toEqual(['a', 'b'])
    expect(tagged.rejected).toEqual([{ id: 'full', title: 'Full', reason: 'A post can carry at most 30 tags.' }])
    expect((await site.change({ ids: ['a'], action: 'tag', tags: ['milk'] })).unchanged).toHaveLength(1)
    await site.change({ ids: ['a', 'b'], action: 'untag', tags: ['milk'] })
    await site.change({ ids: ['a', 'b'], action: 'category', category: 'shipping' })
    const posts = (await site.list()).filter(({ id }) => id !== 'full')
    expect(posts.map(({ tags, category, updated }) => [tags.map(({ id }) => id), category?.id, updated])).toEqual([
      [['bakery'], 'shipping', null],
      [['bakery'], 'shipping', null],
    ])
    const plain = (one: string) => one.replace(/^(?:category|tags): .*\n(?: +- .*\n)*/gm, '')
    expect(plain(await site.file('posts/a.md'))).toBe(plain(text))
  })

  test('rejects the whole request for a term that does not exist', async () => {
    const site = await createSite({ 'posts/a.md': plainPost() })
    const wrong = [
      [{ action: 'tag', tags: ['bakery', 'pies'] }, 'tags'],
      [{ action: 'untag', tags: ['../tags'] }, 'tags'],
      [{ action: 'tag' }, 'tags'],
      [{ action: 'category', category: 'cakes' }, 'category'],
      [{ action: 'category', category: '' }, 'category'],
      [{ action: 'category' }, 'category'],
    ] as const
    for (const [fields, field] of wrong) {
      const answer = await site.send({ ids: ['a'], ...fields })
      expect(answer.status).toBe(422)
      expect(Object.keys((await answer.json()).errors)).toEqual([field])
    }
    expect(await site.file('posts/a.md')).toBe(plainPost())
  })
})

describe('a change of several posts', () => {
  test('is one commit by the administrator', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`posts/p${at}.md`, plainPost({ title: `P ${at}` })]),
    )
    const site = await createSite(files, true)
    const git = gitIn(site.dir)
    const ids = Object.keys(files).map((file) => file.slice('posts/'.length, -'.md'.length))
    expect((await site.change({ ids, action: 'tag', tags: ['milk'] })).changed).toHaveLength(100)
    expect((await site.change({ ids: ids.slice(0, 1), action: 'unpublish' })).changed).toHaveLength(1)
    expect(await site.change({ ids, action: 'delete' })).toMatchObject({ restorable: true, rejected: [] })
    await site.committed()
    expect(await git(['log', '--format=%an: %s'])).toBe(
      'Administrator: post: delete 100 posts\nAdministrator: post: unpublish "P 0"\nAdministrator: post: tag 100 posts\nAn Editor: First',
    )
    expect(await git(['status', '--porcelain'])).toBe('')
    expect(await site.filesIn('content/posts')).toEqual([])
    expect((await site.events()).filter((one) => one.startsWith('post.deleted'))).not.toHaveLength(0)
  }, 60_000)

  test('leaves a post with a broken file as it is, and changes the others', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A' }), 'posts/b.md': plainPost({ title: 'B' }) })
    await Bun.write(`${site.dir}/content/posts/a.md`, '---\ntitle: [\n---\n')
    await site.content.reload(['posts/a.md'])
    const { changed, rejected } = await site.change({ ids: ['a', 'b'], action: 'tag', tags: ['milk'] })
    expect(idsOf(changed)).toEqual(['b'])
    expect(rejected).toEqual([{ id: 'a', title: 'A', reason: 'Its file has an error. Repair the file first.' }])
  })

  test.each([
    ['no posts', { action: 'publish' }, 'ids'],
    ['an empty list', { ids: [], action: 'publish' }, 'ids'],
    ['101 posts', { ids: Array.from({ length: 101 }, (_, at) => `p${at}`), action: 'delete' }, 'ids'],
    ['a path', { ids: ['../site'], action: 'delete' }, 'ids'],
    ['a number', { ids: [7], action: 'delete' }, 'ids'],
    ['no list', { ids: 'a', action: 'delete' }, 'ids'],
    ['an unknown action', { ids: ['a'], action: 'constructor' }, 'action'],
    ['no action', { ids: ['a'] }, 'action'],
  ])('is rejected for %s', async (_, json, field) => {
    const site = await createSite({ 'posts/a.md': plainPost() })
    const answer = await site.send(json)
    expect(answer.status).toBe(422)
    const { errors } = await answer.json()
    expect(Object.keys(errors)[0]).toBe(field)
    expect(JSON.stringify(errors)).not.toMatch(/constructor|\.\./)
    expect(await site.filesIn('content/posts')).toEqual(['a.md'])
  })

  test('does not take the address of a post that is called "bulk"', async () => {
    const site = await createSite({ 'posts/bulk.html': plainPost({ title: 'Goods in bulk' }) })
    expect((await site.get(apiPaths.post('bulk'))).status).toBe(200)
    expect((await site.update('bulk', { title: 'Flour in bulk' })).status).toBe(200)
    expect((await site.remove(apiPaths.post('bulk'))).status).toBe(200)
  })
})

describe('the author of several posts', () => {
  test('changes in one commit, and only where it is another one', async () => {
    const files = { 'posts/a.md': plainPost({ title: 'A', author: 'Ann' }), 'posts/b.md': plainPost({ title: 'B' }) }
    const site = await createSite({ 'authors/ben.yml': 'name: Ben\n', ...files })
    const { changed } = await site.change({ ids: ['a', 'b'], action: 'author', author: ' ben ' })
    expect(idsOf(changed)).toEqual(['a', 'b'])
    expect(await site.file('posts/a.md')).toContain('author: "ben"')
    expect((await site.list()).map(({ author }) => author)).toEqual(['Ben', 'Ben'])
    const again = await site.change({ ids: ['a'], action: 'author', author: 'ben' })
    expect([idsOf(again.changed), idsOf(again.unchanged)]).toEqual([[], ['a']])
  })

  test.each([
    [{}, 'Please choose an author.'],
    [{ author: '  ' }, 'Please choose an author.'],
    [{ author: 'ann@example.com' }, 'Author must be a name without an e-mail address.'],
    [{ author: 'x'.repeat(101) }, 'Author must be at most 100 characters long'],
  ])('is a name: %p', async (fields, message) => {
    const site = await createSite({ 'posts/a.md': plainPost() })
    const answer = await site.send({ ids: ['a'], action: 'author', ...fields })
    expect([answer.status, (await answer.json()).errors.author.message]).toEqual([422, message])
  })
})
