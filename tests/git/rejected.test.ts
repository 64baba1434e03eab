import { describe, expect, test } from 'bun:test'
import { chmod, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { pushedSite } from './pushed.ts'
import { POST } from './saving.ts'

const ends = endsOfEachTest()

type Site = Awaited<ReturnType<typeof pushedSite>>
const inSite = ({ app }: Site, path: string) => join(app.dir, path)
const rejected = (site: Site) => eventually(site.state, ({ git }) => git === 'rejected')

describe('a push to the remote that changes forbidden files', () => {
  test('is not merged but reported, while the site saves and commits, until the files are removed there', async () => {
    const site = await pushedSite(ends)
    const admin = inSite(site, 'storage/private/admin.json')
    const before = await Bun.file(admin).text()
    await site.editor.write('storage/private/admin.json', '{"email":"eve@x.example"}')
    await site.editor.write('storage/private/registrations.jsonl', '')
    await site.editor.write('server/main.ts', 'evil()')
    await site.editor.write('content/posts/new.md', await site.editor.text(POST))
    await site.push()
    await site.app.services.checkout?.sync()
    expect(await rejected(site)).toMatchObject({
      apart: {
        reason: expect.stringContaining('server/main.ts'),
        files: ['server/main.ts', 'storage/private/admin.json', 'storage/private/registrations.jsonl'],
        steps: [{ where: expect.any(String) }, { commands: [expect.stringContaining('merge origin/main')] }],
      },
    })
    expect(await site.ready()).toMatchObject({ status: 'ok', git: 'rejected' })
    expect(site.app.logged.join('\n')).toContain('storage/private/admin.json')
    expect(await Bun.file(admin).text()).toBe(before)
    expect(await Bun.file(inSite(site, 'server/main.ts')).exists()).toBe(false)

    expect((await site.save({ title: 'Saved meanwhile' })).status).toBe(200)
    await site.app.committed()
    expect(await site.git('log', '-1', '--format=%s')).toBe('post: update "Saved meanwhile"')
    expect(await site.page()).toContain('Saved meanwhile')

    await site.editor.run('rm', '-rqf', 'storage', 'server')
    await site.push()
    await site.app.services.checkout?.sync()
    await eventually(site.state, ({ git }) => git === 'ok')
    expect(await Bun.file(inSite(site, 'content/posts/new.md')).exists()).toBe(true)
  })

  test.each([
    ['a symlink', 'content/posts/link.md', (path: string) => symlink('/etc/passwd', path)],
    [
      'an executable',
      'content/posts/run.md',
      (path: string) => Bun.write(path, '#!/bin/sh').then(() => chmod(path, 0o755)),
    ],
    [
      'a submodule',
      'content/sub',
      async (path: string) =>
        void (await Bun.$`git init -q ${path} && git -C ${path} -c user.name=E -c user.email=e@x.example commit -q --allow-empty -m x`.quiet()),
    ],
  ])('is rejected for %s in the content folder', async (_, path, make) => {
    const site = await pushedSite(ends)
    await make(join(site.editor.dir, path))
    await site.push()
    await site.app.services.checkout?.sync()
    expect(await rejected(site)).toMatchObject({ apart: { files: [path] } })
  })

  test('is rejected for a file that is ignored locally', async () => {
    const site = await pushedSite(ends)
    const draft = inSite(site, 'content/posts/draft.md')
    await Bun.write(inSite(site, '.git/info/exclude'), 'draft.md\n')
    await Bun.write(draft, 'Mine.\n')
    await site.editor.write('content/posts/draft.md', await site.editor.text(POST))
    await site.push()
    await site.app.services.checkout?.sync()
    expect(await eventually(site.state, ({ git }) => git === 'waiting')).toMatchObject({
      apart: { reason: expect.stringContaining('content/posts/draft.md') },
    })
    expect(await Bun.file(draft).text()).toBe('Mine.\n')
    await rm(draft)
  })
})
