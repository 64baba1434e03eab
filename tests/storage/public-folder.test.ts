import { afterEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const dirs: string[] = []
const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true, force: true })
})

/** Creates the folders of a site that was never started. */
async function newSite() {
  const dir = await mkdtemp(join(tmpdir(), 'public-folder-'))
  dirs.push(dir)
  for (const [path, text] of Object.entries(smallContent)) {
    await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
    await Bun.write(join(dir, 'content', path), text)
  }
  return { dir, storage: join(dir, 'storage') }
}

async function start(dir: string): Promise<TestApp> {
  const app = await testApp({ dir })
  apps.push(app)
  return app
}

test.each(['private', 'missing'])(
  'refuses to start when storage/public is a symbolic link to a folder named %s',
  async (target) => {
    const { dir, storage } = await newSite()
    await mkdir(join(storage, 'private'), { recursive: true })
    await symlink(join(storage, target), join(storage, 'public'))
    await expect(start(dir)).rejects.toThrow(
      new OperatorError(
        'The folder "public" in STORAGE_DIR is a symbolic link. Replace it with a folder that holds the files, or set STORAGE_DIR to the folder that contains the real "public".',
      ),
    )
  },
)

test('refuses to start when storage/public is a file', async () => {
  const { dir, storage } = await newSite()
  await Bun.write(join(storage, 'public'), '')
  await expect(start(dir)).rejects.toThrow(
    new OperatorError('"public" in STORAGE_DIR is not a folder. Move the file away.'),
  )
})

test('starts when STORAGE_DIR itself is a symbolic link, as to a mounted volume', async () => {
  const { dir, storage } = await newSite()
  await Bun.write(join(storage, 'public/documents/terms.txt'), 'terms')
  await rename(storage, `${storage}-volume`)
  await symlink(`${storage}-volume`, storage)
  const app = await start(dir)
  expect(await (await app.get('/storage/documents/terms.txt')).text()).toBe('terms')
})

test('deletes temporary files that a crash left in storage/public', async () => {
  const { dir, storage } = await newSite()
  const halves = ['cards/.x.png.0123456789ab.tmp', 'posts/.x.webp.0123456789ab.tmp']
  for (const half of halves) await Bun.write(join(storage, 'public', half), 'half')
  await start(dir)
  for (const half of halves) expect(await Bun.file(join(storage, 'public', half)).exists()).toBe(false)
})
