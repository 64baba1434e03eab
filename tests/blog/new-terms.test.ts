import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StalePost } from '#contract/posts.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
const NEW = { category_id: 'new:Night shift', 'tags[]': ['milk', 'new:Spelt & rye', 'new:Хлеб'] }

async function site(files: Record<string, string> = {}, inGit = false) {
  const app = await blogApp({ files, inGit, now: () => new Date('2026-06-01T12:00:00Z') })
  return {
    ...app,
    terms: async () => [...(await app.filesIn('content/categories')), ...(await app.filesIn('content/tags'))].join(' '),
    events: async () => {
      const answer = await app.send('GET', adminPaths.audit, { token: app.token })
      const { events }: { events: { event: string; subject: string }[] } = await answer.json()
      return events.map(({ event, subject }) => `${event} ${subject}`)
    },
  }
}

describe('a save of a post with new categories and tags', () => {
  test.each([
    ['a post that is live', {}],
    ['a draft', { draft: 'true' }],
    ['a scheduled post', { date: '2026-08-01T08:00Z' }],
  ])('creates them with %s, in one commit, each in the audit log', async (_, more) => {
    const app = await site({}, true)
    const answer = await app.create({ title: 'Rye', ...NEW, ...more })
    const { category, tags } = await answer.json()
    expect([answer.status, category]).toEqual([201, { id: 'night-shift', name: 'Night shift' }])
    expect(tags).toEqual([
      { id: 'milk', name: 'Milk' },
      { id: 'spelt-rye', name: 'Spelt & rye' },
      { id: 'khleb', name: 'Хлеб' },
    ])
    expect(await app.file('categories/night-shift.yml')).toBe('name: Night shift\n')
    await app.committed()
    const git = gitIn(app.dir)
    expect(await git(['log', '--format=%s', '-1', '--stat=80'])).toContain('4 files changed')
    expect(await git(['log', '--format=%s'])).toBe('post: create "Rye"\nFirst')
    const created = ['post.created rye', 'tag.created khleb', 'tag.created spelt-rye', 'category.created night-shift']
    expect((await app.events()).slice(0, 4)).toEqual(created)
  })

  test('creates them with an update, and with one that merges another edit', async () => {
    const app = await site({ 'posts/rye.md': plainPost({ title: 'Rye' }) })
    const { revision } = (await app.editable('rye')).source
    const same = { title: 'Rye', content: 'Text.', format: 'md', revision }
    expect((await app.update('rye', { ...same, summary: 'Another.' })).status).toBe(200)
    const answer = await app.update('rye', { ...same, ...NEW })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ merged: ['summary'], category: { name: 'Night shift' } })
    expect(await app.terms()).toContain('night-shift.yml')
  })

  test.each([
    ['a text that is too long', { title: 't'.repeat(300) }, 'title'],
    ['a tag that does not exist', { 'tags[]': ['new:Spelt', 'gone'] }, 'tags'],
    ['a name that is too long', { 'tags[]': [`new:${'z'.repeat(61)}`] }, 'tags'],
    ['a name of two lines', { category_id: 'new:two\nlines' }, 'category_id'],
    ['a name of blanks', { category_id: 'new: ' }, 'category_id'],
  ])('creates nothing with %s', async (_, fields, field) => {
    const app = await site()
    const before = await app.terms()
    const answer = await app.create({ title: 'Rye', ...NEW, ...fields })
    const { errors } = await answer.json()
    expect([answer.status, Object.keys(errors)]).toEqual([422, [field]])
    expect(JSON.stringify(errors)).not.toContain('zzz')
    expect(await app.terms()).toBe(before)
  })

  test('creates nothing where both edits changed the same, and shows them as new', async () => {
    const app = await site({ 'posts/rye.md': plainPost({ title: 'Rye', tags: ['milk'] }) })
    const before = await app.terms()
    const { revision } = (await app.editable('rye')).source
    const same = { title: 'Rye', summary: 'In short.', content: 'Text.', format: 'md', revision }
    await app.update('rye', { ...same, title: 'Theirs', category_id: 'shipping', 'tags[]': ['milk'] })
    const answer = await app.update('rye', { ...same, ...NEW, title: 'Mine' })
    const stale: StalePost = await answer.json()
    expect(answer.status).toBe(409)
    expect(stale.overlaps.find(({ field }) => field === 'category_id')?.mine).toBe('new:Night shift')
    expect(stale.merged.tags.map(({ id }) => id)).toEqual(['milk', 'new:Spelt & rye', 'new:Хлеб'])
    expect(await app.terms()).toBe(before)
  })

  test.each([
    ['new:MILK', 'milk'],
    ['new:  Milk ', 'milk'],
    ['new:cut off times', 'cut-off-times'],
    ['new:Crème', 'creme'],
    ['new:Ｍｉｌｋ', 'milk'],
    ['new:Old name', 'bread'],
  ])('takes the term that exists for "%s"', async (choice, id) => {
    const app = await site({
      'tags/cut-off-times.yml': 'name: Cut-off times\n',
      'tags/creme.yml': 'name: Creme\n',
      'tags/bread.yml': 'name: Bread\naliases: [Old name]\n',
    })
    const before = await app.terms()
    const { tags } = await (await app.create({ title: 'Rye', 'tags[]': [choice, id] })).json()
    expect(tags.map((tag: { id: string }) => tag.id)).toEqual([id])
    expect(await app.terms()).toBe(before)
  })

  test('takes names for two that differ in letters of their script, or in signs', async () => {
    const app = await site()
    const names = ['记忆', '技艺', 'C', 'C++', 'C#']
    const { tags } = await (await app.create({ title: 'Rye', 'tags[]': names.map((name) => `new:${name}`) })).json()
    expect(tags.map((tag: { name: string }) => tag.name)).toEqual(names)
  })

  test('makes the file of a tag that only posts name, under the id by which they name it', async () => {
    const app = await site({ 'posts/a.md': plainPost({ tags: ['Night Bread'] }) })
    const { tags } = await (await app.create({ title: 'Rye', 'tags[]': ['new:Night bread'] })).json()
    expect(tags).toEqual([{ id: 'night-bread', name: 'Night bread' }])
    expect(await app.file('tags/night-bread.yml')).toBe('name: Night bread\n')
  })

  test('creates one term for two saves at once', async () => {
    const app = await site()
    const saves = await Promise.all(
      ['One', 'Two'].map(async (title) => (await app.create({ title, 'tags[]': ['new:Spelt'] })).json()),
    )
    expect(saves.map(({ tags }) => tags)).toEqual([[{ id: 'spelt', name: 'Spelt' }], [{ id: 'spelt', name: 'Spelt' }]])
  })
})

describe('taking back terms that were created a short time ago', () => {
  async function created(now = () => new Date('2026-06-01T12:00:00Z')) {
    const app = await blogApp({ now })
    const json = { name: ['Nuts', 'Milk', 'Seeds'] }
    const answer = await app.send('POST', `${apiPaths.tags}?undo=true`, { token: app.token, json })
    const { undo }: { undo: Record<string, string> } = await answer.json()
    const take = async (...ids: string[]) => {
      const sent = { token: app.token, json: { undo: ids.map((id) => undo[id]) } }
      const back = await app.send('POST', adminPaths.undoneTerms, sent)
      return [back.status, (await back.json()).message]
    }
    return { ...app, undo, take }
  }

  test('removes all of them in one change, and none that existed before', async () => {
    const { undo, take, filesIn } = await created()
    expect(Object.keys(undo)).toEqual(['nuts', 'seeds'])
    expect(await take('nuts', 'seeds')).toEqual([200, '“Nuts”, “Seeds” are gone again.'])
    expect(await filesIn('content/tags')).toEqual(['bakery.yml', 'milk.yml', 'routes.yml'])
    expect(await take('nuts')).toEqual([409, 'This tag is gone already.'])
  })

  test('removes none while a post uses one, also a draft, or one has changed', async () => {
    const { take, create, send, token, filesIn } = await created()
    await create({ 'tags[]': ['nuts'], draft: 'true' })
    expect(await take('seeds', 'nuts')).toEqual([409, '“Nuts” is used by one post, so it stays.'])
    await send('PUT', adminPaths.tag('seeds'), { token, json: { name: 'Seeds and grain' } })
    const changed = '“Seeds and grain” has been changed since, so it stays. Delete it on its page.'
    expect(await take('seeds')).toEqual([409, changed])
    expect(await filesIn('content/tags')).toContain('seeds.yml')
  })

  test('removes none after an hour, none for another token, and requires an administrator', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    const { take, send, token, undo, filesIn } = await created(() => now)
    const late = 'This was created more than an hour ago, so it stays. Delete it on its page.'
    now = new Date('2026-06-01T13:00:01Z')
    expect(await take('nuts')).toEqual([409, late])
    expect((await send('POST', adminPaths.undoneTerms, { token, json: { undo: [token] } })).status).toBe(409)
    expect((await send('POST', adminPaths.undoneTerms, { json: { undo: [undo.nuts] } })).status).toBe(401)
    expect(await filesIn('content/tags')).toContain('nuts.yml')
  })
})
