import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDerivedImages } from '#server/git/exclude-derived.ts'
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

test('git status is clean beside encoded images of posts, which a start makes again, and an upload of the same image is committed', async () => {
  const { url, ...one } = await siteWithPhoto()
  expect((await one.app.get(url)).status).toBe(200)
  expect(await one.status()).toBe('')

  const image = new File([photo], 'photo.png', { type: 'image/png' })
  expect((await one.save({ title: 'With the same photo', image })).status).toBe(200)
  await one.app.committed()
  expect(await one.git('show', '--format=', '--name-only', 'HEAD')).toMatch(
    /storage\/public\/posts\/[0-9a-f]{32}-640x400\.webp/,
  )
  expect(await one.status()).toBe('')

  await one.app.stop()
  await rm(join(one.app.dir, 'storage/public', url.slice('/storage/'.length)), { force: true })
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
  expect(rules).toMatch(/^\*\.log\n\/storage\/public\/posts\/[0-9a-f]{32}-\*\n$/)
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
  const exclude = createDerivedImages({ repository, publicDir: join(app.dir, 'storage/public'), log })
  await rm(join(app.dir, '.git/info'), { recursive: true, force: true })
  await Bun.write(join(app.dir, '.git/info'), 'no folder')
  await exclude('posts/one')
  await exclude('posts/two')
  expect(lines).toEqual([expect.stringContaining('encoded images not excluded from git')])

  await rm(join(app.dir, '.git/info'))
  await exclude('posts/[one]')
  await Bun.write(join(app.dir, 'storage/public/posts/[one]-480.webp'), 'derived')
  expect(await git('status', '--porcelain')).toBe('')
})
