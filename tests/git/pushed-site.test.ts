import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { aCheckout } from './checkout.ts'
import { administrator, firstText, POST, paragraph, savingApp } from './saving.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A site that syncs with a remote, and an editor with a clone of it. */
async function site() {
  const bare = await mkdtemp(join(tmpdir(), 'remote-'))
  ends.push(() => rm(bare, { recursive: true, force: true }))
  await gitIn(bare)(['init', '-q', '--bare', '-b', 'main'])
  const first = await savingApp()
  const { dir, stop } = first.app
  await stop()
  ends.push(() => rm(dir, { recursive: true, force: true }))
  await first.git('remote', 'add', 'origin', bare)
  await first.git('push', '-q', '-u', 'origin', 'main')
  const app = await testApp({ dir, env: { GIT_PUSH: 'on' } })
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
    editor,
    pushed: () => gitIn(bare)(['show', `main:${POST}`]),
    async push(text: string) {
      await editor.write(POST, text)
      await editor.run('commit', '-q', '-a', '-m', 'By the editor')
      await editor.run('push', '-q')
    },
  }
}
type Site = Awaited<ReturnType<typeof site>>

const shows = ({ page }: Site, words: string) => eventually(async () => (await page()).includes(words), Boolean)
const isAs = ({ state }: Site, git: string) => eventually(state, (said) => said.git === git)

describe('a site that syncs with a remote (GIT_PUSH)', () => {
  let one: Site
  beforeEach(async () => {
    one = await site()
  })

  test("pushes a save, and publishes an editor's push with the next fetch or save", async () => {
    expect((await one.save({ title: 'Saved here' })).status).toBe(200)
    await eventually(one.pushed, (text) => text.includes('Saved here'))
    await one.editor.run('pull', '-q')
    await one.push(paragraph(await one.editor.text(POST), 3, 'Pushed.'))
    expect((await one.save({ summary: '<p>Shorter.</p>' })).status).toBe(200)
    await shows(one, 'Pushed.')
    await eventually(one.pushed, (text) => text.includes('Shorter') && text.includes('Pushed.'))
    expect(await one.status()).toBe('')
  })

  test('merges repeated concurrent changes, so that both sides have everything', async () => {
    for (let round = 1; round <= (isFullRun ? 4 : 2); round++) {
      await one.editor.run('pull', '-q', '--rebase')
      const theirs = paragraph(await one.editor.text(POST), 3, `Theirs ${round}.`)
      const { content } = await one.open()
      const [answer] = await Promise.all([
        one.save({ content: paragraph(content, 0, `Mine ${round}.`) }),
        one.push(theirs).catch(async () => {
          await one.editor.run('pull', '-q', '--rebase')
          await one.editor.run('push', '-q')
        }),
      ])
      expect(answer.status).toBe(200)
      await one.app.services.checkout?.sync()
      await eventually(one.pushed, (text) => text.includes(`Mine ${round}.`) && text.includes(`Theirs ${round}.`))
      await shows(one, `Theirs ${round}.`)
    }
    expect(await one.text()).toBe(`${await one.pushed()}\n`)
    expect(await one.fsck()).toBe('')
  }, 60_000)

  test('reports a divergence while saves continue, and is in sync after a manual merge', async () => {
    await one.push(firstText.replace('A bake', 'A cake'))
    expect((await one.save({ title: 'A loaf' })).status).toBe(200)
    await isAs(one, 'diverged')
    expect(await one.ready()).toMatchObject({ status: 'ok', git: 'diverged' })
    expect(await one.state()).toMatchObject({ apart: { files: [POST] }, waiting: null })
    expect((await one.save({ summary: '<p>Meanwhile.</p>' })).status).toBe(200)
    expect(await one.page()).toContain('A loaf')
    await one.app.committed()
    expect(await one.git('log', '-1', '--format=%s')).toBe('post: update "A loaf"')
    expect(await one.status()).toBe('')

    await one.git('push', '-q', 'origin', 'HEAD:refs/heads/mine')
    await one.editor.run('fetch', '-q', 'origin')
    await one.editor.run('merge', '-q', '-X', 'theirs', 'origin/mine')
    await one.editor.run('push', '-q')
    await one.app.services.checkout?.sync()
    expect(await isAs(one, 'ok')).toMatchObject({ apart: null })
    expect(await one.pushed()).toContain('A loaf')
    expect(await one.pushed()).toContain('Meanwhile.')
    expect(await one.status()).toBe('')
  })

  test('keeps saving while the remote is unreachable', async () => {
    await one.git('remote', 'set-url', 'origin', '/nowhere/at/all')
    expect((await one.save({ title: 'Alone' })).status).toBe(200)
    await isAs(one, 'waiting')
    expect(await one.page()).toContain('Alone')
    expect(await one.git('log', '-1', '--format=%s')).toBe('post: update "Alone"')
  })
})
