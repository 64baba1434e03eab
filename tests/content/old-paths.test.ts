import { describe, expect, test } from 'bun:test'
import { decodePostFile } from '#server/content/files/decode-file.ts'
import { normalizeOldPath } from '#server/content/files/old-path.ts'
import { postAtOldPath } from '#server/content/snapshot/old-paths.ts'
import { aPost, asLines, contentWith, type Given } from './content-dir.ts'

/** A path that no route answers → the id of the post that it redirects to. */
async function redirects(files: Given, permalinks: readonly string[] = [], byFolder: Record<string, string> = {}) {
  const { dir, content } = await contentWith(files)
  const site = `${await content.read('site.yml')}old_permalinks: ${JSON.stringify(permalinks)}\nold_folder_permalinks: ${JSON.stringify(byFolder)}\n`
  await content.change(async (tx) => tx.write('site.yml', site))
  const snapshot = content.snapshot()
  return {
    to: (path: string) => postAtOldPath(snapshot, path)?.id,
    all: [...snapshot.oldPaths.keys()].sort(),
    problems: asLines(dir, snapshot.problems),
  }
}

describe('an old path', () => {
  test.each([
    ['/2019/05/my-post/', '/2019/05/my-post'],
    ['/2019/05/my-post.html?utm=x#top', '/2019/05/my-post'],
    ['/2019/05/My-Post/index.html', '/2019/05/my-post'],
    ['//evil.example//x', '/evil.example/x'],
    ['/posts/my-post.md', '/posts/my-post'],
    ['/caf%C3%A9', '/café'],
    ['/cafe\u0301', '/café'],
    ['/100%-rye/', '/100%-rye'],
  ])('%s is compared as %s', (path, normalized) => {
    expect(normalizeOldPath(path)).toBe(normalized)
  })

  test.each(['/', '/index.html', '', '/a/../b', '/a%0d%0aset-cookie:x', '/a\\b', '/%2e%2e/x', `/${'x'.repeat(600)}`])(
    'is none: %j',
    (path) => {
      expect(normalizeOldPath(path)).toBeUndefined()
    },
  )
})

describe('the front matter of other systems', () => {
  test.each([
    ['permalink: /2019/05/rye.html', '/2019/05/rye'],
    ['permalink: /:year/:categories/:title/\ncategories: [Rye, Wheat Flour]', '/2024/rye/wheat-flour/x'],
    ['permalink: pretty\ncategories: [rye, wheat]', '/rye/wheat/2024/01/02/x'],
    ['permalink: https://old.example/rye/', '/rye'],
    ['url: /news/rye/', '/news/rye'],
    ['path: news/rye', '/news/rye'],
    ['slug: /2019/Rye', '/2019/rye'],
    ['redirect_from: /a/rye/', '/a/rye'],
    ['aliases: [/a/rye/, old-id]', '/a/rye'],
    ['redirect_from: old-rye', '/old-rye/'],
    ['alias: /a/rye/', '/a/rye'],
    ['alias: [old-rye, /a/b]', '/a/b'],
    ['aliases: [top-level.html, Old_Name]', '/Old_Name'],
    ['author: x', '/posts/x.md'],
  ])('%j makes the post the target of %s', async (head, path) => {
    const { to } = await redirects({ 'posts/x.md': aPost(`${head}\n`) })
    expect(to(path)).toBeDefined()
  })

  test('names what does not redirect, with its line', async () => {
    const { problems, all } = await redirects({
      'posts/x.md': aPost(
        'url: https://elsewhere.example/a\npermalink: "/{{ page.date }}/"\naliases: [/../etc/passwd, /b/c]\n',
      ),
      'posts/y.md': aPost('path: /pricing\nredirect_from: [/api/x, /feed.xml]\nurl: /blog/x\n'),
    })
    expect(all).toEqual(['/b/c'])
    expect(problems).toEqual([
      'posts/x.md:5:12 permalink: is a template, so it does not redirect: write the path, or old_permalinks in site.yml',
      'posts/x.md:6:10 aliases: "/../etc/passwd" is not a path, so it does not redirect',
      'posts/y.md:6:6 the old URL /blog/x belongs to the post "x"',
      'posts/y.md:6:6 the old URL /pricing is a page of the site, so it does not redirect',
      'posts/y.md:6:6 the old URL /api/x is a page of the site, so it does not redirect',
      'posts/y.md:6:6 the old URL /feed.xml is a page of the site, so it does not redirect',
    ])
  })

  test('redirects the id of a post at the root of the site, without a warning', async () => {
    const { to, problems } = await redirects({ 'posts/x.md': aPost('aliases: [/x/]\n') })
    expect(to('/x')).toBe('x')
    expect(problems).toEqual([])
  })

  test('redirects at most fifty paths of one post', () => {
    const aliases = Array.from({ length: 60 }, (_, index) => `/old/${index}`)
    const { post, warnings } = decodePostFile(
      'posts/x.md',
      aPost(`permalink: /p\nredirect_from: ${JSON.stringify(aliases)}\n`),
      '',
    )
    expect(post.former?.paths).toHaveLength(50)
    expect(warnings.at(-1)?.reason).toBe('redirect_from: only 50 old URLs redirect')
  })

  test('redirects a path of two posts to the first by id, and to a draft last', async () => {
    const same = 'permalink: /same/\n'
    const files = { 'posts/a.md': aPost(`${same}draft: true\n`), 'posts/c.md': aPost(same), 'posts/b.md': aPost(same) }
    const { to, problems } = await redirects(files)
    expect(to('/same')).toBe('b')
    expect(problems).toEqual(['a', 'c'].map((id) => `posts/${id}.md:4:12 the old URL /same belongs to the post "b"`))
  })
})

describe('old_permalinks', () => {
  const post = (head = '') => aPost(head).replace('2024-01-02', '2019-05-07T22:30:00-05:00')

  test.each([
    ['/news/:year/:month/:day/:title/', '/news/2019/05/07/rye'],
    ['/news/:year/:month/:day/:title/', '/news/2019/05/08/rye'],
    ['/:year/:i_month/:i_day/:title:output_ext', '/2019/5/7/rye.html'],
    ['/:categories/:year/:y_day/:title', '/crm/2019/127/rye'],
    ['/:short_year/:short_month/:slug', '/19/May/rye'],
    ['/:year/:slug/', '/2019/whats-rye-2.0'],
    ['/:categories/:title/', '/two%20words/and-more/rye'],
    ['/posts/:year/:monthname/:slug/', '/posts/2019/may/a-post'],
    ['/:sections/:filename/', '/2019-05-07-rye'],
    ['/%year%/%monthnum%/%day%/%postname%/', '/2019/05/07/rye/'],
    ['/%category%/%postname%/', '/crm/rye'],
  ])('%s has the post at %s', async (pattern, path) => {
    const categories = path.startsWith('/two') ? 'categories: [Two words, and more]\n' : 'category: crm\n'
    const text = post(categories).replace('A post', path.includes('2.0') ? 'What’s Rye 2.0?' : 'A post')
    const { to } = await redirects({ 'posts/2019-05-07-rye.md': text }, [pattern])
    expect(to(path)).toContain('rye')
  })

  test('prefers the slug, the name of the file to the title, and what is written to patterns', async () => {
    const files = {
      'posts/a.md': aPost('slug: Rye_Bread\n'),
      'posts/b.md': aPost().replace('A post', 'c'),
      'posts/c.md': aPost(),
      'posts/d.md': aPost('permalink: /2024/b/\n'),
    }
    const { to } = await redirects(files, ['/:year/:title/'])
    expect(['/2024/Rye_Bread', '/2024/a', '/2024/b', '/2024/c', '/2024/d'].map(to)).toEqual([
      ...['rye-bread', 'rye-bread', 'd', 'c', 'd'],
    ])
  })

  test('knows the folders of a post, of which its own is none', async () => {
    const { to } = await redirects({ 'posts/rye/index.md': aPost('slug: Rye-Bread\n') }, [
      '/posts/:path/',
      '/:filename/',
    ])
    expect(['/posts/rye-bread', '/posts/rye', '/rye', '/posts/rye/rye'].map(to).map((id) => id !== undefined)).toEqual([
      ...[true, true, true, false],
    ])
  })

  test('rejects placeholders without a meaning', async () => {
    expect(redirects({}, ['/:yeer/:title/'])).rejects.toThrow('site.yml')
  })
})

describe('old_folder_permalinks', () => {
  test('redirects posts of a folder by the rule of the next folder above that has one', async () => {
    const { to } = await redirects(
      { 'posts/news/x.md': aPost(), 'posts/news/rye/y.md': aPost(), 'posts/news/rye/deep/z.md': aPost() },
      ['/all/:slug/'],
      { news: '/n/:sections/:slug/', 'news/rye': '/r/:sections/:slug/' },
    )
    expect(to('/n/x/')).toBe('x')
    expect(to('/r/y/')).toBe('y')
    expect(to('/r/deep/z/')).toBe('z')
    expect(to('/n/y/')).toBeUndefined()
    expect(to('/all/z/')).toBe('z')
  })

  test('lets a rule of one folder redirect no posts of others', async () => {
    const { to, problems } = await redirects(
      { 'posts/news/a.md': aPost(), 'posts/notes/b.md': aPost(), 'posts/c.md': aPost() },
      [],
      { news: '/:year/same/', notes: '/:year/same/', constructor: '/x/:slug/' },
    )
    expect([to('/2024/same'), to('/x/c')]).toEqual(['a', undefined])
    expect(problems).toHaveLength(1)
  })

  test('has room for a thousand folders, and says how many it takes', async () => {
    const rules = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, `/section-${at}/:year/:month/:slug/`]))
    const { to } = await redirects({ 'posts/s999/x.md': aPost() }, [], rules(1_000))
    expect(to('/section-999/2024/01/x')).toBe('x')
    await expect(redirects({}, [], rules(2_001))).rejects.toThrow('Nothing was saved')
  })
})
