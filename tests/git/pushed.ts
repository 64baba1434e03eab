import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitIn } from '#tests/helpers/git.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'
import { aCheckout } from './checkout.ts'
import { administrator, savingApp } from './saving.ts'

type Options = TestAppOptions & {
  /** Called before the site starts with GIT_PUSH, with the folder of its checkout. */
  before?: (dir: string, bare: string) => Promise<void>
}

/** A site that pushes to a bare repository, and an editor with a clone. `ends` closes everything in reverse order. */
export async function pushedSite(ends: (() => unknown)[], { before, ...options }: Options = {}) {
  const bare = await mkdtemp(join(tmpdir(), 'remote-'))
  ends.push(() => rm(bare, { recursive: true, force: true }))
  await gitIn(bare)(['init', '-q', '--bare', '-b', 'main'])
  const first = await savingApp(options)
  const { dir, stop } = first.app
  await stop()
  ends.push(() => rm(dir, { recursive: true, force: true }))
  await first.git('remote', 'add', 'origin', bare)
  await first.git('push', '-q', '-u', 'origin', 'main')
  await before?.(dir, bare)
  const { now, env } = options
  const app = await testApp({ ...(now && { now }), dir, env: { GIT_PUSH: 'on', ...env } })
  ends.push(app.stop)
  app.services.follow()
  const editor = await aCheckout()
  ends.push(editor.remove)
  await editor.run('remote', 'add', 'origin', bare)
  await editor.run('pull', '-q', 'origin', 'main')
  await editor.run('branch', '-u', 'origin/main')

  return {
    ...first,
    ...(await administrator(app)),
    app,
    bare,
    editor,
    /** Commits and pushes the editor's changes. */
    async push() {
      await editor.run('add', '-A', '-f')
      await editor.run('commit', '-q', '-m', 'By the editor')
      await editor.run('push', '-q')
    },
  }
}
