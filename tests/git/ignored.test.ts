import { describe, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { pushedSite } from './pushed.ts'
import { savingApp } from './saving.ts'

const ends = endsOfEachTest()
const form = {
  title: 'New bread',
  summary: '<p>In short.</p>',
  content: 'Text.',
  format: 'md',
  category_id: 'production',
}

/** A site whose checkout ignores more than its operator may think. */
async function site(
  place: '.gitignore' | '.git/info/exclude' | 'content/.gitignore',
  rules: string,
  files: Record<string, string> = {},
) {
  const one = await savingApp()
  ends.push(one.app.close)
  const { dir } = one.app
  await mkdir(join(dir, '.git/info'), { recursive: true })
  const file = Bun.file(join(dir, place))
  await Bun.write(file, ((await file.exists()) ? await file.text() : '') + rules)
  if (place !== '.git/info/exclude') {
    await one.git('add', place)
    await one.git('commit', '-q', '-m', 'Rules')
  }
  for (const [path, text] of Object.entries(files)) await Bun.write(join(dir, 'content', path), text)
  await one.app.content.reload(Object.keys(files))
  const token = await one.app.session()
  return {
    ...one,
    send: (method: string, path: string, sent = {}) => one.app.send(method, path, { token, ...sent }),
    changed: () => one.git('show', '--format=', '--name-only', 'HEAD'),
    all: () => one.git('ls-tree', '-r', '--name-only', 'HEAD'),
  }
}

describe('what the site creates is committed in spite of a rule', () => {
  test.each([
    ['.git/info/exclude', 'posts/*\n'],
    ['.gitignore', '*.md\n'],
    ['content/.gitignore', '/posts\n'],
  ] as const)('a post, in %s: %j', async (place, rules) => {
    const { send, app, changed, status, state, git } = await site(place, rules)
    expect((await send('POST', apiPaths.posts, { form })).status).toBe(201)
    await app.committed()
    expect(await changed()).toBe('content/posts/new-bread.md')
    expect(
      (await send('POST', `${apiPaths.post('new-bread')}?_method=PUT`, { form: { ...form, title: 'Old bread' } }))
        .status,
    ).toBe(200)
    await app.committed()
    expect(await git('log', '-1', '--format=%s')).toBe('post: update "Old bread"')
    expect(await status()).toBe('')
    expect(await state()).not.toHaveProperty('ignored')
  })

  test('a tag, ignored by its folder', async () => {
    const { send, app, changed } = await site('.gitignore', 'tags\n')
    expect((await send('POST', '/api/tags', { json: { name: ['Rye'] } })).ok).toBe(true)
    await app.committed()
    expect(await changed()).toBe('content/tags/rye.yml')
  })
})

describe('an ignored file from outside', () => {
  const secret = { 'posts/_secret.md': aPost({ title: 'Secret' }) }

  test('enters no commit, also after it was edited and renamed in the dashboard, and is listed with its rule', async () => {
    const { send, app, all, git, state } = await site('.gitignore', '# Drafts\n_*.md\n/content/posts/private-*\n', {
      'posts/private-plan.md': aPost({ title: 'A plan' }),
    })
    expect(await state()).toMatchObject({ ignored: [{ file: 'content/posts/private-plan.md', rule: '.gitignore:4' }] })
    const before = await git('rev-parse', 'HEAD')
    const url = (id: string) => `${apiPaths.post(id)}?_method=PUT`
    expect((await send('POST', url('private-plan'), { form: { ...form, title: 'Another plan' } })).status).toBe(200)
    expect((await send('POST', url('private-plan'), { form: { ...form, address: 'private-plans' } })).status).toBe(200)
    await app.committed()
    expect(await git('rev-parse', 'HEAD')).toBe(before)
    expect(await all()).not.toContain('private')
    expect(await state()).toMatchObject({ ignored: [{ file: 'content/posts/private-plans.md', rule: '.gitignore:4' }] })
    expect((await send('DELETE', apiPaths.post('private-plans'))).status).toBe(200)
    await app.committed()
    expect(await git('rev-parse', 'HEAD')).toBe(before)
    expect(await state()).not.toHaveProperty('ignored')
  })

  test('stays out of the commit of a change of many files', async () => {
    const { send, app, all, changed } = await site('.git/info/exclude', '_secret.md\n', {
      'posts/_secret.md': aPost({ title: 'Secret', tags: ['milk'] }),
      'posts/b.md': aPost({ title: 'B', tags: ['milk'] }),
    })
    expect((await send('DELETE', adminPaths.tag('milk'))).status).toBe(200)
    await app.committed()
    expect(await changed()).toContain('content/tags/milk.yml')
    expect(await all()).not.toContain('_secret')
  })

  test('that no page shows is not listed', async () => {
    const { state } = await site('.gitignore', '*.tmp~\n.DS_Store\n', { 'posts/.DS_Store': 'x', ...secret })
    expect(await state()).not.toHaveProperty('ignored')
  })
})

test('control files of git below the content folder that are pushed change neither merges nor what is live', async () => {
  const one = await pushedSite(ends)
  await one.editor.write('content/.gitattributes', '*.md merge=union\n*.yml merge=union filter=lfs\n')
  await one.editor.write('content/.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = ./x\n')
  await one.editor.write('content/.lfsconfig', '[lfs]\n\turl = http://127.0.0.1:1/\n')
  await one.editor.write('content/posts/.gitignore', '*\n')
  await one.editor.write('content/posts/.gitattributes', 'b.md ident\n')
  await one.editor.write('content/posts/b.md', aPost({ title: 'Another', body: '$Id$ stays.' }))
  await one.push()
  await one.app.services.checkout?.sync()
  expect(await one.state()).toMatchObject({ git: 'ok' })
  expect(await Bun.file(join(one.app.dir, 'content/posts/b.md')).text()).toContain('$Id$ stays.')
  await one.editor.write(
    'content/posts/a.md',
    (await one.editor.text('content/posts/a.md')).replace('A bake', 'Pushed'),
  )
  await one.push()
  expect((await one.save({ title: 'Saved' })).status).toBe(200)
  await one.app.committed()
  await one.app.services.checkout?.sync()
  expect(await eventually(one.state, ({ git }) => git === 'diverged')).toMatchObject({ git: 'diverged' })
  expect(await one.text()).not.toContain('Pushed')
})
