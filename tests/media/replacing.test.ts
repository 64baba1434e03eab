import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReplacedMedia } from '#contract/media.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { aForm } from '#tests/blog/blog-app.ts'
import { git as gitAs } from '#tests/helpers/git.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { gif, jpeg, png } from './inputs.ts'
import { aFile, mediaCalls, showing } from './media-site.ts'

let app: TestApp
let token: string
let media: ReturnType<typeof mediaCalls>
beforeAll(async () => {
  const folder = { 'posts/van/index.md': showing('A van', '![The van](van.jpg)') }
  app = await testApp({ files: { 'posts/plain.md': showing('Plain', 'Text.'), ...folder }, inGit: true })
  token = await app.login()
  media = mediaCalls(app, token)
})
afterAll(() => app.close())

const git = async (...args: string[]) => {
  await app.committed()
  return gitAs(app.dir, ...args)
}
const commits = async () => Number(await git('rev-list', '--count', 'HEAD'))
const subject = () => git('log', '-1', '--format=%s')
const changed = async () => (await git('show', '--format=', '--name-status', 'HEAD')).split('\n').sort()
const text = (file: string) => Bun.file(join(app.dir, 'content', file)).text()
const create = (fields: Parameters<typeof aForm>[0]) =>
  app.send('POST', apiPaths.posts, { token, form: aForm({ format: 'md', ...fields }) })
const update = (id: string, fields: Parameters<typeof aForm>[0]) =>
  app.send('POST', `${apiPaths.post(id)}?_method=PUT`, { token, form: aForm({ format: 'md', ...fields }) })
const filesOf = (path: string, widths: number[]) => [
  ...widths.map((width) => `storage/public/${path.replace(/-\d+x\d+\.webp$/, `-${width}.webp`)}`),
  `storage/public/${path}`,
]

describe('a save that uses an image of the library', () => {
  test('commits it in all widths with the post that first names it in its text', async () => {
    const { path, url } = await media.added(1200)
    const before = await commits()
    expect(await git('status', '--porcelain', '--untracked-files=all')).toContain(path)
    expect((await create({ title: 'With a picture', content: `![Crates](${url})` })).status).toBe(201)
    expect(await commits()).toBe(before + 1)
    expect(await changed()).toEqual(
      ['content/posts/with-a-picture.md', ...filesOf(path, [480, 960])].map((file) => `A\t${file}`).sort(),
    )
    expect(await git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  test('commits one in the folder of the post with the text that first shows it, without rights to execute it', async () => {
    const { file, url } = await media.added(620, { post: 'van' })
    expect(await git('status', '--porcelain', '--untracked-files=all')).toContain(file)
    const content = `![The van](van.jpg)\n\n![Another](./${url})`
    expect((await update('van', { title: 'A van', content })).status).toBe(200)
    expect(await changed()).toEqual([`A\t${file}`, 'M\tcontent/posts/van/index.md'])
    expect(await git('ls-tree', 'HEAD', file)).toStartWith('100644 ')
    await update('van', { title: 'A van', content: '![The van](van.jpg)' })
    expect(await changed()).toEqual(['M\tcontent/posts/van/index.md'])
    expect(await Bun.file(join(app.dir, file)).exists()).toBe(true)
  })

  test('sets the featured image by its path, and commits it', async () => {
    const { path } = await media.added(500)
    const created = await create({ title: 'By path', image_path: path, image_alt: 'Crates' })
    expect(((await created.json()) as Post).picture).toMatchObject({ path, alt: 'Crates' })
    expect(await changed()).toContain(`A\tstorage/public/${path}`)
    await update('by-path', { title: 'By path' })
    expect(await text('posts/by-path.md')).toContain(`image: ${path}`)
    await update('by-path', { title: 'By path', image_path: '' })
    expect(await text('posts/by-path.md')).not.toContain('image:')
  })

  test('rejects the path of an image that is not stored', async () => {
    const missing = [
      'posts/nothing.webp',
      '../private/audit.jsonl',
      'posts/../../x.png',
      '/etc/x.png',
      'posts',
      'van.jpg',
    ]
    for (const image_path of missing) {
      const answer = await create({ title: 'Nowhere', image_path })
      expect([image_path, answer.status]).toEqual([image_path, 422])
      expect(Object.keys((await answer.json()).errors)).toEqual(['image_path'])
    }
  })

  test('accepts the image that the post has, and one of its own folder', async () => {
    await writeFile(join(app.dir, 'content/posts/van/van.jpg'), await jpeg(700, 300))
    await app.content.reload(['posts/van/van.jpg'])
    const fields = { title: 'A van', content: '![The van](van.jpg)' }
    expect((await update('van', { ...fields, image_path: 'van.jpg' })).status).toBe(200)
    expect(await text('posts/van/index.md')).toContain('image: van.jpg')
    await writeFile(join(app.dir, 'content/posts/plain.md'), showing('Plain', 'Text.', { image: 'posts/lost.webp' }))
    await app.content.reload(['posts/plain.md'])
    expect((await update('plain', { title: 'Plain', image_path: 'posts/lost.webp' })).status).toBe(200)
  })
})

describe('POST /api/media/replace', () => {
  test('shows the new image in every post that used the old one, in one commit', async () => {
    const old = await media.added(1210)
    await create({ title: 'One', image_path: old.path, content: `Before ![A](${old.url}) after` })
    const html = `<p><img src="${old.url.replace(/-\d+x\d+/, '-480')}" width="1210" height="300" alt="b"></p>`
    await create({ title: 'Two', content: html, format: 'html' })
    const before = await commits()
    const answer = await media.replace({ path: old.path, image: aFile(png(800, 400)) })
    expect(answer.status).toBe(200)
    const { item, posts }: ReplacedMedia = await answer.json()
    expect(posts.map(({ id }) => id).sort()).toEqual(['one', 'two'])
    expect(item.used_in).toEqual(posts)
    expect(await text('posts/one.md')).toContain(`image: ${item.path}`)
    expect(await text('posts/one.md')).toContain(`Before ![A](${item.url}) after`)
    expect(await text('posts/two.html')).toContain(
      `<img src="${item.url.replace(/-\d+x\d+/, '-480')}" width="800" height="400" alt="b">`,
    )
    expect(await commits()).toBe(before + 1)
    expect(await subject()).toBe('image: replace in 2 posts')
    expect(await changed()).toEqual(
      [
        ...['M\tcontent/posts/one.md', 'M\tcontent/posts/two.html'],
        ...filesOf(item.path, [480]).map((file) => `A\t${file}`),
      ].sort(),
    )
    const { picture } = await (await app.get(apiPaths.post('one'))).json()
    expect(picture.path).toBe(item.path)
    expect((await media.list({ q: old.path })).items[0]).toMatchObject({ used_in: [] })
  })

  test('changes nothing when other posts use the image by now', async () => {
    const old = await media.added(1220)
    await create({ title: 'Seen', image_path: old.path })
    await create({ title: 'Not seen', image_path: old.path })
    const before = await commits()
    const answer = await media.replace({ path: old.path, posts: ['seen'], image: aFile(png(801, 400)) })
    expect(answer.status).toBe(409)
    expect(await commits()).toBe(before)
    expect(await text('posts/seen.md')).toContain(old.path)
    const posts = ['seen', 'not-seen']
    expect((await media.replace({ path: old.path, posts, image: aFile(png(801, 400)) })).status).toBe(200)
  })

  test('changes nothing when the file of a post is broken by now', async () => {
    const old = await media.added(1230)
    await create({ title: 'Sound', image_path: old.path })
    await create({ title: 'Broken', image_path: old.path })
    await app.committed()
    await writeFile(join(app.dir, 'content/posts/broken.md'), `---\ntitle: [\nimage: ${old.path}\n---\n`)
    const answer = await media.replace({ path: old.path, image: aFile(png(802, 400)) })
    expect(answer.status).toBe(422)
    expect(await text('posts/sound.md')).toContain(old.path)
    await gitAs(app.dir, 'checkout', '--', 'content/posts/broken.md')
  })

  test('writes an image in the folder of a post under its name', async () => {
    await git('add', 'content')
    await git('commit', '-qm', 'by hand')
    const before = await commits()
    const answer = await media.replace({ path: 'content/posts/van/van.jpg', image: aFile(png(900, 300)) })
    expect(answer.status).toBe(200)
    const { item }: ReplacedMedia = await answer.json()
    expect(item).toMatchObject({ file: 'content/posts/van/van.jpg', width: 900 })
    const { format } = await new Bun.Image(
      await Bun.file(join(app.dir, 'content/posts/van/van.jpg')).bytes(),
    ).metadata()
    expect(format).toBe('jpeg')
    expect(await commits()).toBe(before + 1)
    expect((await (await app.get(apiPaths.post('van'))).json()).content).toContain('-900x300.webp')
  })

  test('rejects hostile paths, a missing image and the same image', async () => {
    const image = aFile(png(640, 300))
    for (const path of ['../x.png', 'posts/../../private/x.png', 'content/site.yml', '/etc/passwd', ''])
      expect((await media.replace({ path, image })).status).toBe(422)
    expect((await media.replace({ path: 'posts/nothing.webp', image })).status).toBe(404)
    const { path } = await media.added(0, { image })
    expect((await media.replace({ path })).status).toBe(422)
    expect((await media.replace({ path, image })).status).toBe(422)
    expect((await media.replace({ path, image: aFile(gif(), 'a.gif') })).status).toBe(200)
  })
})

describe('a deleted image', () => {
  test('is deleted in git, too, in one commit', async () => {
    const { path, url } = await media.added(1240)
    await create({ title: 'Short-lived', content: `![A](${url})` })
    const before = await commits()
    expect((await media.remove(path, true)).status).toBe(200)
    expect(await commits()).toBe(before + 1)
    expect(await changed()).toEqual(
      filesOf(path, [480, 960])
        .map((file) => `D\t${file}`)
        .sort(),
    )
    expect(await git('status', '--porcelain', '--untracked-files=all', 'storage')).not.toContain(path)
  })

  test('of the folder of a post is committed like other content', async () => {
    await writeFile(join(app.dir, 'content/posts/van/spare.png'), png(20, 20))
    await app.content.reload(['posts/van/spare.png'])
    await gitAs(app.dir, 'add', 'content/posts/van/spare.png')
    await gitAs(app.dir, 'commit', '-qm', 'spare')
    expect((await media.remove('content/posts/van/spare.png')).status).toBe(200)
    expect(await changed()).toEqual(['D\tcontent/posts/van/spare.png'])
    expect((await media.remove('content/posts/van/van.jpg')).status).toBe(409)
  })
})
