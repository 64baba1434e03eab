import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { cloneSite } from '#server/git/clone-site.ts'
import { isSameRemote } from '#server/git/runner/remote-url.ts'
import { firstText } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { createBareRemote, runGit } from '#tests/helpers/git-remote.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

async function temporary() {
  const dir = await mkdtemp(join(tmpdir(), 'clone-'))
  ends.push(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function aRemote(files: Record<string, string> = { ...smallContent, 'posts/a.md': firstText }) {
  const bare = join(await temporary(), 'site.git')
  await createBareRemote(bare, files)
  return { bare, url: `file://${bare}` }
}

const clone = (dir: string, remote: string) =>
  cloneSite({ remote, contentDir: join(dir, 'content'), publicDir: join(dir, 'storage', 'public'), log: { info() {} } })
const status = (dir: string) => runGit(dir, 'status', '--porcelain')

describe('a replica with GIT_REMOTE', () => {
  test('clones the remote at its first start, next to its private folder, and serves it', async () => {
    const { url } = await aRemote()
    const dir = await temporary()
    const env = { GIT_REMOTE: url, GIT_PUSH: 'on' }
    const app = await testApp({ dir, env })
    ends.push(app.stop)
    expect((await app.get('/blog/a')).status).toBe(200)
    expect(existsSync(join(dir, 'storage/private/admin.json'))).toBe(true)
    expect(status(dir)).toBe('')
    expect(runGit(dir, 'rev-parse', '--abbrev-ref', '@{upstream}')).toBe('origin/main')
  })

  test('continues a clone that was interrupted while its parts were moved in place', async () => {
    const { url } = await aRemote()
    const whole = await temporary()
    await clone(whole, url)
    const dir = await temporary()
    const complete = join(dir, '.clone-complete')
    await cp(whole, complete, { recursive: true })
    await mkdir(join(dir, 'content', 'posts'), { recursive: true })
    await rename(join(complete, 'content', 'posts', 'a.md'), join(dir, 'content', 'posts', 'a.md'))
    await clone(dir, url)
    expect(status(dir)).toBe('')
    expect(existsSync(complete)).toBe(false)
    expect(await Bun.file(join(dir, 'content/posts/a.md')).text()).toBe(firstText)
  })

  test('starts a clone again that was interrupted while it was fetched', async () => {
    const { url } = await aRemote()
    const dir = await temporary()
    await Bun.write(join(dir, '.clone-fetching', 'content', 'half.md'), 'half')
    await clone(dir, url)
    expect(status(dir)).toBe('')
    expect(existsSync(join(dir, '.clone-fetching'))).toBe(false)
  })

  test('stays as it is at its next start, with a new password of the same remote', async () => {
    const { url } = await aRemote()
    const dir = await temporary()
    await clone(dir, url)
    runGit(dir, 'config', 'remote.origin.url', 'https://site:old@git.example.com/site.git')
    await clone(dir, 'https://site:new@git.example.com/site.git')
    expect(runGit(dir, 'config', 'remote.origin.url')).toBe('https://site:new@git.example.com/site.git')
  })

  test('ends with a message where its folders have files of another origin', async () => {
    const { url } = await aRemote()
    const dir = await temporary()
    await Bun.write(join(dir, 'content', 'site.yml'), 'x')
    expect(clone(dir, url)).rejects.toThrow('has files that are in no git checkout')
    const other = await temporary()
    await clone(other, url)
    expect(clone(other, 'file:///another/site.git')).rejects.toThrow('follows another remote than GIT_REMOTE')
  })

  test('ends with a message without the URL where the remote has no content, or is not reached', async () => {
    const { bare, url } = await aRemote()
    const dir = await temporary()
    const contentDir = join(dir, 'texts')
    const publicDir = join(dir, 'storage', 'public')
    expect(cloneSite({ remote: url, contentDir, publicDir, log: { info() {} } })).rejects.toThrow('no folder texts')
    const away = await clone(await temporary(), `file://u:secret@${bare}-away`).catch(String)
    expect(away).toContain('GIT_REMOTE could not be cloned')
    expect(away).not.toContain('secret')
  })
})

describe('GIT_REMOTE', () => {
  test.each([
    'ssh://git@example.com/site.git',
    'https://u:p@example.com/site',
    'git://git/site.git',
    'file:///srv/site.git',
  ])('may be %s', (url) => expect(readConfig({ GIT_REMOTE: ` ${url} `, GIT_PUSH: 'on' }).gitRemote).toBe(url))

  test.each(['secret', 'ext::sh -c secret', '--upload-pack=secret', 'https://secret.example', 'ftp://secret/x'])(
    'aborts the start when it is %s, and is not repeated',
    (url) => {
      const read = () => readConfig({ GIT_REMOTE: url, GIT_PUSH: 'on' })
      expect(read).toThrow('GIT_REMOTE must be a URL')
      expect(read).not.toThrow('secret')
    },
  )

  test('needs GIT_PUSH=on', () => {
    expect(() => readConfig({ GIT_REMOTE: 'https://example.com/site.git' })).toThrow('needs GIT_PUSH=on')
  })

  test('is the same repository with another password, and another one with another path', () => {
    expect(isSameRemote('https://a:b@x.example/s.git', 'https://c:d@x.example/s.git/')).toBe(true)
    expect(isSameRemote('https://x.example/s.git', 'https://x.example/t.git')).toBe(false)
    expect(isSameRemote('git://remote/site.git', 'http://site:pw@remote/site.git')).toBe(true)
  })
})
