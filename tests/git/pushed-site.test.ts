import { beforeEach, describe, expect, test } from 'bun:test'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { pushedSite } from './pushed.ts'
import { firstText, POST, paragraph } from './saving.ts'

const ends = endsOfEachTest()

/** A site that syncs with a remote, and an editor with a clone of it. */
async function site() {
  const pushed = await pushedSite(ends)
  return {
    ...pushed,
    pushed: () => gitIn(pushed.bare)(['show', `main:${POST}`]),
    async push(text: string) {
      await pushed.editor.write(POST, text)
      await pushed.push()
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

  test('syncs although tags here and on the remote have the names of the branch, and fetches no tags', async () => {
    const { app, editor, bare, save, state, push, git } = await pushedSite(ends)
    for (const folder of [app.dir, bare])
      for (const name of ['main', 'heads/main', 'origin/main'])
        await gitIn(folder)(['update-ref', `refs/tags/${name}`, 'refs/heads/main'])
    await gitIn(bare)(['update-ref', 'refs/tags/theirs', 'refs/heads/main'])
    await editor.write('content/posts/new.md', await editor.text(POST))
    await push()
    expect((await save({ title: 'Beside a tag' })).status).toBe(200)
    await app.committed()
    await app.services.checkout?.sync()
    expect(await state()).toMatchObject({ git: 'ok', branch: 'main', follows: 'origin/main' })
    expect(await gitIn(bare)(['show', `refs/heads/main:${POST}`])).toContain('Beside a tag')
    expect(await gitIn(bare)(['show', 'refs/heads/main:content/posts/new.md'])).toContain('A bake')
    expect(await git('tag', '--list', 'theirs')).toBe('')
  })

  test('keeps saving while the remote is unreachable', async () => {
    await one.git('remote', 'set-url', 'origin', '/nowhere/at/all')
    expect((await one.save({ title: 'Alone' })).status).toBe(200)
    await isAs(one, 'waiting')
    expect(await one.page()).toContain('Alone')
    expect(await one.git('log', '-1', '--format=%s')).toBe('post: update "Alone"')
  })
})
