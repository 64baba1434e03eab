import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyOf, decodeFields } from '#server/content/files/post-file.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { savingApp } from './saving.ts'

/** More calls than a save with an image makes. */
const CALLS_MAX = 40
const STEP = isFullRun ? 1 : 16

test('kill -9 at any step of a committed save with an image leaves a complete state, no temporary files and a valid repository', async () => {
  const { app, git, text, fsck, status } = await savingApp()
  const { dir } = app
  await app.stop()
  let survived = 0
  for (let nth = 1; survived === 0 && nth <= CALLS_MAX; nth += STEP) {
    const before = decodeFields(await text()).title
    const child = Bun.spawn(['bun', join(import.meta.dir, 'saving-site.ts'), dir, `${nth}`, `${nth}`], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    survived = (await child.exited) === 0 ? nth : 0

    const again = await testApp({ dir })
    await eventually(
      () => again.services.checkout?.state().commits.waiting,
      (waiting) => waiting === 0,
    )
    const now = await text()
    const { title, image } = decodeFields(now)
    expect([before, `Round ${nth}`]).toContain(title)
    if (title === `Round ${nth}`) expect(bodyOf(now).trim()).toBe(`Round ${nth}\n`.repeat(2_000).trim())
    expect(await (await again.get('/blog/a')).text()).toContain(title)
    if (image) expect((await again.get(`/storage/${image}`)).status).toBe(200)
    await again.stop()

    if (image) await new Bun.Image(await Bun.file(join(dir, 'storage/public', image)).bytes()).png().bytes()
    const files = await readdir(dir, { recursive: true })
    expect(files.filter((file) => /\.tmp$|^\.git\/index\./.test(file))).toEqual([])
    expect(await fsck()).toBe('')
    // Everything on disk is committed; an image without its post is only an extra file.
    const changes = (await status()).split('\n').filter(Boolean)
    expect(changes.filter((line) => !line.startsWith('?? storage/'))).toEqual([])
    if (survived) expect(changes).toEqual([])
    await git('add', '-A')
    await git('commit', '-q', '--allow-empty', '-m', 'By somebody')
  }
  expect(survived).toBeGreaterThan(10)
  await app.close()
}, 300_000)
