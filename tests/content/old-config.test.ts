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
