import { describe, expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { git } from '#tests/helpers/git.ts'
import { jpeg } from '#tests/media/inputs.ts'

const blogApp = blogApps()

/** A site with a post that has a folder with a referenced and an unreferenced image. */
async function siteWithFolder(files: Record<string, string | Uint8Array> = {}, options: { inGit?: boolean } = {}) {
  const app = await blogApp(options)
  const folder = join(app.dir, 'content/posts/van')
  await mkdir(folder, { recursive: true })
  const all = {
    'index.md': plainPost({ title: 'A van', body: '![Crates](crates.jpg)' }),
    'crates.jpg': await jpeg(60, 40),
    'old.jpg': await jpeg(50, 40),
    ...files,
  }
  for (const [name, data] of Object.entries(all)) await writeFile(join(folder, name), data)
  await app.content.reload(Object.keys(all).map((name) => `posts/van/${name}`))
  return {
    ...app,
    folder,
    left: () => app.filesIn('content/posts/van'),
    removeVan: () => app.remove(apiPaths.post('van')),
  }
}

describe('deleting a post that has its own folder', () => {
  test('deletes the images beside it and the folder', async () => {
    const { removeVan, filesIn, get } = await siteWithFolder()
    expect((await removeVan()).status).toBe(200)
    expect(await filesIn('content/posts')).toEqual([])
    expect((await get(apiPaths.post('van'))).status).toBe(404)
  })

  test('leaves files that are not images of the post', async () => {
    const { removeVan, left } = await siteWithFolder({ '_notes.txt': 'for ourselves', 'crates.psd': 'layers' })
    expect((await removeVan()).status).toBe(200)
    expect(await left()).toEqual(['_notes.txt', 'crates.psd'])
  })

  test('leaves the images when a second file of the folder becomes the post', async () => {
    const html = plainPost({ title: 'A van in HTML', body: '<img src="crates.jpg" alt="Crates">' })
    const { removeVan, left } = await siteWithFolder({ 'index.html': html })
    expect((await removeVan()).status).toBe(200)
    expect(await left()).toEqual(expect.arrayContaining(['crates.jpg', 'old.jpg']))
  })

  test('is one commit, from which git restores the post and its images', async () => {
    const { removeVan, committed, dir, left } = await siteWithFolder({}, { inGit: true })
    await git(dir, 'add', 'content')
    await git(dir, 'commit', '-qm', 'A van')
    await removeVan()
    await committed()
    const log = await git(dir, 'log', '-1', '--format=%s', '--name-status')
    expect(log.split('\n').filter(Boolean)).toEqual([
      'post: delete "A van"',
      'D\tcontent/posts/van/crates.jpg',
      'D\tcontent/posts/van/index.md',
      'D\tcontent/posts/van/old.jpg',
    ])
    expect(await git(dir, 'status', '--porcelain', 'content')).toBe('')
    await git(dir, 'checkout', 'HEAD^', '--', 'content/posts/van')
    expect(await left()).toEqual(['crates.jpg', 'index.md', 'old.jpg'])
  })

  test('deletes more images than one change can hold', async () => {
    const large = Buffer.concat([await jpeg(40, 40), Buffer.alloc(9_900_000)])
    const many = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`large-${index}.jpg`, large]))
    const { removeVan, filesIn } = await siteWithFolder(many)
    expect((await removeVan()).status).toBe(200)
    expect(await filesIn('content/posts')).toEqual([])
  }, 60_000)
})
