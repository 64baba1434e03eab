import { describe, expect, test } from 'bun:test'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkText } from '#server/blog/render/check-text.ts'
import { formatters, problemsAt } from '#server/cli/content-check/report.ts'
import { checkContent } from '#server/content/lint.ts'
import { aPost, asLines, contentDir, contentWith } from './content-dir.ts'
import { problemsOf } from './problems-of.ts'

async function storageWith(...files: string[]) {
  const dir = await contentDir()
  for (const file of files) await Bun.write(join(dir, 'public', file), 'x')
  await mkdir(join(dir, 'public'), { recursive: true })
  return dir
}

async function command(args: string[], dir: string, cwd = '.') {
  const main = join(process.cwd(), 'server/cli/content-check/main.ts')
  const child = Bun.spawn(['bun', main, ...args], {
    cwd,
    env: { ...process.env, CONTENT_DIR: dir, STORAGE_DIR: '/nowhere' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const out = await new Response(child.stdout).text()
  // The first line names the folders: `tests/backup/which-site.test.ts`.
  const error = (await new Response(child.stderr).text()).replace(/^Site: .*\n/, '')
  return { out: out.trimEnd().split('\n'), error, code: await child.exited }
}

describe('content:check and the running site', () => {
  test('report the same content issues, with a failing exit code only for errors', async () => {
    const files = { 'posts/x.md': aPost('category: nope\n'), 'posts/y.md': '---\ntitle: y\n---\n' }
    const dir = await contentDir(files)
    expect(await command([], dir)).toEqual({
      out: [
        `${dir}/posts/x.md:4:11 there is no category "nope", so it is shown as written (warning)`,
        `${dir}/posts/y.md:1:1 date: is missing (write 2023-04-19)`,
        '1 of 2 posts read',
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

  test('warn about unknown keys in the same words', async () => {
    const post = aPost(
      'sumary: x\nlayout: post\nCategory: crm\ntags: [mlik]\nlastmod: 2024-02-02\nupdated: 2024-02-03\n',
    )
    const { dir, content } = await contentWith({ 'posts/x.md': post })
    const lines = [
      'posts/x.md:4:9 sumary: unknown key (did you mean summary?)',
      'posts/x.md:8:10 lastmod: is ignored because updated is set, too',
      'posts/x.md:7:7 there is no tag "mlik", so it is shown as written (did you mean milk?)',
    ]
    expect(asLines(dir, content.snapshot().problems)).toEqual(lines)
    expect(asLines(dir, (await checkContent({ dir })).problems).sort()).toEqual(lines.sort())
  })
})

describe('content:check of texts', () => {
  test('reports broken links as errors', async () => {
    const good =
      '[a](/blog/y) [b](/pricing#x) [c](/blog/category/crm) [d](/blog/old) [e](y) [f](https://x.example/nope) [g](#top) [h](/pricing/try-for-free/spring) [i](/importers) [j](/subscription-agreement#your-data)'
    const bad = '[a](/blog/yy)\n<a href="/nope">b</a>\n\n[c]: /blog/tag/nope\n\n`[d](/nope)`\n\n```\n[e](/nope)\n```\n'
    const files = { 'posts/x.md': aPost('', `${good}\n\n${bad}`), 'posts/y.md': aPost('aliases: [old]\n') }
    expect(await problemsOf(files)).toEqual([
      'error posts/x.md:8:1 broken link: /blog/yy (did you mean /blog/y?)',
      'error posts/x.md:9:1 broken link: /nope',
      'error posts/x.md:11:1 broken link: /blog/tag/nope',
    ])
  })

  test('takes a link without https:// for one to another site', async () => {
    expect(await problemsOf({ 'posts/x.md': aPost('', '[a](github.com/x/y) [b](www.bread.example)') })).toEqual([
      'error posts/x.md:6:1 broken link: github.com/x/y (did you mean https://github.com/x/y?)',
      'error posts/x.md:6:21 broken link: www.bread.example (did you mean https://www.bread.example?)',
    ])
  })

  test('reports broken links in a summary, however it is quoted', async () => {
    const files = {
      'posts/x.md': aPost('summary: see <a href="/nope">a</a> and <a href=/pricing>b</a>\n'),
      'posts/y.md': aPost('summary: "see <a href=\\"/blog/x\\">a</a> and <a href=\\"/nowhere\\">b</a>"\n'),
    }
    expect(await problemsOf(files)).toEqual([
      'error posts/x.md:4:14 broken link: /nope',
      'error posts/y.md:4:45 broken link: /nowhere',
    ])
  })

  test('reports missing files under /storage when that folder is known', async () => {
    const files = { 'posts/x.md': aPost('', '[a](/storage/documents/a.pdf) [b](/storage/documents/b.pdf)') }
    const storage = await storageWith('documents/a.pdf')
    expect(await problemsOf(files, storage)).toEqual(['error posts/x.md:6:31 broken link: /storage/documents/b.pdf'])
    expect(await problemsOf(files, '/nowhere')).toEqual([])
  })

  test('reports missing images and missing descriptions', async () => {
    const body = '![](/storage/posts/a.webp)\n![A van](van.jpg)\n<img src="https://x.example/a.png" alt="">'
    const files = { 'posts/x.md': aPost('image: posts/none.webp\n', body) }
    expect(await problemsOf(files, await storageWith('posts/a.webp'))).toEqual([
      'warning posts/x.md:4:8 image_alt: is missing: describe the image for people who cannot see it',
      'error posts/x.md:4:8 there is no image at /storage/posts/none.webp',
      'warning posts/x.md:7:1 this image has no description: describe it for people who cannot see it',
      'error posts/x.md:8:1 there is no image van.jpg in the folder of the post',
      'warning posts/x.md:9:1 https://x.example/a.png is on another site, so it is not shown (`bun run import` can fetch it)',
    ])
  })

  test('says what to convert images in a text to that no page shows', async () => {
    const body = '![a](a.bmp) ![b](/images/b.avif) ![c](data:image/svg+xml;base64,AAAA) ![d](/storage/d.svg)'
    expect(await problemsOf({ 'posts/x.md': aPost('', body) }, await storageWith('d.svg'))).toEqual([
      'warning posts/x.md:6:1 a.bmp is not shown: convert this BMP image to PNG, JPEG or WebP',
      'warning posts/x.md:6:13 /images/b.avif is not shown: convert this AVIF image to PNG, JPEG or WebP',
      'warning posts/x.md:6:34 this image is not shown: convert it to PNG, JPEG, WebP or GIF',
    ])
  })

  test('says where to copy a featured image that a post names by its path on the old site', async () => {
    const files = { 'posts/x.md': aPost('image: /images/a.png\nimage_alt: A van\n') }
    expect(await problemsOf(files, await storageWith('posts/a.webp'))).toEqual([
      'warning posts/x.md:4:8 there is no image at /images/a.png (copy it to content/posts/images/a.png)',
    ])
    expect(await problemsOf(files, await storageWith('images/a.png'))).toEqual([])
  })

  test('reports a post that expires before its date', async () => {
    expect(await problemsOf({ 'posts/x.md': aPost('expiryDate: 2023-01-01\n') })).toEqual([
      'error posts/x.md:4:1 expires: is not after the date, so the post is never live',
    ])
  })

  test('reports fields and roles that only footnotes, callouts and tasks may have', async () => {
    const body =
      '<input type="checkbox"> <input id="fn-1"> <p id="top" role="alert">x</p> <div data-callout="note">x</div>'
    expect(await problemsOf({ 'posts/x.md': aPost('', body) })).toEqual([
      'warning posts/x.md:6:25 <input> is removed from posts',
      'warning posts/x.md:6:43 the attribute role is removed from posts',
    ])
  })

  test('takes no footnote for a link', async () => {
    expect(await problemsOf({ 'posts/x.md': aPost('', 'x[^1]\n\n[^1]: word\n[^2]: [x](/nowhere)') })).toEqual([
      'error posts/x.md:9:7 broken link: /nowhere',
    ])
  })

  test('takes no bracket, code, template or former URL of a post for a broken link', async () => {
    const body = '\\[x](/no) [y\\](/no) `[z](/no)` [a]({{ site.url }}/no) [b](/2019/y.html) [c](/old/y/#part)'
    const files = {
      'posts/x.md': aPost('', body),
      'posts/y.md': aPost('permalink: /2019/y.html\naliases: [/old/y/]\n'),
    }
    expect(await problemsOf(files)).toEqual([])
  })

  test('takes no path of Zola for a broken link, and no player, frame or language of code for removed', async () => {
    const body =
      '[a](@/blog/x.md) [b](@/nope.md)\n\n<iframe src="https://x.example"></iframe>\n\n<video src="/a.mp4"></video>\n\n' +
      '<pre><code class="language-js">x</code></pre>\n\n<noscript><img data-src="/storage/a.png" alt="A"></noscript>'
    const { length } = body.slice(0, body.indexOf('@/nope') - 3)
    expect(await problemsOf({ 'posts/x.md': aPost('', body) })).toEqual([
      `error posts/x.md:6:${length} broken link: @/nope.md`,
    ])
  })

  test('warns about tags that name a post or a file which is not here', async () => {
    const body =
      '[a]({{< ref "posts/2024-01-02-y.md#part" >}}) [b]({{% relref "/blog/bread.md" %}}) [c]({{< relref "#own" >}})\n\n' +
      '[d]({% link _posts/2024-01-02-z.md %}) [e]({% post_url 2024-01-02-y %}) {% link a.pdf %} `{{< ref "code" >}}`\n\n' +
      '{% raw %}{{< ref "raw" >}}{% endraw %} {{</* ref "shown" */>}} ![x]({% link images/x.png %}) [f]({% post_url\n2020-01-02-w %})'
    const files = { 'posts/x.md': aPost('', body), 'posts/2024-01-02-y.md': aPost(), 'posts/breads.md': aPost() }
    const dir = await contentDir({
      ...files,
      'posts/images/x.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    })
    const { problems } = await checkContent({
      dir,
      storageDir: await storageWith('posts/a.webp'),
      checkText,
    })
    expect(asLines(dir, problems)).toEqual([
      'posts/x.md:6:51 {{% relref "/blog/bread.md" %}} names no post or file of this site (did you mean /blog/breads?)',
      'posts/x.md:8:5 {% link _posts/2024-01-02-z.md %} names no post or file of this site (did you mean /blog/2024-01-02-y?)',
      'posts/x.md:8:73 {% link a.pdf %} names no post or file of this site',
      'posts/x.md:10:98 {% post_url 2020-01-02-w %} names no post or file of this site (did you mean /blog/2024-01-02-y?)',
    ])
  })

  test('names callouts, footnotes and includes of other systems that stay visible, unless they are escaped', async () => {
    const body =
      'x[^1] y[^none] \\[^2]\n\n[^1]: One\n\n> [!NOTE]\n> Known\n\n> [!faq]- Title\n> x\n\n!!! note "T"\n    x\n\n' +
      '{% include a.html %} {% include b.html %} {% include youtube.html id="x" %} {% include vimeo.html id=page.id %}\n\n::repository{name="a/b"}'
    const dir = await contentDir({ 'posts/x.md': aPost('', body) })
    const { problems } = await checkContent({ dir, checkText })
    expect(
      asLines(dir, problems).map((line) => line.replace(' is not known here, so readers see it as it is written', '')),
    ).toEqual([
      'posts/x.md:6:8 [^none]',
      'posts/x.md:13:3 [!faq]- Title',
      'posts/x.md:16:1 !!! note "T"',
      'posts/x.md:19:1 {% include a.html %}',
      'posts/x.md:19:22 {% include b.html %}',
      'posts/x.md:19:77 {% include vimeo.html id=page.id %}',
      'posts/x.md:21:1 ::repository{name="a/b"}',
    ])
  })

  test('names expressions of Liquid, Go and Vue, and blocks of Nuxt and callouts that are none', async () => {
    const body =
      'a {{ page.title }} b\n\n<div>{{ .Params.x }}</div>\n\n::note\ntext\n::\n\n- [!NOTE]\n  x\n\n`{{ code }}`'
    const dir = await contentDir({ 'posts/x.md': aPost('', body) })
    const { problems } = await checkContent({ dir, checkText })
    expect(
      asLines(dir, problems).map((line) => line.replace(' is not known here, so readers see it as it is written', '')),
    ).toEqual([
      'posts/x.md:6:3 {{ page.title }}',
      'posts/x.md:8:6 {{ .Params.x }}',
      'posts/x.md:10:1 ::note',
      'posts/x.md:14:3 [!NOTE]',
    ])
  })

  test('names links of wikis, contents inside a text and notes that are none, unless they are escaped or not shown', async () => {
    const body =
      'See [[Sour dough]], ![[oven.png]] and [[1]](https://x.example).\n\n[TOC]\n\n[[_toc_]]\n\n- [TOC]\n- ^[a note] 2^[1]\n\n' +
      '\\[[x]] \\^[y] `[[z]]`\n\n[[toc|x]]'
    const dir = await contentDir({ 'posts/x.md': aPost('', body), 'posts/y.html': aPost('', '<p>[[A page]]</p>') })
    const { problems } = await checkContent({ dir, checkText })
    expect(
      asLines(dir, problems).map((line) => line.replace(' is not known here, so readers see it as it is written', '')),
    ).toEqual([
      'posts/x.md:6:5 [[Sour dough]]',
      'posts/x.md:6:21 ![[oven.png]]',
      'posts/x.md:12:3 [TOC]',
      'posts/x.md:13:14 ^[1]',
      'posts/x.md:17:1 [[toc|x]]',
      'posts/y.html:6:4 [[A page]]',
    ])
  })

  test('names each kind of unknown markup of other systems once, where it stays visible', async () => {
    const body =
      '`{{< a >}}` x\n\n{{< unknown "x" >}} {{< unknown >}}\n\n{% for y in z %}\n\n```\n{% b %}\n```\n\n- {{% other %}}\n'
    const inMdx = 'import A from "a"\n\n<Tabs>x</Tabs>\n\n<Box a={1} />\n\n`<B />` $$\\sum$$\n'
    const inHtml = '<p>{{< youtube x >}} {% unknown %}</p>'
    const dir = await contentDir({
      'posts/x.md': aPost('', body),
      'posts/y.mdx': aPost('', inMdx),
      'posts/z.html': aPost('', inHtml),
    })
    const { problems } = await checkContent({ dir, checkText })
    expect(asLines(dir, problems).map((line) => line.slice(0, 40))).toEqual([
      'posts/x.md:8:1 {{< unknown "x" >}} is no',
      'posts/x.md:10:1 {% for y in z %} is not ',
      'posts/x.md:16:3 {{% other %}} is not kno',
      'posts/y.mdx:10:1 <Box a={1} /> is not kn',
      'posts/z.html:6:22 {% unknown %} is not k',
    ])
  })

  test('warns about links inside a text that have no target', async () => {
    const body =
      '[a](#a-part) [b](#Own) [c](#note) [d](#nowhere) [e](#%C3%BCber) [f](#top) x[^1]\n\n## A *part*\n\n## Own {#own}\n\n<p id="note">x</p>\n\n### Über\n\n[^1]: y [g](#gone)\n'
    const dir = await contentDir({ 'posts/x.md': aPost('', body) })
    const { problems } = await checkContent({ dir, checkText })
    expect(asLines(dir, problems)).toEqual([
      'posts/x.md:6:35 this text has no heading or id for the link #nowhere',
      'posts/x.md:16:9 this text has no heading or id for the link #gone',
    ])
  })

  test('reports HTML that the sanitizer removes once', async () => {
    const body = '<script>x</script><p class="a" style="b">c</p><p class="d">e</p> <https://x.example>'
    expect(await problemsOf({ 'posts/x.md': aPost('', body) })).toEqual([
      'warning posts/x.md:6:1 <script> is removed from posts',
      'warning posts/x.md:6:19 the attribute class is removed from posts',
      'warning posts/x.md:6:19 the attribute style is removed from posts',
    ])
  })
})

describe('content:check of a folder that was copied in', () => {
  test('fails where no post can be read, with the most frequent reason and what to do', async () => {
    const dir = await contentDir({ 'posts/a.rst': 'x', 'posts/b.md': 'x', 'posts/c.md': 'x', 'posts/_posts/d.md': 'x' })
    const { out, code } = await command([], dir)
    expect(out[0]).toStartWith(`${dir}/posts:1:1 0 of 4 posts read: 2 times “`)
    expect(out[0]).toContain('front matter”. Correct that in each file. ')
    expect(out[0]).toEndWith('Copy the files of the posts, not the folder around them, and see docs/moving-in.md.')
    expect(out.at(-2)).toBe('0 of 4 posts read')
    expect(code).toBe(1)
  })

  test('prints the first of many equal problems and their number, or all', async () => {
    const files = Array.from({ length: 12 }, (_, index) => [
      `posts/p${index}.md`,
      aPost(`sumary: x\ntags: [t${index}]\n`),
    ])
    const dir = await contentDir(Object.fromEntries(files))
    const { out } = await command([], dir)
    expect(out.filter((line) => line.includes('there is no tag'))).toHaveLength(4)
    expect(out.slice(-4)).toEqual([
      '… and 9 more like this: sumary: unknown key (did you mean summary?) (warning)',
      '… and 9 more like this: there is no tag "t0", so it is shown as written (warning)',
      '12 of 12 posts read',
      '16 files, 0 errors, 24 warnings',
    ])
    expect((await command(['--all'], dir)).out).toHaveLength(26)
  })
})

describe('content:check --fix', () => {
  test('creates files of categories and tags that only posts name, says so, and does nothing the next time', async () => {
    const dir = await contentDir({
      'posts/x.md': aPost('category: Rye & Wheat\ntags: [Slow food, milk, broken]\n'),
      'tags/broken.yml': 'name: [\n',
    })
    const fixed = await command(['--fix'], dir)
    expect(fixed.error.trimEnd().split('\n')).toEqual([
      `${dir}/categories/rye-wheat.yml: created`,
      `${dir}/tags/slow-food.yml: created`,
    ])
    expect(await readFile(join(dir, 'tags/slow-food.yml'), 'utf8')).toBe('name: Slow food\n')
    expect(await readFile(join(dir, 'tags/broken.yml'), 'utf8')).toBe('name: [\n')
    expect(fixed.out.join()).not.toContain('no file for')
    expect((await command(['--fix'], dir)).error).toBe('')
  })
})

describe('content:check output', () => {
  test('for GitHub escapes messages so that they cannot inject commands', () => {
    const problem = { file: 'a,b:c.md', line: 1, column: 2, reason: '100%\r\n::error::x', severity: 'error' } as const
    const report = { paths: [], problems: [problem], files: 1, posts: { read: 1, found: 1 }, errors: 1, warnings: 0 }
    expect(formatters.github(report)).toBe(
      '::error file=a%2Cb%3Ac.md,line=1,col=2::100%25%0D%0A::error::x\n1 of 1 post read\n1 file, 1 error, 0 warnings',
    )
  })

  test('is available as JSON', async () => {
    const { out, code } = await command(['--format=json'], await contentDir({ 'posts/y.md': 'x' }))
    expect(JSON.parse(out.join('\n'))).toMatchObject({ files: 5, errors: 1, warnings: 0, problems: [{ line: 1 }] })
    expect(code).toBe(1)
  })

  test('is limited to the given paths, relative to the working directory', async () => {
    const dir = await contentDir({
      'posts/x.md': 'x',
      'posts/y.md': 'y',
      'posts/z/index.md': 'z',
      'posts/z/a.png': 'a',
    })
    expect((await command(['posts/x.md'], dir, dir)).out.at(-1)).toBe(
      '1 error, 0 warnings in posts/x.md (all 8 files were read)',
    )
    for (const path of ['posts/none.md', join(dir, '..')]) {
      const { code, error } = await command([path], dir, dir)
      expect([code, error]).toEqual([2, `${path} is no file or folder in ${dir}: nothing was checked.\n`])
    }
    expect((await command(['tags'], dir, dir)).code).toBe(0)
    const { problems } = await checkContent({ dir })
    expect(problemsAt([join(dir, 'posts/z/a.png')], dir, problems)).toHaveLength(2)
    expect((await command(['--format=xml'], dir)).code).toBe(2)
  })
})
