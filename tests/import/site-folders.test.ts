import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockImports } from '#server/import/run.ts'
import { anImport, PNG } from './importing.ts'

const post = (title: string, more = '', body = 'Text.') =>
  `---\ntitle: ${title}\ndate: 2024-05-06\n${more}---\n\n${body}\n`
const jekyll = {
  '_config.yml':
    'url: https://old.example\npermalink: /news/:year/:title/\ndefaults:\n  - { scope: { path: "" }, values: { author: ann, layout: post } }\n',
  '_data/authors.yml': 'ann:\n  name: Ann Baker\n  bio: Bakes.\n  web: https://ann.example/\n',
  '_posts/2024-05-06-bread.md': post(
    'Bread',
    '# a comment\n',
    'See ![loaf](/assets/loaf.png) and <img src="{{ site.baseurl }}/assets/loaf.png">.',
  ),
  '_posts/2024-05-07-cake.md': post('Cake', 'author: Bob\n'),
  '_drafts/pie.md': post('Pie'),
  'assets/loaf.png': PNG,
  '_posts/broken.md': '---\ntitle: [\n---\n',
}

let place: Awaited<ReturnType<typeof anImport>>
afterEach(() => place.remove())

describe('importing the folder of a site', () => {
  test('plans without writing anything', async () => {
    place = await anImport(jekyll)
    expect(await place.run(['--dry-run'])).toBe(2)
    expect(place.printed.join('\n')).toContain('2 live, 1 drafts, 0 scheduled, 1 rejected')
    expect(place.printed.join('\n')).toContain('old URLs redirect: /news/:year/:title/')
    expect(place.printed.join('\n')).toContain('old URLs: 2 live posts of 2\n    /news/2024/bread → /blog/bread\n')
    expect(await place.git('status', '--porcelain')).toBe('')
    await expect(place.run([])).rejects.toThrow('Pass --yes')
    expect(await place.git('status', '--porcelain')).toBe('')
  })

  test('copies posts as they are, with their images, shared front matter and authors, in one commit', async () => {
    place = await anImport(jekyll)
    const { plan } = await place.import()
    expect(plan.states).toEqual({ live: 2, draft: 1, scheduled: 0, rejected: 1 })
    const bread =
      '---\ntitle: Bread\ndate: 2024-05-06\n# a comment\nauthor: ann\n---\n\nSee ![loaf](assets/loaf.png) and <img src="assets/loaf.png">.\n'
    expect(await place.text('posts/2024-05-06-bread.md')).toBe(bread)
    expect(await place.text('posts/2024-05-07-cake.md')).toBe(jekyll['_posts/2024-05-07-cake.md'])
    expect(await place.text('posts/pie.md')).toContain('draft: true')
    expect(await place.text('authors/ann.yml')).toContain('Ann Baker')
    expect(await place.text('site.yml')).toContain('/news/:year/:title/')
    expect(existsSync(join(place.dir, 'content/posts/assets/loaf.png'))).toBe(true)
    expect(await place.git('log', '--format=%s %an')).toBe('import: 3 posts from Jekyll Testery\nFirst Ann')
    expect(await place.git('status', '--porcelain')).toBe('')
  })

  test('leaves out the category "Uncategorized", and keeps further ones', async () => {
    place = await anImport({
      '_config.yml': '',
      '_posts/2024-05-06-a.md': post('A', 'categories: [Uncategorized]\ntags: [rye]\n'),
      '_posts/2024-05-06-b.md': post('B', 'categories: [Uncategorized, Rye, Wheat]\n'),
      '_posts/2024-05-06-c.md': post('C', 'category: uncategorized\n'),
      '_posts/2024-05-06-d.md': post('D', 'categories: [Rye, Wheat]\n'),
    })
    await place.import()
    const head = async (name: string) => (await place.text(`posts/2024-05-06-${name}.md`)).split('\n').slice(3, -4)
    expect(await head('a')).toEqual(['tags: [rye]'])
    expect(await head('b')).toEqual(['categories: [rye, Wheat]'])
    expect(await head('c')).toEqual([])
    expect(await head('d')).toEqual(['categories: [Rye, Wheat]'])
  })

  test('makes drafts of posts without a date, and reads those in the paths of Zola', async () => {
    place = await anImport({
      'config.toml': 'base_url = "https://old.example"\n',
      'content/blog/rust.md': '+++\ntitle = "Rust"\npath = "2025/06/26/rust"\n+++\n\nText.\n',
      'content/blog/about.md': '+++\ntitle = "About"\n+++\n\nText.\n',
      'content/blog/odd.md': '+++\ntitle = "Odd"\ndate = "soon"\n+++\n\nText.\n',
    })
    const { plan } = await place.import()
    expect(plan.states).toEqual({ live: 1, draft: 1, scheduled: 0, rejected: 1 })
    expect(plan.changes).toMatchObject([{ reason: expect.stringContaining('there is no date'), examples: ['About'] }])
    expect(await place.text('posts/blog/about.md')).toContain('draft = true')
  })

  test('touches nothing on a second run that was edited or deleted here, and brings what changed and is new', async () => {
    place = await anImport(jekyll)
    await place.import()
    await place.edit('posts/2024-05-06-bread.md', post('Bread, edited here'))
    await rm(join(place.dir, 'content/posts/pie.md'))
    await place.put({
      '_posts/2024-05-06-bread.md': post('Bread, changed there'),
      '_drafts/pie.md': post('Pie, changed there'),
      '_posts/2024-05-07-cake.md': post('Cake, changed there', 'author: Bob\n'),
      '_posts/2024-05-08-new.md': post('New', 'author: Bob\n'),
    })
    const { plan, report } = await place.import()
    expect(plan.actions).toEqual({ add: 1, update: 1, same: 0, edited: 1, deleted: 1 })
    expect(report?.written).toMatchObject({ added: 1, updated: 1 })
    expect(await place.text('posts/2024-05-06-bread.md')).toContain('edited here')
    expect(await place.text('posts/2024-05-07-cake.md')).toContain('Cake, changed there')
    expect(existsSync(join(place.dir, 'content/posts/pie.md'))).toBe(false)
    expect(await place.git('show', '--name-only', '--format=%s', 'HEAD')).toBe(
      'import: 2 posts from Jekyll\n\ncontent/posts/2024-05-07-cake.md\ncontent/posts/2024-05-08-new.md',
    )
    const again = await place.import()
    expect(again.plan.actions).toEqual({ add: 0, update: 0, same: 2, edited: 1, deleted: 1 })
  })

  test('leaves a file that is there already alone', async () => {
    place = await anImport(jekyll)
    await place.edit('posts/2024-05-07-cake.md', post('Our own cake'))
    const { plan } = await place.import()
    expect(plan.actions).toMatchObject({ add: 2, edited: 1 })
    expect(await place.text('posts/2024-05-07-cake.md')).toContain('Our own cake')
  })

  test('overwrites no image that is another one here, was edited or was deleted', async () => {
    const image = (mark: string) => Buffer.concat([PNG, Buffer.from(mark)])
    const hugo = {
      'hugo.toml': 'baseURL = "https://old.example/"\n',
      'content/posts/bread/index.md': post('Bread', '', '![](a.png) ![](b.png) ![](c.png) ![](/img/logo.png)'),
      'content/posts/bread/a.png': image('a'),
      'content/posts/bread/b.png': image('b'),
      'content/posts/bread/c.png': image('c'),
      'static/img/logo.png': image('theirs'),
    }
    place = await anImport(hugo)
    await place.edit('posts/img/logo.png', image('ours'))
    const first = await place.import()
    expect(first.plan.images).toBe(3)
    expect(first.plan.missingImages).toMatchObject([{ reason: expect.stringContaining('another image'), count: 1 }])
    expect(first.report?.written.images).toBe(3)
    expect(await place.git('status', '--porcelain', '-uall')).toBe('?? content/posts/img/logo.png')

    await place.edit('posts/bread/a.png', image('edited'))
    await rm(join(place.dir, 'content/posts/bread/b.png'))
    await place.put({
      'content/posts/bread/index.md': post('Bread, changed there', '', '![](a.png) ![](b.png) ![](c.png)'),
      'content/posts/bread/a.png': image('a2'),
      'content/posts/bread/c.png': image('c2'),
    })
    expect((await place.import()).report?.written).toMatchObject({ updated: 1, images: 1 })
    const now = (file: string) => readFile(join(place.dir, 'content/posts', file))
    expect(await now('img/logo.png')).toEqual(image('ours'))
    expect(await now('bread/a.png')).toEqual(image('edited'))
    expect(await now('bread/c.png')).toEqual(image('c2'))
    expect(existsSync(join(place.dir, 'content/posts/bread/b.png'))).toBe(false)
  })

  test('continues an import that was stopped, and commits all of it', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`_posts/2024-05-06-p${index}.md`, post(`P ${index}`)]),
    )
    place = await anImport({ '_config.yml': '', ...many })
    const written = () => [...new Bun.Glob('content/posts/**/*.md').scanSync(place.dir)].length
    const isStopped = place.run(
      ['--yes'],
      undefined,
      stopAfterFirstBatch(new AbortController(), () => written() > 0),
    )
    await expect(isStopped).rejects.toThrow('stopped')
    const begun = written()
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(120)
    const { plan, report } = await place.import()
    expect(plan.actions).toMatchObject({ add: 120 - begun, same: begun })
    expect(report?.written.added).toBe(120 - begun)
    expect(await place.git('status', '--porcelain')).toBe('')
    expect(await place.git('log', '--format=%s')).toBe('import: 120 posts from Jekyll\nFirst')
  })

  test('imports posts that share an id, and takes none from a post of the site', async () => {
    place = await anImport({
      '_config.yml': '',
      '_posts/2024-05-06-bread.md': post('Bread'),
      '_posts/2024-05-07-bread.md': post('Bread again'),
      '_posts/2024-05-06-cake.md': post('Cake'),
      '_posts/2024-05-06-cake.de.md': post('Kuchen'),
      '_posts/2024-05-06-pie.md': post('Pie', 'slug: zebra\n'),
    })
    await place.edit('posts/notes/zebra.md', post('Our zebra'))
    const { plan, report } = await place.import()
    expect(report?.written.added).toBe(3)
    expect(plan.rejected.map(({ reason }) => reason).sort()).toEqual([
      'a post of this site has its id: import into a folder with --into',
      'a translation: the site is in "en" (language in site.yml)',
    ])
    expect(existsSync(join(place.dir, 'content/posts/2024-05-06-cake.de.md'))).toBe(false)
  })

  test('rejects a post that is too long for the site, and imports the others', async () => {
    place = await anImport({
      '_config.yml': '',
      '_posts/2024-05-06-bread.md': post('Bread'),
      '_posts/2024-05-06-long.md': Buffer.alloc(201_000_000, 'a'),
    })
    const { plan } = await place.import()
    expect(plan.states).toMatchObject({ live: 1, rejected: 1 })
    expect(plan.rejected).toMatchObject([{ reason: 'the file is larger than 700 kB' }])
  })

  test('runs one import at a time', async () => {
    place = await anImport(jekyll)
    const lock = await lockImports(join(place.dir, 'private'))
    await expect(place.run(['--dry-run'])).rejects.toThrow('Another import is in progress')
    await lock.release()
  })

  test('says what can be imported where a folder is none of these', async () => {
    place = await anImport({ 'a.txt': 'text' })
    await expect(place.run(['--yes'])).rejects.toThrow('This file is no export that is known here')
    await expect(place.run(['--yes', '--into=../out'])).rejects.toThrow('lower-case letters')
  })
})

/** A signal that an import reads before each step: it aborts once the first posts are written. */
function stopAfterFirstBatch(stop: AbortController, isBegun: () => boolean): AbortSignal {
  return Object.assign(stop.signal, {
    throwIfAborted() {
      if (isBegun()) throw new Error('stopped')
    },
  })
}
