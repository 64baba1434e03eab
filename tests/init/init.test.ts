import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initCommand } from '#server/cli/init/main.ts'
import { aCheckout } from '#tests/git/checkout.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'init-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What the product comes with. */
async function aStarter(): Promise<string> {
  const starter = await aFolder()
  for (const [path, text] of Object.entries(smallContent)) await Bun.write(join(starter, 'content', path), text)
  await Bun.write(join(starter, 'storage/public/posts/a.webp'), 'image')
  await Bun.write(join(starter, 'storage/public/cards/derived.webp'), 'card')
  await Bun.write(join(starter, 'storage/public/.derived/posts/derived.webp'), 'copy')
  await Bun.write(join(starter, 'storage/private/admin.json'), '{}')
  return starter
}

async function run(args: string[], starter: string) {
  const printed: string[] = []
  const code = await initCommand(args, (line) => printed.push(line), starter)
  return { code, text: printed.join('\n') }
}

describe('bun run init', () => {
  test('makes a repository of one commit, from which a site starts and commits', async () => {
    const folder = join(await aFolder(), 'new')
    const { code, text } = await run([folder], await aStarter())
    expect(code).toBe(0)
    expect(text.match(/^\d\. /gm)).toHaveLength(3)
    const git = gitIn(folder)
    expect(await git(['log', '--format=%s'])).toBe('The content that the site comes with')
    expect(await git(['status', '--porcelain'])).toBe('')
    expect((await readdir(folder)).sort()).toEqual(['.git', '.gitignore', 'content', 'storage'])
    expect(await readdir(join(folder, 'storage'))).toEqual(['public'])
    expect(await readdir(join(folder, 'storage/public'))).toEqual(['posts'])
    const app = await testApp({ dir: folder })
    ends.push(app.close)
    expect((await app.get('/')).status).toBe(200)
    await app.committed()
    expect(await git(['status', '--porcelain'])).toBe('')
  })

  test('changes nothing in a folder that has files, and says so', async () => {
    const folder = await aFolder()
    await Bun.write(join(folder, 'mine.txt'), 'mine')
    await expect(run([folder], await aStarter())).rejects.toThrow('is not empty')
    expect(await run([folder, '--if-empty'], await aStarter())).toMatchObject({ code: 0 })
    expect(await readdir(folder)).toEqual(['mine.txt'])
  })

  test('fills the folder of a new file system', async () => {
    const folder = await aFolder()
    await mkdir(join(folder, 'lost+found'))
    await run([folder, '--if-empty'], await aStarter())
    expect(await readdir(folder)).toContain('content')
  })

  test('begins again where it was interrupted', async () => {
    const folder = await aFolder()
    await Bun.write(join(folder, '.init-unfinished/content/posts/half.md'), 'ha')
    await Bun.write(join(folder, 'storage/public/posts/a.webp'), 'im')
    await run([folder, '--if-empty'], await aStarter())
    expect(await Bun.file(join(folder, 'storage/public/posts/a.webp')).text()).toBe('image')
    expect((await readdir(folder)).sort()).toEqual(['.git', '.gitignore', 'content', 'storage'])
  })

  test('makes no repository within another one, whose updates would merge with the content', async () => {
    const checkout = await aCheckout({ 'a.txt': 'a' })
    ends.push(checkout.remove)
    await expect(run([join(checkout.dir, 'site')], await aStarter())).rejects.toThrow('Name a folder outside of it')
  })

  test.each([[[]], [['a', 'b']], [['--force', 'a']]])('explains itself for the arguments %j', async (args) => {
    const { code, text } = await run(args, await aStarter())
    expect(code).toBe(2)
    expect(text).toContain('Example: bun run init ../my-site')
  })
})
