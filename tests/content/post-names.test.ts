import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dateInName, imageOf, wantedId } from '#server/content/files/post-names.ts'
import { aPost, asLines, contentWith, titled } from './content-dir.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

describe('the id of a post', () => {
  test.each([
    ['posts/2023-04-19-x.md', 'x'],
    ['posts/2013-2-1-i-dont-like-zeroes.md', 'i-dont-like-zeroes'],
    ['posts/2023-04-19_x.markdown', 'x'],
    ['posts/2023-13-45-x.md', '2023-13-45-x'],
    ['posts/2023-04-19.md', '2023-04-19'],
    ['posts/a/b/My Post.MD', 'my-post'],
    ['posts/bundles/v1.0.0/index.mdx', 'v1-0-0'],
    ['posts/2014-03-22-escape-+ %20[].markdown', 'escape-20'],
    ['posts/2009-03-12-hash-#1.markdown', 'hash-1'],
    ['posts/eslint_0.3.0.html', 'eslint-0-3-0'],
    ['posts/Über uns.md', 'uber-uns'],
    ['posts/Что нового.md', 'chto-novogo'],
    ['posts/你好/index.md', 'nihao'],
    ['posts/!.md', 'post'],
    ['posts/x.en.md', 'x'],
    ['posts/socket.io.md', 'socket-io'],
    ['posts/a--b-.md', 'a--b-'],
  ])('of %s is %s', (file, id) => expect(wantedId(file)).toBe(id))

  test.each([
    ['Rye_Bread', 'rye-bread'],
    ['/2019/05/my-post/', 'my-post'],
    ['über.html', 'uber'],
    [2022, '2022'],
    ['/', 'x'],
    [['a'], 'x'],
  ])('is the last part of the slug %p', (slug, id) => expect(wantedId('posts/x.md', slug)).toBe(id))

  test.each([
    ['posts/2013-2-1-x.md', '2013-02-01T00:00:00.000Z'],
    ['posts/2019/05/28/x.md', '2019-05-28T00:00:00.000Z'],
    ['posts/2019/05-28-x/index.md', '2019-05-28T00:00:00.000Z'],
    ['posts/2019-02-30-x.md', null],
  ])('and the date of %s', (file, date) => expect(dateInName(file)).toBe(date))

  test('is that of the first path where several want it; a file with the whole name comes first', async () => {
    const { dir, content } = await contentWith({
      'posts/2020-01-01-x.md': aPost(),
      'posts/b/x.md': aPost(),
      'posts/x.md': aPost(),
      'posts/b/y.md': aPost(),
      'posts/a/y.md': aPost(),
      'posts/tag.md': aPost(),
      'posts/a/z.htm': aPost(),
      'posts/b/z.md': aPost(),
    })
    const { ids, problems } = content.snapshot()
    expect(Object.fromEntries(ids)).toEqual({
      'posts/x.md': 'x',
      'posts/2020-01-01-x.md': 'x-2',
      'posts/b/x.md': 'x-3',
      'posts/a/y.md': 'y',
      'posts/b/y.md': 'y-2',
      'posts/tag.md': 'tag-2',
      // Releases before 0.2.0 did not read it.
      'posts/a/z.htm': 'z-2',
      'posts/b/z.md': 'z',
    })
    expect(asLines(dir, problems)).toContain(
      'posts/tag.md:1:1 no post can have the id "tag", so this post is "tag-2": write slug: to choose another one',
    )
  })

  test('redirects from the whole name, which was the id in earlier releases, unless a post has it', async () => {
    const { content } = await contentWith({
      'posts/2023-04-19-x.md': aPost(),
      'posts/old.md': aPost('slug: new\n'),
      'posts/older.md': aPost('slug: next\n'),
      'posts/a/b.md': aPost('slug: older\n'),
    })
    const { posts, aliases } = content.snapshot()
    expect([...posts.keys()].toSorted()).toEqual(['new', 'next', 'older', 'x'])
    expect(Object.fromEntries(aliases)).toEqual({ '2023-04-19-x': 'x', old: 'new' })
  })

  test('changes when the file that has it is gone, and is reported for a redirect', async () => {
    const { content } = await contentWith({ 'posts/a/x.md': aPost(), 'posts/b/x.md': titled('Other') })
    const reported: unknown[] = []
    content.onReplaced((replaced, moved) => reported.push([replaced, moved]))
    await content.change(async (tx) => tx.remove('posts/a/x.md'))
    expect(content.snapshot().ids.get('posts/b/x.md')).toBe('x')
    expect(reported).toEqual([[[], [{ kind: 'posts', from: 'x-2', to: 'x' }]]])
  })

  test('that other files have is not taken by a change', async () => {
    const { content } = await contentWith({ 'posts/b/x.md': aPost() })
    const save = content.change(async (tx) => tx.write('posts/a/x.md', aPost()))
    await expect(save).rejects.toThrow('another post has this id already')
    expect(content.snapshot().ids.get('posts/b/x.md')).toBe('x')
  })
})

describe('below posts', () => {
  test('nothing is skipped without a line that names the reason, one for each folder', async () => {
    const { dir, content } = await contentWith({
      'posts/a/_index.md': 'x',
      'posts/a/one.css': 'x',
      'posts/a/two.json': 'x',
      'posts/a/drawing.avif': 'x',
      'posts/a/b\\c.md': aPost(),
      [`posts/${'d/'.repeat(12)}x.md`]: aPost(),
      'posts/.git/x.md': aPost(),
      'posts/x.mkdn': aPost(),
    })
    expect([...content.snapshot().posts.keys()]).toEqual([])
    const expected =
      'expected *.md, *.markdown, *.mdx, *.html or *.htm, or an image *.jpg, *.png, *.webp, *.gif or *.svg'
    expect(asLines(dir, content.snapshot().problems).toSorted()).toEqual([
      'posts/a/_index.md:1:1 a page about a section of Hugo or Zola is no post: rename it if it is one',
      'posts/a/b\\c.md:1:1 this name has characters that cannot be read here: rename it',
      `posts/a:1:1 3 names (drawing.avif, one.css, two.json): unexpected file name; ignored (${expected})`,
      `posts/${'d/'.repeat(11)}d:1:1 folders are read to a depth of 12: move it up`,
      'posts/x.mkdn:1:1 files of Markdown (.mkdn) are not read: rename them to .md',
    ])
  })

  test.each([
    ['Hugo', '---\ncascade:\n  draft: true\n---\n'],
    [
      'Hugo, for some pages',
      '+++\n[[cascade]]\n[cascade.build]\nrender = "never"\n[cascade.target]\npath = "/old/**"\n+++\n',
    ],
    ['Zola', '+++\ndraft = true\n+++\n'],
    ['none that can be read', '---\ncascade: [\n---\n'],
  ])('posts of a section that %s hides are drafts, and its page says so', async (_, page) => {
    const { dir, content } = await contentWith({
      'posts/x.md': aPost(),
      'posts/a/_index.md': page,
      'posts/a/y.md': aPost(),
      'posts/a/b/z/index.md': aPost('draft: false\n'),
    })
    const { posts, problems } = content.snapshot()
    expect([...posts.values()].map(({ id, draft }) => [id, draft])).toEqual([
      ['z', true],
      ['y', true],
      ['x', false],
    ])
    expect(asLines(dir, problems)).toEqual([
      expect.stringMatching(/^posts\/a\/_index\.md:.* 2 posts of this folder are drafts/),
    ])
  })

  test('stay hidden below a pattern of cascade, which is named with its line and these posts', async () => {
    const { dir, content } = await contentWith({
      'posts/a/_index.md': '---\ntitle: A\ncascade:\n  - _target: { path: "/a/**" }\n    draft: true\n---\n',
      'posts/a/x.md': aPost(),
      'posts/a/b/y.md': aPost(),
      'posts/z.md': aPost(),
    })
    const { posts, problems } = content.snapshot()
    expect([...posts.values()].filter(({ draft }) => draft).map(({ id }) => id)).toEqual(['y', 'x'])
    expect(asLines(dir, problems)).toEqual([
      'posts/a/_index.md:4:1 the pattern /a/** of cascade is read in imports only, so 2 posts of this folder are drafts (b/y.md, x.md): import the folder, or write draft: true in those posts and remove it',
    ])
  })

  test.each([
    '',
    '---\ntitle: A\nrender: false\ncascade: { type: docs }\n---\n',
    '---\ncascade:\n  _target: { kind: section }\n  draft: true\n---\n',
  ])('posts of other sections stay public: %j', async (page) => {
    const { content } = await contentWith({ 'posts/a/_index.md': page || 'Text.', 'posts/a/x.md': aPost() })
    expect(content.snapshot().posts.get('x')?.draft).toBe(false)
  })

  test('posts in other languages are counted, and follow the language of the site', async () => {
    const files = {
      'posts/a.md': aPost(),
      'posts/a.de.md': 'broken',
      'posts/a.pt-br.md': aPost(),
      'posts/b/index.fr.md': aPost(),
      'posts/en/c.md': aPost(),
      'posts/de/c.md': aPost(),
      'posts/fr/a.md': aPost(),
      'posts/topics/it/about-computers.md': aPost(),
      'posts/x.v2.md': aPost(),
      'posts/2.0.md': aPost(),
    }
    const { dir, content } = await contentWith(files)
    expect([...content.snapshot().posts.keys()].toSorted()).toEqual(['2-0', 'a', 'about-computers', 'c', 'x-v2'])
    const cure = 'the site is in "en" (language in site.yml)'
    expect(asLines(dir, content.snapshot().problems).toSorted()).toEqual([
      `posts/b:1:1 1 translation is not shown (fr: 1): ${cure}`,
      `posts/de:1:1 1 translation is not shown (de: 1): ${cure}`,
      `posts/fr:1:1 1 translation is not shown (fr: 1): ${cure}`,
      `posts:1:1 2 translations are not shown (de: 1, pt-br: 1): ${cure}`,
    ])
    const site = join(dir, 'site.yml')
    await writeFile(site, `${await Bun.file(site).text()}language: fr\n`)
    await content.reload(['site.yml'])
    expect(content.snapshot().ids.get('posts/b/index.fr.md')).toBe('b')
  })

  test('images are found from any post, by paths that stay there', () => {
    const file = 'posts/a/b/index.md'
    const found = (to: string) => imageOf(file, to)
    expect(found('./img/x.png')).toBe('posts/a/b/img/x.png')
    expect(found('../../images/my%20photo.JPG')).toBe('posts/images/my photo.JPG')
    expect(imageOf('posts/x.md', 'photo.png')).toBe('posts/photo.png')
    expect(found('/images/x.png')).toBe('posts/images/x.png')
    const elsewhere = [
      '../../../x.png',
      '/../x.png',
      '/storage/x.png',
      'https://a.example/x.png',
      '//a/x.png',
      'data:image/png;base64,x',
      'x.avif',
    ]
    expect([...elsewhere, '..%2f..%2f..%2f..%2fetc/x.png', '.hidden.png', 'a\0.png', ''].map(found)).toEqual(
      Array(11).fill(undefined),
    )
  })

  test('a file at any depth is written, and deleted with its empty folders', async () => {
    const { dir, content } = await contentWith()
    const file = 'posts/2019/05 May/Rye #1/index.md'
    await content.change(async (tx) => {
      tx.write(file, titled('Rye'))
      tx.write('posts/2019/05 May/Rye #1/a b.png', png)
    })
    expect(content.snapshot().posts.get('rye-1')?.title).toBe('Rye')
    await content.change(async (tx) => {
      tx.remove(file)
      tx.remove('posts/2019/05 May/Rye #1/a b.png')
    })
    expect(await Bun.file(join(dir, 'posts/2019')).exists()).toBe(false)
  })
})
