import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PostHistory, PostVersionDetail } from '#contract/history.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { first, historySite } from './history-site.ts'

const { app, git, file, write, get, bearer, historyOf, commits, look, restore, save, commitAs } = historySite()

describe('the history of a post', () => {
  test('lists author, time and reason of each version, newest first', async () => {
    await save({ title: 'A better bake', content: 'One.\n\nBake at six.\n' })
    const history = await historyOf()
    expect(history).toMatchObject({ more: false, uncommitted: false, revision: expect.stringMatching(/^\w{32}$/) })
    expect(history.versions.map(({ author, subject }) => [author, subject])).toEqual([
      ['Administrator', 'post: update "A better bake"'],
      ['An Editor', 'First'],
    ])
    expect(Date.parse(history.versions[0]?.at ?? '')).toBeCloseTo(Date.now(), -5)
  })

  test('shows the changes of a version: keys, added and removed tags, words of the body', async () => {
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

  test('shows everything as new in the first version, including unknown keys', async () => {
    const version = await look((await commits()).at(-1))
    expect(version).toMatchObject({ isFirst: true, isCurrent: false, problem: null })
    expect(version.fields).toContainEqual({ field: 'layout', kind: 'text', parts: [{ kind: 'added', text: 'wide' }] })
    expect(version.fields).toContainEqual({ field: 'tags', kind: 'list', added: ['bakery'], removed: [] })
  })

  test('compares any two versions, each as visitors saw it', async () => {
    for (const word of ['one', 'two', 'three']) {
      await write('many', aPost({ title: `Many ${word}`, body: `Count ${word}.\n` }))
      await commitAs(word, ['many'])
    }
    const [three = '', , one = ''] = await commits('many')
    const compare = (from: string) => get<PostVersionDetail>(`${adminPaths.version('many', three)}?from=${from}`)
    const detail = await compare(one)
    expect([detail.version.subject, detail.from?.subject, detail.before?.title]).toEqual(['three', 'one', 'Many one'])
    expect(detail.before?.content).toContain('Count one.')
    expect(detail.fields).toMatchObject([
      {
        field: 'title',
        parts: [{ text: 'Many ' }, { kind: 'removed', text: 'one' }, { kind: 'added', text: 'three' }],
      },
    ])
    const [first = ''] = await commits()
    const status = async (from: string) =>
      (await app().get(`${adminPaths.version('many', three)}?from=${from}`, { headers: bearer() })).status
    expect([await status(first), await status('--all')]).toEqual([404, 422])
  })

  test('shows in the first version of a draft without a date neither a date nor a former state', async () => {
    await write('draft', '---\ntitle: A draft\ndraft: true\n---\n\nText.\n')
    await commitAs('Begin a draft', ['draft'])
    const { fields } = await look((await commits('draft'))[0], 'draft')
    expect(fields).toEqual([
      { field: 'title', kind: 'text', parts: [{ kind: 'added', text: 'A draft' }] },
      { field: 'draft', kind: 'text', parts: [{ kind: 'added', text: 'yes' }] },
    ])
    await rm(file('draft').name ?? '')
    await commitAs('Remove the draft', ['draft'])
  })

  test('shows the changed words as visitors read them, without markup', async () => {
    await save({ content: '# Plan\n\nBake **two** loaves.\n\n- Rye\n' })
    await save({
      content: '# Plan\n\nBake *three* [loaves](/blog).\n\n- Rye\n',
      summary: '<p>In <b>short</b>.</p>',
    })
    const { rendered } = await look((await commits())[0])
    expect(rendered?.summary).toEqual([])
    const changed = rendered?.content.hunks.flatMap(({ parts }) => parts.filter(({ kind }) => kind !== 'same'))
    expect(changed).toEqual([
      { kind: 'removed', text: 'two ' },
      { kind: 'added', text: 'three ' },
    ])
  })

  test('has no changed words where only the markup changed', async () => {
    await save({ content: 'A word.\n' })
    await save({ content: 'A **word**.\n' })
    const version = await look((await commits())[0])
    expect(version.rendered?.content.hunks).toEqual([])
    expect(version.body.hunks).not.toEqual([])
  })

  test('shows of a commit that changed many files only this post', async () => {
    await write('a', first)
    await write('b', aPost({ title: 'Another post', body: 'Not of a.' }))
    await write('c', await file('a').text())
    await commitAs('Change three files', ['a', 'b', 'c'])
    const version = await look((await commits())[0])
    expect(version.version.subject).toBe('Change three files')
    expect(JSON.stringify(version)).not.toContain('Not of a')
    expect((await historyOf('c')).versions.map(({ subject }) => subject)).toEqual(['Change three files'])
    await rm(join(app().dir, 'content/posts/c.md'))
    await commitAs('Delete c', ['c'])
  })

  test('shows a version as visitors saw it, sanitized', async () => {
    await save({ content: 'A **bold** word.<script>alert(1)</script>\n' })
    await save({ content: 'Gone.\n' })
    const { post } = await look((await commits())[1])
    expect(post?.content).toBe('<p>A <strong>bold</strong> word.</p>\n')
    expect(post).toMatchObject({ title: 'A bake', category: { name: 'Production' }, tags: [{ name: 'Milk' }] })
    expect(post?.source.content).toContain('<script>')
  })

  test('begins with the copy of a post that was copied from another one', async () => {
    await write('copy', (await file().text()).replace('A bake', 'Another bake'))
    await commitAs('Copy a bake', ['copy'])
    const [only, ...older] = (await historyOf('copy')).versions
    expect([only?.subject, only?.event, older]).toEqual(['Copy a bake', null, []])
    await rm(join(app().dir, 'content/posts/copy.md'))
    await commitAs('Delete the copy', ['copy'])
  })

  test('reports uncommitted changes of the file', async () => {
    const text = await file().text()
    await write('a', `${text}By hand.\n`)
    expect(await historyOf()).toMatchObject({ uncommitted: true })
    const { revision, versions } = await historyOf()
    const rejected = await restore(versions.at(-1)?.commit, revision)
    expect(rejected.status).toBe(409)
    expect((await rejected.json()).message).toContain('uncommitted changes, which would be lost')
    expect(await file().text()).toBe(`${text}By hand.\n`)
    await write('a', text)
  })

  test('requires the administrator and is not cached', async () => {
    const [commit = ''] = await commits()
    expect((await app().get(adminPaths.history('a'))).status).toBe(401)
    expect((await app().get(adminPaths.version('a', commit))).status).toBe(401)
    expect((await app().send('POST', adminPaths.restore('a', commit), { json: { revision: 'x' } })).status).toBe(401)
    const answer = await app().get(adminPaths.history('a'), { headers: bearer() })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('opens only commits that changed this post', async () => {
    await write('b', aPost({ title: 'Secret plans' }))
    await commitAs('Only b', ['b'])
    const other = (await commits('b'))[0] ?? ''
    const status = async (path: string) => (await app().get(path, { headers: bearer() })).status
    expect(await status(adminPaths.version('b', other))).toBe(200)
    expect(await status(adminPaths.version('a', other))).toBe(404)
    expect(await status(adminPaths.version('a', 'HEAD'))).toBe(404)
    expect(await status(adminPaths.version('a', other.slice(0, 10)))).toBe(404)
    expect(await status(adminPaths.version('a', '--output=x'))).toBe(404)
    expect(await status(adminPaths.history('none'))).toBe(404)
    expect((await restore(other, 'x')).status).toBe(404)
  })
})

test('a merge in which both sides changed the post is a version', async () => {
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
  await app().services.content.reload(['posts/b.md'])
  expect((await historyOf('b')).versions[0]?.subject).toBe('Both')
  expect(await look((await commits('b'))[0], 'b')).toMatchObject({ isCurrent: true })
})

describe('the history without versions', () => {
  test('says why git keeps none', async () => {
    const bare = await testApp({ files: { 'posts/a.md': aPost() } })
    const headers = { authorization: `Bearer ${await bare.login()}` }
    const history: PostHistory = await (await bare.get(adminPaths.history('a'), { headers })).json()
    expect(history).toEqual({ kept: false, reason: expect.stringContaining('is not in a git checkout') })
    expect((await bare.get(adminPaths.version('a', 'a'.repeat(40)), { headers })).status).toBe(404)
    await bare.close()
  })

  test('says that git ignores the post', async () => {
    await Bun.write(join(app().dir, '.gitignore'), 'storage/private/\ncontent/posts/own.md\n')
    await write('own', aPost())
    await app().services.content.reload(['posts/own.md'])
    expect(await get<PostHistory>(adminPaths.history('own'))).toMatchObject({
      kept: false,
      reason: expect.stringContaining('ignored'),
    })
    await rm(join(app().dir, 'content/posts/own.md'))
  })
})
