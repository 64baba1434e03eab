import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unknownSource } from '#server/import/sites/recognize.ts'
import { unreadFiles } from '#server/import/sites/unread-files.ts'
import { openSource } from '#server/import/source/source-files.ts'
import { anImport, PNG } from './importing.ts'
import { makeZip } from './make-zip.ts'

const post = (title: string, more = '', body = 'Text.') =>
  `---\ntitle: ${title}\ndate: 2024-05-06\n${more}---\n\n${body}\n`

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function folderWith(files: Record<string, string | Uint8Array>) {
  const dir = await mkdtemp(join(tmpdir(), 'source-'))
  folders.push(dir)
  for (const [file, data] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), data)
  }
  return dir
}

type Imported = Awaited<ReturnType<typeof anImport>>
async function withImport(files: Record<string, string | Uint8Array>, work: (place: Imported) => Promise<void>) {
  const place = await anImport(files)
  await work(place).finally(place.remove)
}

describe('importing a folder of Markdown whose system is not known', () => {
  test('takes the texts with front matter, with images of the folder for the web', () =>
    withImport(
      {
        'package.json': '{ "dependencies": { "gatsby": "5" } }',
        'README.md': '# About',
        'content/blog/hello/index.md': post('Hello', '', '![](./a.png) ![](/images/b.png)'),
        'content/blog/hello/a.png': PNG,
        'content/blog/second.mdx': post('Second'),
        'content/blog/_hidden.md': post('Secret'),
        'content/blog/about.md': '---\ntitle: About\n---\nText.\n',
        'content/blog/notes.md': 'No front matter.\n',
        'content/blog/old.adoc': '= Title\n',
        'public/images/b.png': PNG,
        'src/pages/404.md': '# Not found\n',
      },
      async (place) => {
        const { plan } = await place.import()
        expect(plan.system).toBe('plain')
        expect(plan.titles.live.toSorted()).toEqual(['Hello', 'Second'])
        expect(plan.titles.draft.toSorted()).toEqual(['About', 'Secret'])
        expect(plan.images).toBe(2)
        expect(await place.text('posts/hello/index.md')).toContain('![](./a.png) ![](../images/b.png)')
        expect(plan.leftOut.map(({ reason, count }) => [reason.split(/[:,]/)[0], count]).toSorted()).toEqual([
          ['files in the folder of posts have no front matter', 1],
          ['files of AsciiDoc (.adoc) are not read', 1],
          ['files of the folder src/pages', 1],
        ])
        expect(plan.notes).toEqual([expect.stringContaining('--permalink=')])
        const again = await place.import()
        expect(again.plan.actions).toMatchObject({ add: 0, same: 4 })
      },
    ))

  test.each(['blog', 'content', 'src', 'posts', 'my-site'])('imports a zip whose only folder is %s', (name) =>
    withImport({}, async (place) => {
      const zip = join(place.dir, 'old.zip')
      await writeFile(
        zip,
        makeZip([
          { name: `${name}/_config.yml`, data: 'permalink: /:year/:title/\n' },
          { name: `${name}/_posts/2024-05-06-bread.md`, data: post('Bread') },
          { name: `${name}/_posts/._2024-05-06-bread.md`, data: 'Mac OS X' },
          { name: `__MACOSX/${name}/_posts/._2024-05-06-bread.md`, data: 'Mac OS X' },
        ]),
      )
      await place.run(['--yes', '--format=json'], zip)
      const { plan } = JSON.parse(place.printed.at(-1) ?? '')
      expect([plan.system, plan.states.live, plan.states.rejected, plan.permalinks]).toEqual([
        'jekyll',
        1,
        0,
        ['/:year/:title/'],
      ])
    }),
  )

  test('reads the posts, drafts and rule of Hexo', () =>
    withImport(
      {
        '_config.yml': 'permalink: :year/:title/\n',
        'source/_posts/bread.md': post('Bread'),
        'source/_drafts/cake.md': post('Cake'),
      },
      async (place) => {
        const { plan } = await place.import()
        expect(plan.titles).toMatchObject({ live: ['Bread'], draft: ['Cake'] })
        expect(plan.permalinks).toEqual(['/:year/:title/'])
      },
    ))
})

test('hidden files are no posts, and posts that were not published take no names of others', () =>
  withImport(
    {
      'astro.config.mjs': '',
      'src/content/blog/._bread.md': 'Mac OS X',
      'src/content/blog/.bread.md': post('Hidden'),
      'src/content/blog/_bread.md': post('Secret'),
      'src/content/blog/bread.md': post('Bread'),
    },
    async (place) => {
      const { plan } = await place.import()
      expect(plan.titles.live).toEqual(['Bread'])
      expect(plan.rejected).toMatchObject([{ reason: 'two posts have the same file name', examples: ['Secret'] }])
      expect(plan.leftOut).toMatchObject([{ reason: expect.stringContaining('begin with a dot'), count: 1 }])
    },
  ))

test('the plan names other sections, pages and formats with their numbers and what to do', () => {
  const files = [
    'hugo.toml',
    'content/news/_index.md',
    'content/news/a.md',
    'content/news/b.org',
    'content/news/c.rst',
    'content/news/d.qmd',
    'content/notes/a.md',
    'content/notes/sub/b.md',
    'content/about.md',
    'README.md',
    'about.md',
    'themes/x/a.md',
    'layouts/index.html',
  ]
  const roots = [{ folder: 'content/news/', target: '' }]
  const posts = [{ path: 'content/news/a.md', target: 'a.md', hidden: undefined }]
  const found = [...unreadFiles(files, { roots, posts })].map(([reason, count]) => `${count} ${reason}`)
  expect(found).toEqual([
    '1 files of Org mode (.org) are not read: convert them to Markdown (pandoc -t gfm) with front matter',
    '1 files of reStructuredText (.rst) are not read: convert them to Markdown (pandoc -t gfm) with front matter',
    expect.stringMatching(/^1 files of Quarto and R Markdown \(\.qmd\)/),
    '2 files of the folder content/notes, which is none of the blog: import it on its own (bun run import …/content/notes --into=notes)',
    expect.stringMatching(/^1 files of the folder content,/),
    expect.stringMatching(/^1 pages beside the folders of posts/),
  ])
})

describe('a source without a post that can be read', () => {
  const atom = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">'
  test.each<[string, Record<string, string | Uint8Array>]>([
    ['This is a Blogger export', { 'blog-05-06-2024.xml': `${atom}<id>tag:blogger.com,1999:blog-1</id></feed>` }],
    ['This is a Blogger export', { 'Takeout/Blogger/Blogs/Old/feed.atom': `${atom}</feed>` }],
    ['This is an Atom feed', { 'feed.xml': `${atom}</feed>` }],
    ['This is an RSS feed', { 'rss.xml': '<rss version="2.0"><channel></channel></rss>' }],
    ['This is a Tumblr export', { 'posts/html/123456.html': '<body>Text</body>', 'media/1.jpg': '' }],
    ['This is a Tumblr export', { 'posts/posts.xml': '<?xml version="1.0"?><tumblr><posts/></tumblr>' }],
    ['This is a Movable Type', { 'export.txt': 'AUTHOR: Ann\nTITLE: Bread\n-----\nBODY:\nText.\n-----\n--------\n' }],
    ['This is a Notion export', { 'Bread 0123456789abcdef0123456789abcdef.md': '# Bread\n' }],
    ['This is a Squarespace export', { 'site.json': '{"website":{"baseUrl":"https://a.squarespace.com"}}' }],
    ['This is no zip file, or a broken one', { 'old.zip': 'PL' }],
    ['This is an archive in gzip', { 'old.tar.gz': new Uint8Array([0x1f, 0x8b, 8, 0]) }],
    ['This file is empty', { 'old.xml': '' }],
    ['This is an archive with another zip', { 'a.zip': 'PK', 'b.txt': '' }],
    ['This folder has 2 files in Markdown or HTML, and none with front matter', { 'a.md': 'A', 'b.md': 'B' }],
    ['files of AsciiDoc (.adoc) are not read', { 'a.adoc': '= A', 'b.png': PNG }],
    ['This folder has no posts', { 'a.txt': 'text', 'b.txt': 'text' }],
  ])('says: %s', async (message, files) => {
    const { files: opened } = await openSource(await folderWith(files), '/nowhere')
    expect(await unknownSource(opened)).toContain(message)
  })
})
