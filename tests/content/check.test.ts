import { describe, expect, test } from 'bun:test'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkContent } from '#server/content/check/check.ts'
import { written } from '#server/content/check/formats.ts'
import { problemsAt } from '#server/content/check/main.ts'
import { isReadable } from '#server/content/is-readable.ts'
import { aPost, contentDir, contentWith, type Given, said } from './content-dir.ts'

const png = await Bun.file('client/app/brand/favicon-32.png')
  .bytes()
  .catch(() => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))

async function storageWith(...files: string[]) {
  const dir = await contentDir()
  for (const file of files) await Bun.write(join(dir, 'public', file), 'x')
  await mkdir(join(dir, 'public'), { recursive: true })
  return dir
}

/** What the check says of a folder with these files; the first word tells an error from a warning. */
async function problemsOf(files: Given, storageDir?: string) {
  const dir = await contentDir(files)
  const { problems } = await checkContent({ dir, storageDir })
  return said(dir, problems).map((line, at) => `${problems[at]?.severity} ${line}`)
}

async function command(args: string[], dir: string, cwd = '.') {
  const main = join(process.cwd(), 'server/content/check/main.ts')
  const child = Bun.spawn(['bun', main, ...args], {
    cwd,
    env: { ...process.env, CONTENT_DIR: dir, STORAGE_DIR: '/nowhere' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const out = await new Response(child.stdout).text()
  return { out: out.trimEnd().split('\n'), error: await new Response(child.stderr).text(), code: await child.exited }
}

describe('`content:check` says what the running site says', () => {
  test('and prints every problem, counts them, and ends badly only for errors', async () => {
    const files = { 'posts/x.md': aPost('category: nope\n'), 'posts/y.md': '---\ntitle: y\n---\n' }
    const dir = await contentDir(files)
    expect(await command([], dir)).toEqual({
      out: [
        `${dir}/posts/x.md:4:1 there is no category "nope" (warning)`,
        `${dir}/posts/y.md:1:1 date: is missing (write 2023-04-19)`,
        '6 files, 1 error, 1 warning',
      ],
      error: '',
      code: 1,
    })
    await rm(join(dir, 'posts/y.md'))
    expect((await command([], dir)).code).toBe(0)
    await rm(join(dir, 'site.yml'))
    expect((await command([], dir)).out).toContain(`${dir}/site.yml:1:1 this file is missing`)
  })

  test('so the site warns of keys that mean nothing, in the same words', async () => {
    const post = aPost(
      'sumary: x\nlayout: post\nCategory: crm\ntags: [mlik]\nlastmod: 2024-02-02\nupdated: 2024-02-03\n',
    )
    const { dir, content } = await contentWith({ 'posts/x.md': post })
    const lines = [
      'posts/x.md:4:1 sumary: this key means nothing here (did you mean summary?)',
      'posts/x.md:6:1 Category: this key means nothing here (did you mean category?)',
      'posts/x.md:8:1 lastmod: is not read, because updated stands here too',
      'posts/x.md:7:1 there is no tag "mlik" (did you mean milk?)',
    ]
    expect(said(dir, content.snapshot().problems)).toEqual(lines)
    expect(said(dir, (await checkContent({ dir })).problems).sort()).toEqual(lines.sort())
  })
})

describe('`content:check` reads the texts too', () => {
  test('links that lead nowhere are errors', async () => {
    const good =
      '[a](/blog/y) [b](/pricing#x) [c](/blog/category/crm) [d](/blog/old) [e](y) [f](https://x.example/nope) [g](#top) [h](/pricing/try-for-free/spring)'
    const bad = '[a](/blog/yy)\n<a href="/nope">b</a>\n\n[c]: /blog/tag/nope\n\n`[d](/nope)`\n\n```\n[e](/nope)\n```\n'
    const files = { 'posts/x.md': aPost('', `${good}\n\n${bad}`), 'posts/y.md': aPost('aliases: [old]\n') }
    expect(await problemsOf(files)).toEqual([
      'error posts/x.md:8:1 the link to /blog/yy leads nowhere (did you mean /blog/y?)',
      'error posts/x.md:9:1 the link to /nope leads nowhere',
      'error posts/x.md:11:1 the link to /blog/tag/nope leads nowhere',
    ])
  })

  test('files under /storage must be there, where the folder is known', async () => {
    const files = { 'posts/x.md': aPost('', '[a](/storage/documents/a.pdf) [b](/storage/documents/b.pdf)') }
    const storage = await storageWith('documents/a.pdf')
    expect(await problemsOf(files, storage)).toEqual([
      'error posts/x.md:6:31 the link to /storage/documents/b.pdf leads nowhere',
    ])
    expect(await problemsOf(files, '/nowhere')).toEqual([])
  })

  test('pictures must be there, and be described', async () => {
    const body = '![](/storage/posts/a.webp)\n![A van](van.jpg)\n<img src="https://x.example/a.png" alt="">'
    const files = { 'posts/x.md': aPost('image: posts/none.webp\n', body) }
    expect(await problemsOf(files, await storageWith('posts/a.webp'))).toEqual([
      'warning posts/x.md:4:8 image_alt: is missing: say what the picture shows, for those who cannot see it',
      'error posts/x.md:4:8 there is no picture at /storage/posts/none.webp',
      'warning posts/x.md:7:1 this picture has no description: say what it shows, for those who cannot see it',
      'error posts/x.md:8:1 there is no picture at van.jpg',
      'warning posts/x.md:9:1 https://x.example/a.png lies on another site, so it is not shown',
    ])
  })

  test('a post that expires before it begins is never seen', async () => {
    expect(await problemsOf({ 'posts/x.md': aPost('expiryDate: 2023-01-01\n') })).toEqual([
      'error posts/x.md:4:1 expires: is not after the date, so the post is never seen',
    ])
  })

  test('HTML that no visitor gets is named once', async () => {
    const body = '<script>x</script><p class="a" style="b">c</p><p class="d">e</p> <https://x.example>'
    expect(await problemsOf({ 'posts/x.md': aPost('', body) })).toEqual([
      'warning posts/x.md:6:1 <script> is taken out of posts',
      'warning posts/x.md:6:19 the attribute class is taken out of posts',
      'warning posts/x.md:6:19 the attribute style is taken out of posts',
    ])
  })
})

describe('a post may have a folder with its pictures beside it', () => {
  test('and is read, with the lines of pictures that are not there', async () => {
    const text = aPost('image: cover.png\nimage_alt: A cover\n', '![Here](./here.png)\n\n![Gone](gone.jpg)\n')
    const files = {
      'posts/x/index.md': text,
      'posts/x/cover.png': png,
      'posts/x/here.png': png,
      'posts/x/notes.txt': 'x',
    }
    const { dir, content } = await contentWith(files)
    expect(content.snapshot().posts.get('x')).toMatchObject({
      file: 'posts/x/index.md',
      beside: ['cover.png', 'here.png', 'gone.jpg'],
    })
    const lines = ['posts/x/index.md:10:1 there is no picture gone.jpg beside the post']
    expect(said(dir, content.snapshot().problems)).toEqual(lines)
    expect(said(dir, (await checkContent({ dir })).problems)).toEqual(lines)
    await writeFile(join(dir, 'posts/x/gone.jpg'), png)
    expect((await content.reload(['posts/x/gone.jpg'])).problems).toEqual([])
  })

  test('and a pull that brings such a picture is readable', () => {
    expect(isReadable('posts/x/a.png', png)).toBe(true)
    expect(isReadable('posts/x/a.png', new TextEncoder().encode('<svg/>'))).toBe(false)
  })

  test('what only looks like a picture is a problem', async () => {
    const files = { 'posts/x/index.html': aPost('', '<img src="a.jpg" alt="">'), 'posts/x/a.jpg': '<svg/>' }
    expect(await problemsOf(files)).toContain(
      'error posts/x/a.jpg:1:1 this is no JPEG, PNG, WebP or GIF picture, whatever its name says',
    )
  })

  test('a file and a folder of one name are one post too many: the file stays', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost(), 'posts/x/index.md': aPost() })
    expect(content.snapshot().posts.get('x')?.file).toBe('posts/x.md')
    expect(said(dir, content.snapshot().problems)).toEqual(['posts/x/index.md:1:1 posts/x.md has this id already'])
  })

  test('folders that are links, that begin with _ or have a wrong name hold no post', async () => {
    const dir = await contentDir({
      'outside/index.md': aPost(),
      'posts/_ideas/index.md': aPost(),
      'posts/My Post/index.md': aPost(),
      'posts/pictures/a.png': png,
    })
    await symlink(join(dir, 'outside'), join(dir, 'posts/linked'))
    const { problems } = await checkContent({ dir })
    expect(said(dir, problems)).toEqual([
      'posts/My Post/index.md:1:1 the folder name must be lower-case letters, digits and hyphens',
      'posts/linked:1:1 files of this name are not read here',
    ])
  })
})

describe('the ways to print it', () => {
  test('for GitHub, nothing in a message ends it or begins another command', () => {
    const problem = { file: 'a,b:c.md', line: 1, column: 2, reason: '100%\r\n::error::x', severity: 'error' } as const
    const report = { problems: [problem], files: 1, errors: 1, warnings: 0 }
    expect(written.github(report)).toBe(
      '::error file=a%2Cb%3Ac.md,line=1,col=2::100%25%0D%0A::error::x\n1 file, 1 error, 0 warnings',
    )
  })

  test('as JSON', async () => {
    const { out, code } = await command(['--format=json'], await contentDir({ 'posts/y.md': 'x' }))
    expect(JSON.parse(out.join('\n'))).toMatchObject({ files: 5, errors: 1, warnings: 0, problems: [{ line: 1 }] })
    expect(code).toBe(1)
  })

  test('only of the paths that are named, from where one stands', async () => {
    const dir = await contentDir({
      'posts/x.md': 'x',
      'posts/y.md': 'y',
      'posts/z/index.md': 'z',
      'posts/z/a.png': 'a',
    })
    expect((await command(['posts/x.md'], dir, dir)).out.at(-1)).toBe('8 files, 1 error, 0 warnings')
    expect((await command(['tags'], dir, dir)).code).toBe(0)
    const { problems } = await checkContent({ dir })
    expect(problemsAt([join(dir, 'posts/z/a.png')], dir, problems)).toHaveLength(2)
    expect((await command(['--format=xml'], dir)).code).toBe(2)
  })
})
