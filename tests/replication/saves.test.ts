import { beforeEach, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import type { MediaItem } from '#contract/media.ts'
import { apiPaths } from '#contract/paths.ts'
import { POST, paragraph } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { hasPostgres, postgresServer, query } from '#tests/helpers/postgres.ts'
import { twoReplicas } from './replicas.ts'

const ends = endsOfEachTest()
const UNREACHABLE = 'file:///nowhere/at/all'

type Replicas = Awaited<ReturnType<typeof twoReplicas>>
type Site = Replicas['site']
type Replica = Replicas['one']

const created = async ({ send, login }: Replica, title: string, text: string) => {
  const form = {
    title,
    summary: '<p>Short.</p>',
    content: text,
    format: 'md',
    category_id: 'production',
    state: 'published',
  }
  const answer = await send('POST', apiPaths.posts, { token: await login(), form })
  return { status: answer.status, id: (await answer.json()).id as string }
}

describe.skipIf(!hasPostgres)('a save on one of several replicas', () => {
  let site: Site
  let one: Replica
  let other: Replica
  beforeEach(async () => {
    ;({ site, one, other } = await twoReplicas(ends))
  })

  /** The other replica makes the save 'The last words', then another one of the same lines. */
  async function otherRecoversAndChanges() {
    await site.age()
    await other.sync()
    await site.shows(other, 'The last words')
    expect((await other.save({ title: 'Better words' })).status).toBe(200)
    await other.committed()
    await other.sync()
  }

  async function oneCatchesUp() {
    await one.sync()
    await site.shows(one, 'Better words')
    await eventually(one.state, ({ git }) => git === 'ok')
    await other.sync()
  }

  test('is recorded when it is acknowledged, then pushed and live on the others', async () => {
    one.setRemote(UNREACHABLE)
    expect((await one.save({ title: 'Saved on one' })).status).toBe(200)
    expect(await site.waiting()).toHaveLength(1)
    one.setRemote(`file://${site.bare}`)
    await one.sync()
    await site.shows(other, 'Saved on one')
    expect(await site.waiting()).toEqual([])
    expect(other.git('status', '--porcelain')).toBe('')
  })

  test('merges with a save of the same post on another at the same moment, like two on one server', async () => {
    const [mine, theirs] = await Promise.all([one.open(), other.open()])
    const answers = await Promise.all([
      one.save({ content: paragraph(mine.content, 0, 'Mine.') }, mine),
      other.save({ content: paragraph(theirs.content, 3, 'Theirs.') }, theirs),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const replica of [one, other]) {
      await site.shows(replica, 'Mine.')
      await site.shows(replica, 'Theirs.')
    }
    await eventually(
      () => site.remote('show', `main:${POST}`),
      (text) => text.includes('Mine.') && text.includes('Theirs.'),
    )
    expect(site.remote('log', '--format=%s', '--merges')).toBe('')
  })

  test('conflicts with one of the same lines on another that was acknowledged before', async () => {
    const [mine, theirs] = await Promise.all([one.open(), other.open()])
    expect((await one.save({ content: paragraph(mine.content, 0, 'Mine.') }, mine)).status).toBe(200)
    expect((await other.save({ content: paragraph(theirs.content, 0, 'Theirs.') }, theirs)).status).toBe(409)
    await site.shows(other, 'Mine.')
  })

  test('creates two posts with one title on two replicas at the same moment, under two ids', async () => {
    const answers = await Promise.all([created(one, 'A new bake', 'First.'), created(other, 'A new bake', 'Second.')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(({ id }) => id).sort()).toEqual(['a-new-bake', 'a-new-bake-2'])
    for (const replica of [one, other])
      for (const id of ['a-new-bake', 'a-new-bake-2'])
        await eventually(
          async () => (await replica.get(`/blog/${id}`)).status,
          (status) => status === 200,
        )
  })

  test('is pushed before its replica stops', async () => {
    expect((await one.save({ title: 'Before the stop' })).status).toBe(200)
    await one.stop()
    expect(site.remote('show', `main:${POST}`)).toContain('Before the stop')
    expect(await site.waiting()).toEqual([])
  })

  test('is made by another once its replica is gone with its folders, once and under the name of its author', async () => {
    one.setRemote(UNREACHABLE)
    expect((await one.save({ title: 'The last words' })).status).toBe(200)
    await one.stop()
    await site.deleteFolders('one')
    await site.age()
    await other.sync()
    await site.shows(other, 'The last words')
    expect(site.remote('log', '-1', '--format=%s by %an', 'main')).toMatch(/^post: update "The last words" by \S/)
    expect(await site.waiting()).toEqual([])
    await other.sync()
    expect(site.remote('rev-list', '--count', 'main')).toBe('2')

    const again = await site.start('one')
    await site.shows(again, 'The last words')
  })

  test('is left to its replica while that one lives and is slow, for half a minute', async () => {
    const lock = one.file('.git/HEAD.lock')
    await lock.write('')
    expect((await one.save({ title: 'Slow words' })).status).toBe(200)
    await site.age(8)
    await other.sync()
    expect(await site.waiting()).toHaveLength(1)
    await site.age(25)
    await other.sync()
    expect(site.remote('show', `main:${POST}`)).toContain('Slow words')
    await lock.delete()
    await site.shows(one, 'Slow words')
    await eventually(one.state, ({ git }) => git === 'ok')
    expect(await one.file(POST).text()).toBe(await other.file(POST).text())
  })

  test('is made by another a few seconds after the last sign of life', async () => {
    one.setRemote(UNREACHABLE)
    expect((await one.save({ title: 'The last words' })).status).toBe(200)
    await one.stop()
    await site.age(10)
    await site.silence()
    await other.sync()
    expect(site.remote('show', `main:${POST}`)).toContain('The last words')
    expect(await site.waiting()).toEqual([])
  })

  // The next test covers a recovered save without such a merge.
  test.if(isFullRun)(
    'that was recovered is no conflict either after a merge that its replica could not push',
    async () => {
      one.git('config', 'remote.origin.pushurl', UNREACHABLE)
      expect((await one.save({ title: 'First words' })).status).toBe(200)
      await one.committed()
      expect((await created(other, 'Another bake', 'Text.')).status).toBe(201)
      await other.committed()
      await other.sync()
      await one.sync()
      expect(one.git('log', '-1', '--format=%s')).toBe('Merge remote changes')
      expect((await one.save({ title: 'The last words' })).status).toBe(200)
      await one.committed()
      await otherRecoversAndChanges()
      one.git('config', '--unset', 'remote.origin.pushurl')
      await oneCatchesUp()
      expect(one.git('rev-parse', 'HEAD^{tree}')).toBe(other.git('rev-parse', 'HEAD^{tree}'))
    },
  )

  test('that was recovered is no conflict for its replica when it comes back, even after later changes of the same lines', async () => {
    one.setRemote(UNREACHABLE)
    expect((await one.save({ title: 'The last words' })).status).toBe(200)
    await one.committed()
    // So that the other's commit of it cannot be the same one.
    expect((await created(other, 'Another bake', 'Text.')).status).toBe(201)
    await other.sync()
    await otherRecoversAndChanges()
    one.setRemote(`file://${site.bare}`)
    await oneCatchesUp()
    expect(await other.file(POST).text()).toBe(await one.file(POST).text())
    expect(one.git('rev-parse', 'HEAD^{tree}')).toBe(other.git('rev-parse', 'HEAD^{tree}'))
  })

  test('is recovered with the image of a post', async () => {
    one.setRemote(UNREACHABLE)
    const photo = await new Bun.Image(await Bun.file('docs/blog.webp').bytes()).resize(640, 400).jpeg().bytes()
    const image = new File([new Uint8Array(photo)], 'van.jpg')
    expect((await one.save({ image, image_alt: 'A van' })).status).toBe(200)
    const [, path = ''] = /src="(\/storage\/[^"]+)"/.exec(await one.page()) ?? []
    expect(path).not.toBe('')
    await one.stop()
    await site.age()
    await other.sync()
    await site.shows(other, path)
    expect((await other.get(path)).status).toBe(200)
    await eventually(site.waiting, (left) => left.length === 0)
  })

  test('arrives with an image that the other replica has fetched before, for a text that was not saved', async () => {
    const photo = await new Bun.Image(await Bun.file('docs/blog.webp').bytes()).resize(640, 400).jpeg().bytes()
    const form = new FormData()
    form.set('image', new File([new Uint8Array(photo)], 'van.jpg'))
    const answer = await one.send('POST', adminPaths.media, { token: await one.login(), form })
    const { file }: MediaItem = await answer.json()
    expect((await other.get(`/storage/${file}`)).status).toBe(200)
    expect((await one.save({ content: `![A van](/storage/${file})` })).status).toBe(200)
    await site.shows(other, file)
    await eventually(other.state, ({ git }) => git === 'ok')
    expect(other.git('status', '--porcelain')).toBe('')
    expect(other.git('ls-files', `storage/public/${file}`)).toBe(`storage/public/${file}`)
  })

  test('that cannot be merged any more is shown to administrators, and blocks nothing', async () => {
    one.setRemote(UNREACHABLE)
    expect((await one.save({ title: 'Mine' })).status).toBe(200)
    await one.stop()
    await site.deleteFolders('one')
    // An editor's push comes first.
    other.git('fetch', '-q')
    await Bun.write(other.file(POST), (await other.file(POST).text()).replace('A bake', 'Pushed'))
    other.git('commit', '-qam', 'By an editor')
    other.git('push', '-q')
    await other.content.reload(['posts/a.md'])
    await site.age()
    await other.sync()
    expect(await other.state()).toMatchObject({ git: 'ok', left: [] })
    expect(await other.stuck()).toEqual([
      expect.objectContaining({ subject: 'post: update "Mine"', reason: expect.stringContaining('posts/a.md') }),
    ])
    expect((await other.save({ title: 'Theirs' })).status).toBe(200)
    await other.committed()
    await other.sync()
    expect(site.remote('show', `main:${POST}`)).toContain('Theirs')
  })

  const unreadable: [string, string][] = [
    ['is damaged', '{"at":'],
    ['has another shape', '{"format":1,"files":7}'],
    ['is of a newer version', '{"format":9}'],
  ]
  test.each(isFullRun ? unreadable : unreadable.slice(0, 1))(
    'whose record %s is named, blocks nothing, and can be discarded',
    async (_, change) => {
      one.setRemote(UNREACHABLE)
      expect((await one.save({ title: 'Mine' })).status).toBe(200)
      await one.stop()
      await query(site.database, `update site_save set change = '${change}'`)
      await site.age(700)
      await other.sync()
      expect(await other.stuck()).toEqual([
        expect.objectContaining({ canApply: false, files: [{ path: POST, diff: null }], author: null }),
      ])
      const { warnings } = await eventually(
        async () => (await other.get('/readyz')).json(),
        (ready) => ready.warnings !== undefined,
      )
      expect(warnings).toEqual(['stuck-saves'])
      expect((await other.save({ title: 'Theirs' })).status).toBe(200)
      const [{ id = '' } = {}] = await other.stuck()
      const token = await other.login()
      expect((await other.send('POST', adminPaths.applyStuckSave(id), { token })).status).toBe(409)
      expect((await other.send('DELETE', adminPaths.stuckSave(id), { token })).status).toBe(200)
      expect(await other.stuck()).toEqual([])
    },
  )

  test('is not accepted while the database is away, and nothing of it is written, committed or pushed', async () => {
    const source = await one.open()
    const server = await postgresServer()
    await server.stop()
    ends.push(async () => (await (await one.get('/readyz')).json()).database === 'ok' || server.start())
    const before = one.git('rev-parse', 'HEAD')
    const answer = await one.save({ title: 'Nowhere to keep it' }, source)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toEqual({ message: 'This is not available for a moment. Please try again.' })
    expect(await one.page()).not.toContain('Nowhere to keep it')
    await one.committed()
    expect(one.git('status', '--porcelain')).toBe('')
    expect(one.git('rev-parse', 'HEAD')).toBe(before)

    await server.start()
    await eventually(
      async () => (await one.save({ title: 'All is well' })).status,
      (status) => status === 200,
    )
    await site.shows(other, 'All is well')
    expect(await site.waiting()).toEqual([])
  })
})
