import { describe, expect, test } from 'bun:test'
import { decodeOldConfig } from '#server/content/files/old-config.ts'
import { postAtOldPath } from '#server/content/snapshot/old-paths.ts'
import { aPost, asLines, contentWith } from './content-dir.ts'

describe('a configuration of another system', () => {
  test.each([
    [
      '_config.yml',
      'title: Old\n',
      ['/:categories/:year/:month/:day/:title/', '/:sections/:categories/:year/:month/:day/:title/'],
      {},
    ],
    ['_config.yml', 'permalink: /p/:title/\nbaseurl: /blog\n', ['/blog/p/:title/'], {}],
    [
      '_config.yml',
      'defaults:\n  - { scope: { path: "", type: posts }, values: { permalink: /all/:title/ } }\n  - { scope: { path: "news/_posts" }, values: { permalink: /n/:title/ } }\n  - { scope: { path: "a*" }, values: { permalink: /no/ } }\n  - { scope: { path: b, type: pages }, values: { permalink: /no/ } }\n',
      ['/all/:title/'],
      { news: '/n/:title/' },
    ],
    [
      'hugo.toml',
      'baseURL = "https://old.example/blog/"\n[permalinks]\nposts = "/:year/:slug/"\n[permalinks.page]\nnews = "/:section/:sections/:slug/"\n',
      ['/blog/:year/:slug/', '/blog/news/news/:sections/:slug/', '/blog/:path/'],
      { posts: '/blog/:year/:slug/', news: '/blog/news/news/:sections/:slug/' },
    ],
    ['hugo.yaml', 'defaultContentLanguageInSubdir: true\npermalinks: { posts: "/:nonsense/" }\n', ['/en/:path/'], {}],
    ['config.toml', 'base_url = "https://old.example"\n', ['/:path/'], {}],
  ] as const)('%s has these rules: %s', (file, text, everywhere, inFolders) => {
    const config = decodeOldConfig(file, text)
    expect(config?.old_permalinks).toEqual([...everywhere])
    expect(config?.old_folder_permalinks).toEqual({ ...inFolders })
  })

  test.each(['hugo.toml', '_config.yml'])('that cannot be read has none: %s', (file) => {
    expect(decodeOldConfig(file, 'a = [')).toBeUndefined()
  })

  test('beside site.yml, its rules count behind those of the site, and only for paths that nothing else answers', async () => {
    const files = {
      'posts/2024-05-06-bread.md': aPost(),
      '_config.yml': 'permalink: /p/:title/\n',
    }
    const { content } = await contentWith(files)
    const snapshot = content.snapshot()
    expect(postAtOldPath(snapshot, '/p/bread/')?.id).toBe('bread')
    expect([...snapshot.ids.values()]).toEqual(['bread'])
    expect(snapshot.problems).toEqual([])
  })

  test.each([
    ['a folder', 'cascade:\n  - draft: true\n    target: { path: "/posts/secret/**" }\n', ['secret/a']],
    ['a section that was copied', 'cascade: { draft: true, target: { path: "/news/**" } }\n', ['news/c']],
    ['all pages', 'cascade: { build: { render: never } }\n', ['b', 'news/c', 'secret/a']],
    ['what is not understood', 'cascade: { draft: true, target: { path: "/posts/se[a-z]*/**" } }\n', ['secret/a']],
    ['terms', 'cascade: { draft: true, target: { kind: term } }\n', []],
    ['nothing', 'cascade: { toc: true }\n', []],
  ])('makes drafts of what cascade of Hugo hides, and names them: %s', async (_, text, hidden) => {
    const names = ['secret/a', 'b', 'news/c']
    const { content } = await contentWith({
      'hugo.yaml': text,
      ...Object.fromEntries(names.map((name) => [`posts/${name}.md`, aPost()])),
    })
    const { posts, problems } = content.snapshot()
    const drafts = [...posts.values()].filter(({ draft }) => draft)
    expect(drafts.map(({ file }) => file.slice('posts/'.length, -'.md'.length)).sort()).toEqual(hidden)
    expect(drafts.every(({ hiddenBy }) => hiddenBy === 'hugo.yaml')).toBe(true)
    const named = problems.filter(({ file }) => file.endsWith('hugo.yaml')).map(({ reason }) => reason)
    expect(named.length).toBe(hidden.length > 0 ? 1 : 0)
    for (const name of hidden) expect(named[0]).toContain(`posts/${name}.md`)
  })

  test('keeps the same rules from one snapshot to the next, and follows its file', async () => {
    const files = { 'posts/bread.md': aPost(), '_config.yml': 'permalink: /p/:title/\n' }
    const { dir, content } = await contentWith(files)
    const { site } = content.snapshot()
    await Bun.write(`${dir}/posts/cake.md`, aPost())
    await content.reload(['posts/cake.md'])
    expect(content.snapshot().site).toBe(site)
    await Bun.write(`${dir}/_config.yml`, 'permalink: [\n')
    await content.reload(['_config.yml'])
    expect(postAtOldPath(content.snapshot(), '/p/bread/')).toBeUndefined()
    expect(asLines(dir, content.snapshot().problems)).toEqual([
      '_config.yml:1:1 this configuration cannot be read, so it names no old URLs',
    ])
  })
})
