import { describe, expect, test } from 'bun:test'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isReadable } from '#server/content/files/decode-file.ts'
import { checkContent } from '#server/content/lint.ts'
import { aPost, asLines, contentDir, contentWith } from './content-dir.ts'
import { problemsOf } from './problems-of.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

describe('a post with its own folder', () => {
  test('is read, and missing images are reported with their line', async () => {
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
      beside: ['posts/x/cover.png', 'posts/x/here.png', 'posts/x/gone.jpg'],
    })
    const lines = [
      'posts/x/index.md:10:1 there is no image gone.jpg in the folder of the post',
      'posts/x/notes.txt:1:1 unexpected file name; ignored (expected *.md, *.markdown, *.mdx, *.html or *.htm, or an image *.jpg, *.png, *.webp, *.gif or *.svg)',
    ]
    expect(asLines(dir, content.snapshot().problems).toSorted()).toEqual(lines)
    expect(asLines(dir, (await checkContent({ dir })).problems)).toEqual(lines)
    await writeFile(join(dir, 'posts/x/gone.jpg'), png)
    await content.reload(['posts/x/gone.jpg'])
    expect(asLines(dir, content.snapshot().problems)).toEqual(lines.slice(1))
  })

  test('is readable after a pull that brings its image', () => {
    expect(isReadable('posts/x/a.png', png)).toBe(true)
    expect(isReadable('posts/x/a.png', new TextEncoder().encode('<svg/>'))).toBe(false)
  })

  test('reports a file that only looks like an image', async () => {
    const files = { 'posts/x/index.html': aPost('', '<img src="a.jpg" alt="">'), 'posts/x/a.jpg': '<svg/>' }
    expect(await problemsOf(files)).toContain(
      'error posts/x/a.jpg:1:1 this is not a JPEG, PNG, WebP or GIF image, whatever its name is',
    )
  })

  test('gets the second id if a file has the same name', async () => {
    const { dir, content } = await contentWith({ 'posts/x.md': aPost(), 'posts/x/index.md': aPost() })
    expect(content.snapshot().posts.get('x')?.file).toBe('posts/x.md')
    expect(asLines(dir, content.snapshot().problems)).toEqual([
      'posts/x/index.md:1:1 posts/x.md has the id "x", so this post is "x-2": write slug: to choose another one',
    ])
  })

  test('is reported and ignored when the folder is a symlink or begins with _', async () => {
    const dir = await contentDir({
      'outside/index.md': aPost(),
      'posts/_ideas/index.md': aPost(),
      'posts/My Post/index.md': aPost(),
      'posts/pictures/a.png': png,
    })
    await symlink(join(dir, 'outside'), join(dir, 'posts/linked'))
    const { problems } = await checkContent({ dir })
    expect(asLines(dir, problems)).toEqual([
      'posts/_ideas:1:1 names that begin with _ are not read: rename it to publish it',
      'posts/linked:1:1 this is a link, which is not followed: replace it with the files themselves',
    ])
  })
})

test('content:check warns of names that Windows cannot check out, and leaves the files as they are', async () => {
  const dir = await contentDir({
    'posts/con.md': aPost(),
    'posts/AUX.v2/index.md': aPost(),
    'posts/ends./index.md': aPost(),
    'posts/what?.md': aPost(),
    'posts/Rye.md': aPost(),
    'posts/rye.md': aPost('slug: other\n'),
    'posts/console.md': aPost(),
  })
  const { problems } = await checkContent({ dir })
  const found = problems.filter(({ reason }) => /Windows/.test(reason))
  expect(found.every(({ severity }) => severity === 'warning')).toBe(true)
  expect(asLines(dir, found)).toEqual([
    'posts/AUX.v2:1:1 Windows reserves the name "aux": rename it, and git can check it out there',
    'posts/con.md:1:1 Windows reserves the name "con": rename it, and git can check it out there',
    'posts/ends.:1:1 on Windows, no name ends with a dot or a blank: rename it, and git can check it out there',
    'posts/rye.md:1:1 posts/Rye.md differs by case only: Windows and macOS check out one of both. Rename one',
    'posts/what?.md:1:1 Windows allows no <>:"\\|?* and no control characters in names: rename it, and git can check it out there',
  ])
})
