import { describe, expect, test } from 'bun:test'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContent } from '#server/content/store.ts'
import { aPost, asLines, contentDir, contentWith, type Given, silent } from './content-dir.ts'

async function problemsOf(files: Given) {
  const { dir, content } = await contentWith(files)
  return { posts: [...content.snapshot().posts.keys()], problems: asLines(dir, content.snapshot().problems) }
}

const startOf = async (dir: string) => createContent({ dir, log: silent })

describe('loading the content folder', () => {
  test('reads posts, terms, legal texts, site and plans', async () => {
    const { content } = await contentWith({
      'posts/one.md': aPost('category: crm\ntags: [milk]\naliases: [uno]\n'),
      'posts/two.html': aPost(),
      'categories/b.yml': '\uFEFFname: "B: b"\r\ndescription: About b\r\n',
      'legal/privacy-policy.md': '# Privacy\n',
    })
    const now = content.snapshot()
    expect([...now.posts.keys()]).toEqual(['one', 'two'])
    expect(now.posts.get('one')?.revision).toMatch(/^[0-9a-f]{32}$/)
    expect(now.categories.get('b')).toMatchObject({ name: 'B: b', description: 'About b', file: 'categories/b.yml' })
    expect(now.aliases.get('uno')).toBe('one')
    expect(now.legal.get('privacy-policy')).toBe('# Privacy\n')
    expect(now.site.name).toBe('Example')
    expect(now.plans.map((plan) => plan.annual_price)).toEqual([25.5, 25.5, 25.5, 25.5])
    expect(now.problems).toEqual([])
  })

  test('ignores hidden files and unrelated folders, and names files that begin with _', async () => {
    const files = { 'posts/_idea.md': 'x', 'posts/.x.md': 'x', 'drafts/bakery.yml': ':', 'README.md': 'x' }
    const problems = ['posts/_idea.md:1:1 names that begin with _ are not read: rename it to publish it']
    expect(await problemsOf(files)).toEqual({ posts: [], problems })
  })

  test('removes temporary files of a crash', async () => {
    const half = ['posts/.one.md.0123456789ab.tmp', 'posts/one/.index.md.0123456789ab.tmp']
    const { dir } = await contentWith({ [half[0] ?? '']: 'half', [half[1] ?? '']: 'half', 'posts/.keep.md': 'mine' })
    for (const file of half) expect(await Bun.file(join(dir, file)).exists()).toBe(false)
    expect(await Bun.file(join(dir, 'posts/.keep.md')).exists()).toBe(true)
  })
})

describe('a content file that cannot be loaded is left out and reported', () => {
  const good = { 'posts/good.md': aPost() }
  const bad: [string, Given, string][] = [
    [
      'executable front matter',
      { 'posts/x.md': '---js\n{}\n---\n' },
      'posts/x.md:1:4 nothing may follow --- on its line',
    ],
    [
      'broken YAML',
      { 'posts/x.md': aPost('tags: [a\n') },
      'posts/x.md:5:1 Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['no bytes', { 'posts/x.md': '' }, 'posts/x.md:1:1 the file is empty'],
    ['a NUL byte', { 'posts/x.md': aPost('', 'a\n\0') }, 'posts/x.md:7:1 the file contains a NUL byte'],
    [
      'bytes that are no text',
      { 'posts/x.md': new Uint8Array([0x2d, 0xff, 0xfe]) },
      'posts/x.md:1:1 the file is not UTF-8 text',
    ],
    ['10 MB', { 'posts/x.md': aPost('', 'x'.repeat(10_000_000)) }, 'posts/x.md:1:1 the file is larger than 700 kB'],
    [
      'another kind of file',
      { 'posts/x.txt': 'x' },
      'posts/x.txt:1:1 unexpected file name; ignored (expected *.md, *.markdown, *.mdx, *.html or *.htm, or an image *.jpg, *.png, *.webp, *.gif or *.svg)',
    ],
    ['a category without a name', { 'categories/x.yml': 'description: x\n' }, 'categories/x.yml:1:1 name: is missing'],
    [
      'a category that does not exist',
      { 'posts/x.md': aPost('category: nope\n') },
      'posts/x.md:4:11 there is no category "nope", so it is shown as written',
    ],
    [
      'a tag that does not exist',
      { 'posts/x.md': aPost('tags: [milk, nope]\n') },
      'posts/x.md:4:7 there is no tag "nope", so it is shown as written',
    ],
    [
      "an old id that is somebody's own",
      { 'posts/x.md': aPost('aliases: [good]\n') },
      'posts/x.md:4:10 aliases: "good" belongs to the post "good"',
    ],
  ]
  for (const [what, files, problem] of bad) {
    test(what, async () => {
      const found = await problemsOf({ ...good, ...files })
      expect(found.problems).toEqual([problem])
      expect(found.posts).toContain('good')
    })
  }

  test('when it is a symlink, a folder, or in a symlinked folder', async () => {
    const dir = await contentDir({ 'outside/secret.md': aPost(), 'posts/good.md': aPost() })
    await symlink(join(dir, 'outside/secret.md'), join(dir, 'posts/link.md'))
    await symlink('/nowhere', join(dir, 'posts/dangling.md'))
    await mkdir(join(dir, 'posts/folder.md'))
    await rm(join(dir, 'tags'), { recursive: true })
    await symlink(join(dir, 'outside'), join(dir, 'tags'))
    const snapshot = (await startOf(dir)).snapshot()
    expect([...snapshot.posts.keys()]).toEqual(['good'])
    expect(asLines(dir, snapshot.problems)).toEqual([
      'posts/dangling.md:1:1 this is not a regular file, so it is ignored',
      'posts/link.md:1:1 this is not a regular file, so it is ignored',
      'tags:1:1 this is not a regular folder, so it is ignored',
    ])
  })

  test('unless it was read before, which keeps its last good version', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost() })
    await writeFile(join(dir, 'posts/x.md'), '---js\n---\n')
    await writeFile(join(dir, 'site.yml'), 'name: [')
    await content.reload(['posts/x.md', 'site.yml'])
    const now = content.snapshot()
    expect(now.posts.get('x')?.title).toBe('A post')
    expect(now.site.name).toBe('Example')
    expect(now.problems).toHaveLength(2)
    await rename(join(dir, 'posts/x.md'), join(dir, 'posts/y.md'))
    await writeFile(join(dir, 'posts/y.md'), aPost())
    await content.reload(['posts/x.md', 'posts/y.md'])
    expect([...content.snapshot().posts.keys()]).toEqual(['y'])
  })
})

describe('startup fails with one sentence', () => {
  const broken: [string, Given, string][] = [
    ['a broken site.yml', { 'site.yml': 'name: x\nslug: [\n' }, 'site.yml:3:1'],
    ['a site.yml without a name', { 'site.yml': 'slug: x\n' }, 'site.yml:1:1 name: is missing'],
    [
      'a wrong price',
      { 'plans.yml': 'plans:\n  - { monthly_price: abc, annual_price: 1 }\n' },
      'plans.yml:2:22 plans.0.monthly_price: must be a number',
    ],
  ]
  for (const [what, files, sentence] of broken) {
    test(what, async () => {
      const dir = await contentDir(files)
      await expect(startOf(dir)).rejects.toThrow(`${dir}/${sentence}`)
    })
  }

  test('for a missing site.yml and for a missing folder', async () => {
    const dir = await contentDir()
    await rm(join(dir, 'site.yml'))
    await expect(startOf(dir)).rejects.toThrow('site.yml:1:1 this file is missing')
    await expect(startOf(join(dir, 'nope'))).rejects.toThrow('there is no such content folder')
  })
})
