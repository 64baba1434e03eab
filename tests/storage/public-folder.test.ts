import { afterEach, expect, test } from 'bun:test'
import { mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { endAll, site } from '#tests/health/real-process.ts'

afterEach(endAll)

/** Starts the site and returns its exit code and what it wrote to standard error. */
async function startAndExit(start: Awaited<ReturnType<typeof site>>, env: Record<string, string> = {}) {
  const { child } = start(env)
  return { code: await child.exited, said: await new Response(child.stderr).text() }
}

/** Creates the folders of a site that was never started; `dir` holds its storage. */
async function newSite() {
  const start = await site()
  const { child, dir } = start({ PORT: 'none' })
  await child.exited
  return { start, storage: join(dir, 'storage') }
}

test.each(['private', 'missing'])(
  'refuses to start when storage/public is a symbolic link to a folder named %s',
  async (target) => {
    const { start, storage } = await newSite()
    await mkdir(join(storage, 'private'), { recursive: true })
    await symlink(join(storage, target), join(storage, 'public'))
    const { code, said } = await startAndExit(start)
    expect(code).toBe(1)
    expect(said).toBe(
      'The folder "public" in STORAGE_DIR is a symbolic link. Replace it with a folder that holds the files, or set STORAGE_DIR to the folder that contains the real "public".\n',
    )
  },
)

test('refuses to start when storage/public is a file', async () => {
  const { start, storage } = await newSite()
  await Bun.write(join(storage, 'public'), '')
  const { code, said } = await startAndExit(start)
  expect([code, said]).toEqual([1, '"public" in STORAGE_DIR is not a folder. Move the file away.\n'])
})

test('starts when STORAGE_DIR itself is a symbolic link, as to a mounted volume', async () => {
  const { start, storage } = await newSite()
  await Bun.write(join(storage, 'public/documents/terms.txt'), 'terms')
  await rename(storage, `${storage}-volume`)
  await symlink(`${storage}-volume`, storage)
  const url = await start().url()
  expect(await (await fetch(`${url}/storage/documents/terms.txt`)).text()).toBe('terms')
})

test('deletes temporary files that a crash left in storage/public', async () => {
  const { start, storage } = await newSite()
  const halves = ['cards/.x.png.0123456789ab.tmp', 'posts/.x.webp.0123456789ab.tmp']
  for (const half of halves) await Bun.write(join(storage, 'public', half), 'half')
  await start().url()
  for (const half of halves) expect(await Bun.file(join(storage, 'public', half)).exists()).toBe(false)
})
