import { describe, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeletedPost, Trash } from '#contract/trash.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { git } from '#tests/helpers/git.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'
import { jpeg } from '#tests/media/inputs.ts'

const blogApp = blogApps()

async function createSite(files: Record<string, string>, options: TestAppOptions = {}) {
  const app = await blogApp({ files, inGit: true, ...options })
  async function trash(query = ''): Promise<Trash> {
    return (await app.send('GET', `${adminPaths.trash}${query}`, { token: app.token })).json()
  }
  async function deleted(query = ''): Promise<DeletedPost[]> {
    const found = await trash(query)
    if (!found.kept) throw new Error(found.reason)
    return found.posts
  }
  return {
    ...app,
    trash,
    deleted,
    run: (...words: string[]) => git(app.dir, ...words),
    removePost: async (id: string) => (await app.remove(apiPaths.post(id))).json(),
    restore: (id: string) => app.send('POST', adminPaths.restoreDeleted(id), { token: app.token }),
    /** A git change in the checkout that the site then reads. */
    async commitAs(message: string, files: readonly string[]) {
      await git(app.dir, 'add', '-A')
      await git(app.dir, 'commit', '-q', '-m', message)
      await app.content.reload(files)
    },
  }
}

describe('the trash', () => {
  test('lists deleted posts with who and when, newest first, as soon as they are deleted', async () => {
    const site = await createSite({
      'posts/a.md': plainPost({ title: 'A bake' }),
      'posts/b.html': plainPost({ title: 'A draft', draft: true }),
      'posts/c.md': plainPost({ title: 'Still here' }),
    })
    expect(await site.trash()).toEqual({ kept: true, posts: [], total: 0, page: 1, pages: 1, more: false })
    expect(await site.removePost('a')).toEqual({ message: 'The post was deleted.', restorable: true })
    await site.removePost('b')
    const posts = await site.deleted()
    expect(posts.map(({ at: _, ...post }) => post)).toEqual([
      { id: 'b', title: 'A draft', author: 'Administrator', state: 'draft', problem: null },
      { id: 'a', title: 'A bake', author: 'Administrator', state: 'live', problem: null },
    ])
    expect(Math.abs(Date.now() - Date.parse(posts[0]?.at ?? ''))).toBeLessThan(60_000)
  })

  test('lists what people delete with git, but not what they rename or write again', async () => {
    const long = { body: 'Bread and salt. '.repeat(20) }
    const site = await createSite({
      'posts/gone.md': plainPost({ title: 'Gone' }),
      'posts/old.md': plainPost({ title: 'Renamed', ...long }),
      'posts/again.md': plainPost({ title: 'Again' }),
      'posts/_notes.md': 'for ourselves',
    })
    await site.run('mv', 'content/posts/old.md', 'content/posts/new.md')
    await site.run('rm', '-q', 'content/posts/gone.md', 'content/posts/again.md', 'content/posts/_notes.md')
    const files = ['old', 'new', 'gone', 'again'].map((id) => `posts/${id}.md`)
    await site.commitAs('Tidy up', files)
    await Bun.write(join(site.dir, 'content/posts/again.html'), plainPost({ title: 'Again' }))
    await site.commitAs('Write it again', ['posts/again.html'])
    expect((await site.deleted()).map(({ id, author }) => [id, author])).toEqual([['gone', 'Ann']])
  })

  test('has 50 posts a page', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `p${at}`)
    const site = await createSite(Object.fromEntries(ids.map((id) => [`posts/${id}.md`, plainPost({ title: id })])))
    await site.send('POST', adminPaths.bulk, { token: site.token, json: { ids, action: 'delete' } })
    expect(await site.deleted()).toHaveLength(50)
    expect(await site.deleted('?page=2')).toHaveLength(10)
    expect(await site.trash('?page=3')).toMatchObject({ posts: [], total: 60, pages: 2 })
    expect((await site.send('GET', `${adminPaths.trash}?page=-1`, { token: site.token })).status).toBe(422)
  })

  test('reads the texts of the page that is shown alone, each once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`posts/p-${n}.md`, plainPost({ title: `Post ${n}` })]),
    )
    const site = await createSite(files)
    await site.run('rm', '-q', ...Object.keys(files).map((file) => `content/${file}`))
    await site.commitAs('Clear', Object.keys(files))
    const { checkout } = site.services
    if (!checkout) throw new Error('The site has a checkout.')
    const read: number[] = []
    const { git } = checkout.repository
    const bytes = git.bytes
    git.bytes = (words, options) => {
      const names = String(options?.input ?? '').split('\0').length - 1
      if (words[0] === 'cat-file' && names > 1) read.push(names)
      return bytes(words, options)
    }
    expect(await site.trash()).toMatchObject({ total: 120, pages: 3 })
    expect(read).toEqual([50, 50])
    read.length = 0
    expect(await site.trash('?page=3')).toMatchObject({ total: 120, page: 3, posts: { length: 20 } })
    expect(read).toEqual([50, 20, 20])
    read.length = 0
    await site.trash('?page=3')
    expect(read).toEqual([20])
  })

  test('reads no text that is larger than content may be, and lists the post with the reason', async () => {
    const site = await createSite({ 'posts/small.md': plainPost({ title: 'Small' }) })
    const large = join(site.dir, 'content/posts/large.md')
    await Bun.write(large, `${plainPost({ title: 'Large' })}${'x'.repeat(3_000_000)}`)
    await site.commitAs('Large', ['posts/large.md'])
    await site.run('rm', '-q', 'content/posts/small.md', 'content/posts/large.md')
    await site.commitAs('Clear', ['posts/small.md', 'posts/large.md'])
    const posts = await site.deleted()
    expect(posts.map(({ id, problem }) => [id, problem === null]).sort()).toEqual([
      ['large', false],
      ['small', true],
    ])
  })

  test('explains why there is none without git, and offers no way back', async () => {
    for (const options of [{ inGit: false }, { env: { GIT_COMMIT: 'off' } }]) {
      const site = await createSite({ 'posts/a.md': plainPost() }, options)
      expect(await site.removePost('a')).toMatchObject({ restorable: false })
      expect(await site.trash()).toEqual({ kept: false, reason: expect.stringContaining('GIT_COMMIT is off') })
      expect((await site.restore('a')).status).toBe(404)
    }
  })

  test('is empty on a branch without commits', async () => {
    const site = await createSite({ 'posts/a.md': plainPost() })
    await site.run('update-ref', '-d', 'HEAD')
    expect(await site.deleted()).toEqual([])
  })

  test('is in the history of the post like its deletion, and is not its first version', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A bake' }) })
    await site.removePost('a')
    await site.restore('a')
    await site.committed()
    const read = async <Body>(path: string): Promise<Body> =>
      (await site.send('GET', path, { token: site.token })).json()
    const history = await read<PostHistory>(adminPaths.history('a'))
    const versions = history.kept ? history.versions : []
    expect(versions.map(({ event }) => event)).toEqual(['restored', 'deleted', null])
    const [restored, , first] = versions.map(({ commit }) => commit)
    const detail = await read<PostVersionDetail>(adminPaths.version('a', restored ?? ''))
    expect([detail.isFirst, detail.isCurrent, detail.fields, detail.body.hunks]).toEqual([false, true, [], []])
    expect((await read<PostVersionDetail>(adminPaths.version('a', first ?? ''))).isFirst).toBe(true)
  })

  test('is in the history of a post that resembles another one, which git takes for its original', async () => {
    const body = 'Count the crates before the oven is hot.\n'.repeat(20)
    const site = await createSite({
      'posts/a.md': plainPost({ title: 'Monday', body }),
      'posts/b.md': plainPost({ title: 'Tuesday', body }),
    })
    await site.removePost('a')
    await site.restore('a')
    await site.committed()
    const history: PostHistory = await (await site.send('GET', adminPaths.history('a'), { token: site.token })).json()
    expect(history.kept && history.versions.map(({ event }) => event)).toEqual(['restored', 'deleted', null])
  })

  test('is for administrators', async () => {
    const site = await createSite({})
    expect((await site.get(adminPaths.trash)).status).toBe(401)
    expect((await site.send('POST', adminPaths.restoreDeleted('a'))).status).toBe(401)
  })
})

describe('restoring a deleted post', () => {
  test('writes the file again, byte for byte, with a commit, and shows the post to visitors', async () => {
    const text = plainPost({ title: 'A bake', body: 'Bake at five.' }).replace(
      'category:',
      '# a remark\nlayout: wide\ncategory:',
    )
    const site = await createSite({ 'posts/a.md': text })
    await site.removePost('a')
    await site.committed()
    expect((await site.get('/blog/a')).status).toBe(404)
    const answer = await site.restore('a')
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'The post was restored.' }])
    expect(await site.file('posts/a.md')).toBe(text)
    expect(await (await site.get('/blog/a')).text()).toContain('Bake at five.')
    await site.committed()
    expect(await site.run('log', '-1', '--format=%an: %s')).toBe('Administrator: post: restore "A bake" from the trash')
    expect(await site.run('status', '--porcelain')).toBe('')
    expect(await site.deleted()).toEqual([])
  })

  test('restores a draft as a draft', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A', draft: true }) })
    await site.removePost('a')
    await site.restore('a')
    expect((await site.editable('a')).state).toBe('draft')
  })

  test('restores the last of several versions under this address', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'First' }) })
    await site.removePost('a')
    await site.committed()
    await site.create({ title: 'Second', address: 'a' })
    await site.removePost('a')
    await site.restore('a')
    expect((await site.editable('a')).title).toBe('Second')
  })

  test('brings the images of its own folder back', async () => {
    const site = await createSite({})
    const folder = join(site.dir, 'content/posts/van')
    await mkdir(folder, { recursive: true })
    const crates = await jpeg(60, 40)
    await Bun.write(join(folder, 'crates.jpg'), crates)
    await Bun.write(
      join(folder, 'index.md'),
      plainPost({ title: 'A van', image: 'crates.jpg', body: '![Crates](crates.jpg)' }),
    )
    await site.commitAs('A van', ['posts/van/index.md', 'posts/van/crates.jpg'])
    for (const committed of [site.committed, async () => {}]) {
      await site.removePost('van')
      await committed()
      expect(await (await site.restore('van')).json()).toEqual({ message: 'The post was restored.' })
      expect(await Bun.file(join(folder, 'crates.jpg')).bytes()).toEqual(new Uint8Array(crates))
      expect((await site.editable('van')).content).toContain('/storage/posts/')
    }
  })

  test('works before the deletion is committed, with what was not committed either', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A' }) })
    await Bun.write(join(site.dir, '.git/MERGE_HEAD'), '')
    await site.update('a', { title: 'Edited', format: 'md' })
    await site.removePost('a')
    await site.committed()
    expect(site.services.checkout?.state().commits.waiting).toBe(2)
    expect((await site.restore('a')).status).toBe(200)
    expect((await site.editable('a')).title).toBe('Edited')
  })

  test('is rejected while another post has or had the address, or a file its name', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A' }), 'posts/b.md': plainPost({ title: 'B' }) })
    await site.removePost('a')
    await site.create({ title: 'A', address: 'a' })
    expect((await site.restore('a')).status).toBe(409)
    await site.update('a', { title: 'A', address: 'moved' })
    expect((await site.restore('a')).status).toBe(409)
    await site.removePost('b')
    await Bun.write(join(site.dir, 'content/posts/b.html'), '---\ntitle: [\n---\n')
    expect((await site.restore('b')).status).toBe(409)
    expect(await site.filesIn('content/posts')).toEqual(['b.html', 'moved.html'])
  })

  test('says what is wrong with a post that is invalid, and what a valid one has lost', async () => {
    const site = await createSite({ 'posts/a.md': plainPost({ title: 'A', category: 'cakes' }) })
    await Bun.write(join(site.dir, 'content/posts/bad.md'), '---\ntitle: Bad\ndate: 32/04/2023\n---\nText\n')
    await site.commitAs('Add it', ['posts/bad.md'])
    await site.run('rm', '-q', 'content/posts/bad.md')
    await site.commitAs('Delete it', ['posts/bad.md'])
    expect(await site.deleted()).toMatchObject([
      { id: 'bad', title: 'bad', state: null, problem: expect.stringContaining('32/04/2023') },
    ])
    expect((await site.restore('bad')).status).toBe(422)
    await site.removePost('a')
    expect((await (await site.restore('a')).json()).message).toBe(
      'The post was restored. The category "cakes" no longer exists.',
    )
  })

  test.each(['absent', '..%2F..%2Fetc', 'index', '__proto__', 'a%00b', 'HEAD', '-n', encodeURIComponent('A bake')])(
    'finds nothing for the address %s',
    async (id) => {
      const site = await createSite({ 'posts/a.md': plainPost() })
      await site.removePost('a')
      const answer = await site.send('POST', `${adminPaths.trash}/${id}/restore`, { token: site.token })
      expect(answer.status).toBe(404)
      expect(await site.filesIn('content/posts')).toEqual([])
    },
  )
})
