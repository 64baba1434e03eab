import { expect, test } from 'bun:test'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { aHook } from './checkout.ts'
import { trap, watchGit } from './programs.ts'
import { pushedSite } from './pushed.ts'
import { administrator, POST, savingApp } from './saving.ts'

const ends = endsOfEachTest()

const HOOKS = [
  ...['pre-commit', 'commit-msg', 'post-commit', 'pre-push', 'reference-transaction', 'post-index-change'],
  ...['post-merge', 'pre-merge-commit', 'post-checkout', 'pre-auto-gc', 'fsmonitor-watchman'],
]

/** Configures a program wherever a repository's configuration may name one. */
async function poison(dir: string, script: (name: string) => Promise<string>) {
  const git = gitIn(dir)
  const settings = {
    'core.hooksPath': '.githooks',
    'core.fsmonitor': await script('fsmonitor'),
    'core.sshCommand': await script('ssh'),
    'core.gitProxy': await script('git-proxy'),
    'core.askPass': await script('askpass'),
    'core.pager': await script('pager'),
    'core.editor': await script('editor'),
    'core.alternateRefsCommand': await script('alternate-refs'),
    'credential.helper': `!${await script('credential')}`,
    'diff.external': await script('external-diff'),
    'diff.evil.textconv': await script('textconv'),
    'diff.evil.command': await script('diff-command'),
    'filter.evil.clean': await script('clean'),
    'filter.evil.smudge': await script('smudge'),
    'filter.evil.process': await script('process'),
    'filter.evil.required': 'true',
    'merge.evil.driver': await script('merge-driver'),
    'gpg.program': await script('gpg'),
    'commit.gpgSign': 'true',
    'push.gpgSign': 'if-asked',
    'log.showSignature': 'true',
    'protocol.ext.allow': 'always',
    'uploadpack.packObjectsHook': await script('pack-objects'),
    'remote.origin.uploadpack': await script('upload-pack'),
    'remote.origin.receivepack': await script('receive-pack'),
  }
  for (const [key, value] of Object.entries(settings)) await git(['config', key, value])
  for (const name of HOOKS) {
    await aHook(join(dir, '.githooks', name), await Bun.file(await script(`hook-${name}`)).text())
  }
  await mkdir(join(dir, '.git/info'), { recursive: true })
  await Bun.write(join(dir, '.git/info/attributes'), '* filter=evil diff=evil merge=evil\n')
}

test('runs no program that the repository configures during saves, merges, pushes and history reads', async () => {
  const programs = await trap()
  ends.push(programs.remove)
  const site = await pushedSite(ends, { before: (dir) => poison(dir, programs.script) })
  await gitIn(site.app.dir)(['status']).catch(() => '')
  expect(await programs.started()).not.toEqual([])
  await programs.reset()

  await site.editor.write('content/posts/b.md', await site.editor.text(POST))
  await site.push()
  expect((await site.save({ title: 'Saved here' })).status).toBe(200)
  await site.app.committed()
  await site.app.services.checkout?.sync()
  const inRemote = (path: string) => gitIn(site.bare)(['show', `main:${path}`])
  await eventually(
    () => inRemote(POST),
    (text) => text.includes('Saved here'),
  )
  expect(await Bun.file(join(site.app.dir, 'content/posts/b.md')).text()).toContain('A bake')
  const headers = { authorization: `Bearer ${await site.app.login()}` }
  const get = async (path: string) => (await site.app.get(path, { headers })).json()
  const { versions } = await get(adminPaths.history('a'))
  expect(versions).toHaveLength(2)
  expect(await get(adminPaths.version('a', versions[1].commit))).toMatchObject({ isFirst: true })
  expect(await get(adminPaths.contentState)).toMatchObject({ git: 'ok' })
  expect(await programs.started()).toEqual([])
})

test('does not run a merge driver of the repository: it merges by itself, and reports the same lines as a conflict', async () => {
  const programs = await trap()
  ends.push(programs.remove)
  const site = await pushedSite(ends, { before: (dir) => poison(dir, programs.script) })
  await site.editor.write(POST, (await site.editor.text(POST)).replace('Fourth', 'Pushed'))
  await site.push()
  expect((await site.save({ title: 'Saved here' })).status).toBe(200)
  await site.app.committed()
  await site.app.services.checkout?.sync()
  await eventually(site.text, (text) => text.includes('Saved here') && text.includes('Pushed'))
  await eventually(site.state, ({ git }) => git === 'ok')

  await site.editor.run('pull', '-q')
  await site.editor.write(POST, (await site.editor.text(POST)).replace('Saved here', 'Pushed here'))
  await site.push()
  expect((await site.save({ title: 'Saved again' })).status).toBe(200)
  await site.app.committed()
  await site.app.services.checkout?.sync()
  await eventually(site.state, ({ git }) => git === 'diverged')
  expect(await site.text()).toContain('Saved again')
  expect(await programs.started()).toEqual([])
})

test("keeps the site's secrets out of the environment of git and its children", async () => {
  const watched = await watchGit()
  ends.push(watched.restore)
  const ssh = await trap()
  ends.push(ssh.remove)
  const dump = await ssh.script('dump')
  await Bun.write(dump, `#!/bin/sh\nenv > '${dump}.env'\nexit 1\n`)
  await chmod(dump, 0o755)
  Object.assign(process.env, {
    SMTP_URL: 'smtp://user:Pa55@mail.example',
    GIT_SSH_COMMAND: dump,
    GIT_EXTERNAL_DIFF: dump,
  })
  ends.push(async () => {
    for (const name of ['SMTP_URL', 'GIT_SSH_COMMAND', 'GIT_EXTERNAL_DIFF']) delete process.env[name]
  })
  const site = await pushedSite(ends, {
    before: async (dir) => void (await gitIn(dir)(['remote', 'set-url', 'origin', 'ssh://git@localhost/x.git'])),
  })
  expect((await site.save({ title: 'Saved here' })).status).toBe(200)
  await site.app.committed()
  await site.app.services.checkout?.sync()
  const seen = await Bun.file(`${dump}.env`).text()
  expect(seen).toContain('GIT_SSH_COMMAND=')
  expect(seen).not.toContain('Pa55')
  expect(seen).not.toContain('GIT_EXTERNAL_DIFF')
  const ofGit = (await watched.calls()).filter((call) => call.startsWith('-C'))
  expect(ofGit.length).toBeGreaterThan(5)
  expect(await site.state()).toMatchObject({ git: 'waiting' })
})

test('uses only the credential store that the operator configured in the checkout', async () => {
  const programs = await trap()
  ends.push(programs.remove)
  let asked = ''
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      asked = request.headers.get('authorization') ?? asked
      return new Response('', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } })
    },
  })
  ends.push(() => server.stop(true))
  await pushedSite(ends, {
    async before(dir) {
      const git = gitIn(dir)
      const store = join(dir, '.git', 'credentials')
      await Bun.write(store, `http://bot:token@127.0.0.1%3a${server.port}\n`)
      await git(['remote', 'set-url', 'origin', `http://127.0.0.1:${server.port}/x.git`])
      await git(['config', `credential.http://127.0.0.1:${server.port}.helper`, `!${await programs.script('helper')}`])
      await git(['config', '--add', 'credential.helper', `store --file ${store}; ${await programs.script('shell')}`])
      await git(['config', '--add', 'credential.helper', `store --file ${store}`])
    },
  })
  await eventually(
    () => asked,
    (header) => header === `Basic ${btoa('bot:token')}`,
  )
  expect(await programs.started()).toEqual([])
})

test.if(process.getuid?.() === 0)('ignores a repository of another user above the content folder', async () => {
  const programs = await trap()
  ends.push(programs.remove)
  const first = await savingApp()
  ends.push(first.app.close)
  await first.app.stop()
  await poison(first.app.dir, programs.script)
  await chown(join(first.app.dir, '.git'), 12_345, 12_345)
  const again = await testApp({ dir: first.app.dir })
  ends.push(again.stop)
  const { save, state } = await administrator(again)
  expect((await save({ title: 'Saved' })).status).toBe(200)
  expect(await state()).toMatchObject({ git: 'waiting', paused: { state: 'other-owner' }, waiting: { saves: 1 } })
  const headers = { authorization: `Bearer ${await again.login()}` }
  const answer = await again.get(adminPaths.history('a'), { headers })
  expect(answer.status).toBe(503)
  expect((await answer.json()).message).toContain('belongs to another user')
  expect(await programs.started()).toEqual([])
})
