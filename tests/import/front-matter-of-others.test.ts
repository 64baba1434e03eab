import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { postsIn } from '#server/import/sites/site-folder.ts'
import { git } from '#tests/helpers/git.ts'
import { anImport } from './importing.ts'

const post = (title: string, more = 'date: 2024-05-06\n') => `---\ntitle: ${title}\n${more}---\n\nText.\n`

let place: Awaited<ReturnType<typeof anImport>>
afterEach(() => place?.remove())

test('names of files lose their number and their second ending, unless another file has the name', () => {
  const names = ['42.bread.md', 'cake.html.md', '1.pie.md', '2.pie.md', '2.0-released.md', 'v1.2.md', '3.blog/4.rye.md']
  const roots = [{ folder: 'blog/', target: '' }]
  const targets = postsIn(
    names.map((name) => `blog/${name}`),
    roots,
  ).map(({ target }) => target)
  expect(targets).toEqual(['bread.md', 'cake.md', 'pie.md', '2.pie.md', '2.0-released.md', 'v1.2.md', '3.blog/rye.md'])
})

test('Markdown in a summary becomes HTML, and other summaries stay as they are', async () => {
  place = await anImport({
    '_config.yml': '',
    '_posts/2024-05-06-a.md': post('A', 'description: "Bread *slowly*, with [rye](https://rye.example)"\n'),
    '_posts/2024-05-06-b.md': post('B', 'summary: <em>Bread</em> *slowly*\n'),
    '_posts/2024-05-06-c.md': post('C', 'excerpt: 2 * 3 & more\n'),
  })
  await place.import()
  const head = async (name: string) => (await place.text(`posts/2024-05-06-${name}.md`)).split('\n')[2]
  expect(await head('a')).toBe('description: "Bread <em>slowly</em>, with <a href=\\"https://rye.example\\">rye</a>"')
  expect(await head('b')).toBe('summary: <em>Bread</em> *slowly*')
  expect(await head('c')).toBe('excerpt: 2 * 3 & more')
})

test('of two versions of a post, that in the language of the site is imported, and the plan names the other one', async () => {
  place = await anImport({
    'hugo.toml': 'defaultContentLanguage = "de"\n',
    'content/posts/bread.md': post('Brot'),
    'content/posts/bread.en.md': post('Bread'),
    'content/posts/cake/index.md': post('Kuchen'),
    'content/posts/cake/index.en.md': post('Cake'),
    'content/posts/rye.md': post('Rye'),
  })
  const { plan } = await place.import()
  expect(plan.titles.live.toSorted()).toEqual(['Bread', 'Cake', 'Rye'])
  expect(plan.rejected).toMatchObject([{ reason: expect.stringContaining('a translation'), count: 2 }])
  expect(plan.rejected[0]?.examples.toSorted()).toEqual(['Brot', 'Kuchen'])
})

test('a post without a date gets that of its first commit, where the source has its history, and the plan names it', async () => {
  place = await anImport({})
  const source = join(place.dir, 'source')
  await place.put({ '_config.yml': '', 'notes/bread.md': '# no post\n', 'blog/bread.md': post('Bread', '') })
  await git(source, 'init', '-q')
  await git(source, 'add', '-A')
  await git(source, 'commit', '-q', '-m', 'Begin', '--date=2019-05-06T07:08:09+02:00')
  await place.put({ 'blog/bread.md': post('Bread', 'tags: [rye]\n'), 'blog/new.md': post('New', '') })
  await git(source, 'add', 'blog/bread.md')
  await git(source, 'commit', '-q', '-m', 'Change')
  const { plan } = await place.import()
  expect(plan.titles).toMatchObject({ live: ['Bread'], draft: ['New'] })
  expect(plan.changes).toMatchObject([
    { reason: expect.stringContaining('first commit'), examples: ['Bread'] },
    { reason: expect.stringContaining('there is no date, so the post is a draft'), examples: ['New'] },
  ])
  expect(await place.text('posts/bread.md')).toContain('date: 2019-05-06T05:08:09Z')
})
