import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { savingApp } from './saving.ts'

const ends = endsOfEachTest()

test('git status is clean beside encoded images of posts, which a start makes again, and an upload of the same image is committed', async () => {
  const photo = new Uint8Array(png(640, 400))
  const one = await savingApp()
  ends.push(one.app.close)
  one.app.services.follow()
  await Bun.write(join(one.app.dir, 'content/posts/van/van.png'), photo)
  await Bun.write(join(one.app.dir, 'content/posts/van/index.md'), aPost({ title: 'A van', image: 'van.png' }))
  await one.git('add', 'content')
  await one.git('commit', '-q', '-m', 'A van')
  const shownImage = async (get: typeof one.app.get) =>
    /\/storage\/posts\/[0-9a-f]{32}-640x400\.webp/.exec(await (await get('/blog/van')).text())?.[0] ?? ''
  const url = await eventually(
    () => shownImage(one.app.get),
    (found) => found !== '',
  )
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
