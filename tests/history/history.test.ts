import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import { gitIn } from '#server/git/git.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const first = aPost({ title: 'A bake', tags: ['bakery'], layout: 'wide', body: 'One.\n\nBake at five.\n' }).replace(
  'layout:',
  '# a remark\nlayout:',
)
const image = `posts/${'a'.repeat(32)}-600x300.webp`

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp({ files: { 'posts/a.md': first, 'posts/b.md': aPost() }, inGit: true })
  token = await app.login()
})
afterAll(() => app.close())

const git = (...args: string[]) =>
  gitIn(app.dir)(['-c', 'user.name=An Editor', '-c', 'user.email=e@testery.example', ...args])
const file = (id = 'a') => Bun.file(join(app.dir, 'content/posts', `${id}.md`))
const write = (id: string, text: string) => Bun.write(file(id), text)
const get = async <Body>(path: string): Promise<Body> => (await app.get(path, { headers: bearer() })).json()
const bearer = () => ({ authorization: `Bearer ${token}` })

async function kept(id = 'a') {
  const history = await get<PostHistory>(apiPaths.history(id))
  if (!history.kept) throw new Error(history.reason)
  return history
}
const commits = async (id = 'a') => (await kept(id)).versions.map(({ commit }) => commit)
const look = (commit = '', id = 'a') => get<PostVersionDetail>(apiPaths.version(id, commit))
const restore = (commit = '', revision = '', id = 'a') =>
  app.send('POST', apiPaths.restore(id, commit), { token, json: { revision } })

const fields = { title: 'A bake', summary: '<p>In short.</p>', format: 'md', category_id: 'production' }
async function save(changes: Record<string, string>) {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...fields, ...changes })) form.set(name, text)
  form.append('tags[]', 'milk')
  const answer = await app.send('POST', `${apiPaths.post('a')}?_method=PUT`, { token, form })
  expect(answer.status).toBe(200)
}

/** What somebody does in the checkout, and the site takes over. */
async function commitAs(message: string, ids: readonly string[]) {
  await git('add', '-A')
  await git('commit', '-q', '-m', message)
  await app.parts.content.reload(ids.map((id) => `posts/${id}.md`))
}

describe('the history of a post', () => {
  test('tells who changed it, when and why, newest first', async () => {
    await save({ title: 'A better bake', content: 'One.\n\nBake at six.\n' })
    const history = await kept()
    expect(history).toMatchObject({ more: false, uncommitted: false, revision: expect.stringMatching(/^\w{32}$/) })
    expect(history.versions.map(({ author, subject }) => [author, subject])).toEqual([
      ['Administrator', 'post: update "A better bake"'],
      ['An Editor', 'First'],
    ])
    expect(Date.parse(history.versions[0]?.at ?? '')).toBeCloseTo(Date.now(), -5)
  })

  test('says what a version changed: key by key, tags as added and removed, the body word by word', async () => {
    const [newest = ''] = await commits()
    expect(await look(newest)).toMatchObject({
      isFirst: false,
      isCurrent: true,
      wholeFile: false,
      fields: [
        {
          field: 'title',
          kind: 'text',
          parts: [
            { kind: 'same', text: 'A ' },
            { kind: 'added', text: 'better ' },
            { kind: 'same', text: 'bake' },
          ],
        },
        { field: 'tags', kind: 'list', added: ['milk'], removed: ['bakery'] },
      ],
      body: { cut: false, hunks: [{ skipped: 0, parts: expect.arrayContaining([{ kind: 'removed', text: 'five' }]) }] },
    })
  })

  test('of the first version all is new; keys that mean nothing here are told, too', async () => {
    const version = await look((await commits()).at(-1))
    expect(version).toMatchObject({ isFirst: true, isCurrent: false, problem: null })
    expect(version.fields).toContainEqual({ field: 'layout', kind: 'text', parts: [{ kind: 'added', text: 'wide' }] })
    expect(version.fields).toContainEqual({ field: 'tags', kind: 'list', added: ['bakery'], removed: [] })
  })

  test('shows a version as visitors saw it, sanitised like everything', async () => {
    await save({ content: 'A **bold** word.<script>alert(1)</script>\n' })
    await save({ content: 'Gone.\n' })
    const { post } = await look((await commits())[1])
    expect(post?.content).toBe('<p>A <strong>bold</strong> word.</p>\n')
    expect(post).toMatchObject({ title: 'A bake', category: { name: 'Production' }, tags: [{ name: 'Milk' }] })
    expect(post?.source.content).toContain('<script>')
  })

  test('says so where the file holds what nobody has committed', async () => {
    const text = await file().text()
    await write('a', `${text}By hand.\n`)
    expect(await kept()).toMatchObject({ uncommitted: true })
    const { revision, versions } = await kept()
    const refused = await restore(versions.at(-1)?.commit, revision)
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toContain('in no commit yet, and would be lost')
    expect(await file().text()).toBe(`${text}By hand.\n`)
    await write('a', text)
  })

  test('is for the administrator alone, and kept by no cache', async () => {
    const [commit = ''] = await commits()
    expect((await app.get(apiPaths.history('a'))).status).toBe(401)
    expect((await app.get(apiPaths.version('a', commit))).status).toBe(401)
    expect((await app.send('POST', apiPaths.restore('a', commit), { json: { revision: 'x' } })).status).toBe(401)
    const answer = await app.get(apiPaths.history('a'), { headers: bearer() })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('opens no commit that is not one of this post, and nothing that is no commit', async () => {
    await write('b', aPost({ title: 'Secret plans' }))
    await commitAs('Only b', ['b'])
    const other = (await commits('b'))[0] ?? ''
    const status = async (path: string) => (await app.get(path, { headers: bearer() })).status
    expect(await status(apiPaths.version('b', other))).toBe(200)
    expect(await status(apiPaths.version('a', other))).toBe(404)
    expect(await status(apiPaths.version('a', 'HEAD'))).toBe(404)
    expect(await status(apiPaths.version('a', other.slice(0, 10)))).toBe(404)
    expect(await status(apiPaths.version('a', '--output=x'))).toBe(404)
    expect(await status(apiPaths.history('none'))).toBe(404)
    expect((await restore(other, 'x')).status).toBe(404)
  })
})

describe('a restore', () => {
  test('makes the file what it was, byte for byte, by a commit of its own', async () => {
    const { versions, revision } = await kept()
    const answer = await restore(versions.at(-1)?.commit, revision)
    expect(answer.status).toBe(200)
    expect(await file().text()).toBe(first)
    const short = versions.at(-1)?.commit.slice(0, 7)
    expect(await git('log', '-1', '--format=%an <%ae> %s')).toBe(
      `Administrator <${ADMIN.email}> post: restore "A bake" from ${short}`,
    )
    expect(await git('status', '--porcelain')).toBe('')
    expect(await (await app.get('/blog/a')).text()).toContain('Bake at five.')
    expect(await look((await commits())[0])).toMatchObject({ isCurrent: true })
  })

  test('of what the file says already writes nothing', async () => {
    const before = await commits()
    expect((await restore(before[0], (await kept()).revision)).status).toBe(200)
    expect(await commits()).toEqual(before)
  })

  test('is refused where the file changed since its history was opened', async () => {
    const { versions, revision } = await kept()
    await save({ title: 'Meanwhile', content: 'Two.\n' })
    const answer = await restore(versions[1]?.commit, revision)
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toContain('has been changed since its history was opened')
    expect(await file().text()).toContain('Meanwhile')
    expect((await restore(versions[1]?.commit)).status).toBe(422)
  })

  test('goes across a rename: the post keeps the name and the old addresses that it has today', async () => {
    await git('mv', 'content/posts/a.md', 'content/posts/moved.md')
    await write('moved', first.replace('date:', 'aliases: [a]\ndate:'))
    await commitAs('Rename a', ['a', 'moved'])
    await eventually(() => app.parts.content.snapshot().posts.has('moved'), Boolean)
    const { versions, revision } = await kept('moved')
    const renamed = await look(versions[0]?.commit, 'moved')
    expect(renamed.fields[0]).toMatchObject({ field: 'address' })
    expect((await restore(versions.at(-1)?.commit, revision, 'moved')).status).toBe(200)
    const text = await file('moved').text()
    expect(text.replace('aliases:\n  - a\n', '').replace('aliases: [a]\n', '')).toBe(first)
    expect((await app.get('/blog/a')).status).toBe(301)
  })

  test('of a version that could not be read is refused with the reason; what it changed can still be seen', async () => {
    const good = await file('moved').text()
    await write('moved', good.replace(/^date: .*$/m, 'date: "19/04/2023"'))
    await commitAs('Break it', ['moved'])
    await write('moved', good)
    await commitAs('Mend it', ['moved'])
    const { versions, revision } = await kept('moved')
    const broken = await look(versions[1]?.commit, 'moved')
    expect(broken).toMatchObject({ post: null, wholeFile: true })
    expect(broken.problem).toMatch(/posts\/moved\.md:\d+:\d+ date: "19\/04\/2023" is not a date/)
    expect(JSON.stringify(broken.body)).toContain('19/04/2023')
    const answer = await restore(versions[1]?.commit, revision, 'moved')
    expect(answer.status).toBe(422)
    expect((await answer.json()).message).toBe(broken.problem)
    expect(await file('moved').text()).toBe(good)
  })

  test('mends a file that is bad now', async () => {
    const good = await file('moved').text()
    await write('moved', good.replace('title:', 'title: ['))
    await commitAs('Break it again', ['moved'])
    const { versions, revision } = await kept('moved')
    expect((await restore(versions[1]?.commit, revision, 'moved')).status).toBe(200)
    expect(await file('moved').text()).toBe(good)
    expect(app.content.snapshot().problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('says beforehand what is gone since: a picture, a category, a tag', async () => {
    await write('b', aPost({ image, category: 'cakes', tags: ['pies'] }))
    await commitAs('With a picture', ['b'])
    expect((await look((await commits('b'))[0], 'b')).notes).toEqual([
      'The category "cakes" does not exist any more.',
      'The tag "pies" does not exist any more.',
      'The picture of this version is no longer stored.',
    ])
  })
})

test('a merge in which both sides changed the post is a version, too', async () => {
  const lines = (one: string, other: string) => aPost({ body: `${one}\n\n2\n\n3\n\n4\n\n${other}` })
  await write('b', lines('1', '5'))
  await commitAs('Before', ['b'])
  await git('switch', '-q', '-c', 'side')
  await write('b', lines('1', 'five'))
  await commitAs('Side', ['b'])
  await git('switch', '-q', 'main')
  await write('b', lines('one', '5'))
  await commitAs('Main', ['b'])
  await git('merge', '-q', '-m', 'Both', 'side')
  await app.parts.content.reload(['posts/b.md'])
  expect((await kept('b')).versions[0]?.subject).toBe('Both')
  expect(await look((await commits('b'))[0], 'b')).toMatchObject({ isCurrent: true })
})

describe('where git keeps no versions', () => {
  test('the history says why', async () => {
    const bare = await testApp({ files: { 'posts/a.md': aPost() } })
    const headers = { authorization: `Bearer ${await bare.login()}` }
    const history: PostHistory = await (await bare.get(apiPaths.history('a'), { headers })).json()
    expect(history).toEqual({ kept: false, reason: expect.stringContaining('lies in no git checkout') })
    expect((await bare.get(apiPaths.version('a', 'a'.repeat(40)), { headers })).status).toBe(404)
    await bare.close()
  })

  test('a post that git ignores says so', async () => {
    await Bun.write(join(app.dir, '.gitignore'), 'storage/private/\ncontent/posts/own.md\n')
    await write('own', aPost())
    await app.parts.content.reload(['posts/own.md'])
    expect(await get<PostHistory>(apiPaths.history('own'))).toMatchObject({
      kept: false,
      reason: expect.stringContaining('ignored'),
    })
    await rm(join(app.dir, 'content/posts/own.md'))
  })
})
