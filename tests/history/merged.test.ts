import { describe, expect, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { savingApp } from '#tests/git/saving.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { historySite } from './history-site.ts'

const { app, git, file, write, historyOf, commits, look, commitAs } = historySite()
const subjects = async (id: string) => (await historyOf(id)).versions.map(({ subject }) => subject)
const lines = (one: string, other: string) => aPost({ body: `${one}\n\n2\n\n3\n\n4\n\n${other}` })

describe('the history of a post in a repository with merges', () => {
  test('lists a merge only if it changed the post, and shows each version', async () => {
    await write('b', lines('1', '5'))
    await commitAs('Before', ['b'])
    await git('switch', '-q', '-c', 'side')
    await write('b', lines('1', 'five'))
    await commitAs('Side', ['b'])
    await git('switch', '-q', 'main')
    await write('a', `${await file('a').text()}Unrelated.\n`)
    await commitAs('Main', ['a'])
    await git('merge', '-q', '-m', 'Brings b', 'side')
    await git('switch', '-q', '-c', 'other')
    await write('a', `${await file('a').text()}More.\n`)
    await commitAs('Other', ['a'])
    await git('switch', '-q', 'main')
    await write('b', lines('one', 'five'))
    await commitAs('Main again', ['b'])
    await git('merge', '-q', '-m', 'Brings a', 'other')
    await app().services.content.reload(['posts/a.md', 'posts/b.md'])

    expect(await subjects('b')).toEqual(['Main again', 'Brings b', 'Before', 'First'])
    expect(await subjects('a')).toEqual(['Brings a', 'Main', 'First'])
    const details = await Promise.all((await commits('b')).map((commit) => look(commit, 'b')))
    expect(details.map(({ post }) => post?.source.content.trim().split('\n\n').at(-1))).toEqual([
      'five',
      'five',
      '5',
      '<p>Text.</p>',
    ])
    expect(details.map(({ merged }) => merged.map(({ author, subject }) => `${subject} by ${author}`))).toEqual([
      [],
      ['Side by An Editor'],
      [],
      [],
    ])
    expect(details.map(({ from }) => from?.subject ?? null)).toEqual(['Brings b', 'Before', 'First', null])
    expect(details.map(({ isCurrent, isFirst }) => [isCurrent, isFirst])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ])
  })

  test('follows a rename, even one from a merge', async () => {
    await git('switch', '-q', '-c', 'renaming')
    await git('mv', 'content/posts/b.md', 'content/posts/c.md')
    await commitAs('Rename', ['b', 'c'])
    await git('switch', '-q', 'main')
    await git('merge', '-q', '--no-ff', '-m', 'Brings the rename', 'renaming')
    await app().services.content.reload(['posts/b.md', 'posts/c.md'])
    expect(await subjects('c')).toEqual(['Brings the rename', 'Main again', 'Brings b', 'Before', 'First'])
    expect((await look((await commits('c'))[0], 'c')).fields).toMatchObject([{ field: 'address' }])
  })
})

describe('the history while git fails', () => {
  async function expectRejected(site: Awaited<ReturnType<typeof savingApp>>, reason: RegExp) {
    const headers = { authorization: `Bearer ${await site.app.login()}` }
    for (const path of [adminPaths.history('a'), adminPaths.version('a', 'a'.repeat(40))]) {
      const answer = await site.app.get(path, { headers })
      expect([answer.status, (await answer.json()).message]).toEqual([503, expect.stringMatching(reason)])
    }
  }

  test('reports a damaged repository instead of an empty history, and saving works', async () => {
    const site = await savingApp()
    const objects = join(site.app.dir, '.git/objects')
    await rename(objects, `${objects}-away`)
    expect((await site.save({ title: 'Saved' })).status).toBe(200)
    expect(await site.page()).toContain('Saved')
    await expectRejected(site, /^Git cannot read the versions of this post: /)
    expect(await site.state()).toMatchObject({ git: 'waiting', waiting: { saves: 1 } })
    await rename(`${objects}-away`, objects)
    await eventually(
      () => site.git('log', '-1', '--format=%s'),
      (subject) => subject === 'post: update "Saved"',
    )
    await site.app.close()
  })

  test('reports missing git, and saving works', async () => {
    const site = await savingApp()
    const { PATH = '' } = process.env
    try {
      process.env.PATH = '/nowhere'
      expect((await site.save({ title: 'Saved' })).status).toBe(200)
      await expectRejected(site, /git is not installed here/)
      expect(await site.ready()).toMatchObject({ status: 'ok', git: 'waiting' })
      await site.app.stop()
      const again = await testApp({ dir: site.app.dir })
      await expectRejected({ ...site, app: again }, /git is not installed here/)
      expect(await (await again.get('/blog/a')).text()).toContain('Saved')
      await again.stop()
    } finally {
      process.env.PATH = PATH
    }
    const back = await testApp({ dir: site.app.dir })
    await back.committed()
    expect(await site.git('log', '-1', '--format=%s')).toBe('post: update "Saved"')
    await back.close()
  })
})
