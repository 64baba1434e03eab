import { expect, test } from 'bun:test'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths, storageUrl } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { createDerivedImages } from '#server/git/derived-images.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { createLog } from '#server/lib/log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { mediaCalls } from '#tests/media/media-site.ts'
import { savingApp } from './saving.ts'

const ends = endsOfEachTest()

const photo = new Uint8Array(png(640, 400))
const ENCODED = /\/storage\/posts\/[0-9a-f]{32}-640x400\.webp/

/** A site whose exclude rules begin with this text, and the URL of the encoded image beside one of its posts. */
async function siteWithPhoto(rules = '') {
  const one = await savingApp()
  ends.push(one.app.close)
  await Bun.write(join(one.app.dir, '.git/info/exclude'), rules)
  one.app.services.follow()
  await Bun.write(join(one.app.dir, 'content/posts/van/van.png'), photo)
  await Bun.write(join(one.app.dir, 'content/posts/van/index.md'), aPost({ title: 'A van', image: 'van.png' }))
  await one.git('add', 'content')
  await one.git('commit', '-q', '-m', 'A van')
  const url = await eventually(
    async () => ENCODED.exec(await (await one.app.get('/blog/van')).text())?.[0] ?? '',
    (found) => found !== '',
  )
  return { ...one, url }
}

test('git status is clean beside covers and encoded images of posts, which a start makes again, and an upload of the same image is committed', async () => {
  const { url, ...one } = await siteWithPhoto()
  expect((await one.app.get(url)).status).toBe(200)
  const { artwork }: Post = await (await one.app.get(`${apiPaths.post('a')}`)).json()
  expect((await one.app.get(storageUrl(artwork?.path ?? ''))).status).toBe(200)
  expect(await one.status()).toBe('')

  const image = new File([photo], 'photo.png', { type: 'image/png' })
  expect((await one.save({ title: 'With the same photo', image })).status).toBe(200)
  await one.app.committed()
  expect(await one.git('show', '--format=', '--name-only', 'HEAD')).toMatch(
    /storage\/public\/posts\/[0-9a-f]{32}-640x400\.webp/,
  )
  expect(await one.status()).toBe('')

  await one.app.stop()
  await rm(join(one.app.dir, 'storage/public/.derived'), { recursive: true })
  const again = await testApp({ dir: one.app.dir })
  ends.push(again.stop)
  again.services.follow()
  await eventually(
    async () => (await again.get(url)).status,
    (status) => status === 200,
  )
})

test('git status lists images of the library that no text uses yet, and git add adds them', async () => {
  const { app, git, status } = await siteWithPhoto('*.log')
  expect(await status()).toBe('')
  const rules = await Bun.file(join(app.dir, '.git/info/exclude')).text()
  expect(rules).toBe('*.log\n/storage/public/cards/\n/storage/public/.derived/\n')
  const { path } = await mediaCalls(app, await app.session()).added(1200)
  const widths = [path, ...[480, 960].map((width) => path.replace(/-\d+x\d+/, `-${width}`))]
  const files = widths.map((name) => `storage/public/${name}`).toSorted()
  expect((await git('ls-files', '--others', '--exclude-standard')).split('\n').toSorted()).toEqual(files)
  await git('add', '-A')
  expect((await git('diff', '--cached', '--name-only')).split('\n').toSorted()).toEqual(files)
})

test('encoded images that cannot be excluded from git are one warning', async () => {
  const { app, git } = await savingApp()
  ends.push(app.close)
  const repository = await openRepository(join(app.dir, 'content'))
  if (!repository) throw new Error('The site is in no repository.')
  const lines: string[] = []
  const log = createLog('warn', (line) => lines.push(line))
  const publicDir = join(app.dir, 'storage/public')
  const claim = createDerivedImages({ repository, publicDir, isAllCommitted: () => true, log })
  await rm(join(app.dir, '.git/info'), { recursive: true, force: true })
  await Bun.write(join(app.dir, '.git/info'), 'no folder')
  await claim(['posts/one.webp'])
  await claim(['posts/two.webp'])
  expect(lines).toEqual([expect.stringContaining('encoded images not excluded from git')])

  await rm(join(app.dir, '.git/info'))
  await claim(['posts/one.webp'])
  await Bun.write(join(publicDir, '.derived/posts/one.webp'), 'derived')
  expect(await git('status', '--porcelain')).toBe('')
})

test('copies that an earlier version stored among the uploads are moved, with one rule in place of theirs, and keep their URLs', async () => {
  const one = await siteWithPhoto()
  const { url } = one
  const path = url.slice('/storage/'.length)
  const [here, before] = ['.derived', ''].map((folder) => join(one.app.dir, 'storage/public', folder, path))
  await one.app.stop()
  await mkdir(join(one.app.dir, 'storage/public/posts'), { recursive: true })
  await rename(here ?? '', before ?? '')
  const oldRule = `/storage/public/${path.replace(/-640x400.*/, '')}-*`
  await Bun.write(join(one.app.dir, '.git/info/exclude'), `*.log\n${oldRule}\nmine\n`)
  const again = await testApp({ dir: one.app.dir })
  ends.push(again.stop)
  again.services.follow()
  await eventually(() => Bun.file(here ?? '').exists(), Boolean)
  expect(await Bun.file(before ?? '').exists()).toBe(false)
  expect(await Bun.file(join(one.app.dir, '.git/info/exclude')).text()).toBe(
    '*.log\nmine\n/storage/public/cards/\n/storage/public/.derived/\n',
  )
  expect((await again.get(url)).status).toBe(200)
  expect(await one.status()).toBe('')
})

test('a save that names the copy of an image beside another post commits it as an upload', async () => {
  const { app, url, save, git, status } = await siteWithPhoto()
  expect((await save({ title: 'The same van', content: `![A van](${url})` })).status).toBe(200)
  await app.committed()
  expect(await git('show', '--format=', '--name-only', 'HEAD')).toContain(url.slice('/storage/'.length))
  expect(await status()).toBe('')
})
