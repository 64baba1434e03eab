import { describe, expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { jpeg } from '#tests/media/inputs.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()

async function site(files: Record<string, string>) {
  const app = await blogApp({ files })
  const duplicate = (id: string, token: string | undefined = app.token) =>
    app.send('POST', adminPaths.duplicates(id), { token })
  return { ...app, duplicate }
}

describe('a copy of a post', () => {
  test('is a draft with the next free id and the same text, without dates, aliases and a canonical URL', async () => {
    const file = plainPost({
      ...{ title: 'Crates', date: '2026-01-02', updated: '2026-01-03', expires: '2030-01-01', tags: ['milk'] },
      ...{ aliases: ['boxes'], canonical: 'https://example.com/crates', image: 'posts/a.webp', body: 'Text.' },
    }).replace('---\n', '---\n# for the spring\nslug: crates\npermalink: /old/crates/\n')
    const app = await site({ 'posts/crates.md': file })
    const answer = await app.duplicate('crates')
    const copy = await answer.json()
    expect([answer.status, copy.id, copy.title, copy.state, copy.image]).toEqual([
      ...[201, 'crates-2', 'Crates', 'draft'],
      'posts/a.webp',
    ])
    const text = await app.file('posts/crates-2.md')
    expect(text).toContain('# for the spring')
    expect(text).toContain('draft: true')
    expect(text).not.toMatch(/^(?:date|updated|expires|canonical|slug|permalink):|boxes/m)
    expect(await app.file('posts/crates.md')).toBe(file)
    expect((await (await app.duplicate('crates-2')).json()).id).toBe('crates-3')
    expect((await app.get(pagePaths.post('crates-2'))).status).toBe(404)
    expect((await app.get('/old/crates/')).headers.get('location')).toBe('/blog/crates')
  })

  test('has copies of the images in the folder of the post', async () => {
    const app = await site({
      'posts/van/index.md': plainPost({ title: 'Van', body: '![](photo.jpg)' }),
      'posts/van/notes.txt': 'mine',
    })
    const folder = join(app.dir, 'content/posts/van')
    await mkdir(join(folder, 'more'))
    for (const name of ['photo.jpg', 'more/other.jpg']) await writeFile(join(folder, name), await jpeg(60, 40))
    await app.content.reload(['posts/van/photo.jpg', 'posts/van/more/other.jpg'])
    expect((await (await app.duplicate('van')).json()).id).toBe('van-2')
    expect(await app.filesIn('content/posts/van-2')).toEqual(['index.md', 'more', 'photo.jpg'])
  })

  test('needs a login and a post', async () => {
    const app = await site({ 'posts/crates.md': plainPost() })
    expect((await app.send('POST', adminPaths.duplicates('crates'), {})).status).toBe(401)
    expect((await app.duplicate('none')).status).toBe(404)
  })
})
