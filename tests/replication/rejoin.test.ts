import { beforeEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { adminPaths } from '#contract/admin-paths.ts'
import { POST, paragraph } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { twoReplicas } from './replicas.ts'

const ends = endsOfEachTest()
type Replicas = Awaited<ReturnType<typeof twoReplicas>>
type Site = Replicas['site']
type Replica = Replicas['one']

describe.skipIf(!hasPostgres)('a replica whose branch conflicts with that of the remote', () => {
  let site: Site
  let one: Replica
  let other: Replica
  beforeEach(async () => {
    ;({ site, one, other } = await twoReplicas(ends))
    one.setRemote('file:///nowhere/at/all')
  })

  /** Changes the post, or deletes it, in a commit made by hand. */
  async function commitByHand(replica: Replica, change: ((text: string) => string) | 'delete', subject: string) {
    const file = replica.file(POST)
    if (change === 'delete') await rm(file.name ?? '')
    else await Bun.write(file, change(await file.text()))
    replica.git('commit', '-qam', subject)
  }

  async function otherPushes(title: string) {
    expect((await other.save({ title })).status).toBe(200)
    await eventually(
      () => site.remote('show', `main:${POST}`),
      (text) => text.includes(title),
    )
  }

  /** Resolves once the replica is on the remote's branch again. */
  async function rejoined(replica: Replica) {
    replica.setRemote(`file://${site.bare}`)
    await replica.sync()
    await eventually(
      () => [replica.git('rev-parse', 'HEAD'), site.remote('rev-parse', 'main')],
      ([head, main]) => head === main,
    )
    expect(replica.git('status', '--porcelain')).toBe('')
    expect(await replica.state()).toMatchObject({ git: 'ok', apart: null })
  }

  async function decide(replica: Replica, method: 'POST' | 'DELETE', path: string) {
    const answer = await replica.send(method, path, { token: await replica.session() })
    return { status: answer.status, message: (await answer.json()).message as string }
  }

  test('follows the remote again by itself: its commits are made again, and those that conflict wait for a person', async () => {
    await commitByHand(one, (text) => text.replace('A bake', 'By hand'), 'Another title')
    await commitByHand(one, (text) => paragraph(text, 3, 'The end, by hand.'), 'Another end')
    await otherPushes('Pushed meanwhile')
    await rejoined(one)
    for (const replica of [one, other]) {
      await site.shows(replica, 'The end, by hand.')
      expect(await replica.page()).toContain('Pushed meanwhile')
    }
    const [stuck, ...more] = await other.stuck()
    expect(more).toEqual([])
    expect(stuck).toMatchObject({ subject: 'Another title', author: 'An Editor', canApply: true })
    expect(JSON.stringify(stuck?.files)).toContain('By hand')
    expect(site.remote('log', '-1', '--format=%s by %an', 'main')).toBe('Another end by An Editor')

    const { id = '' } = stuck ?? {}
    expect(await decide(other, 'POST', adminPaths.applyStuckSave(id))).toEqual({
      status: 200,
      message: 'The change is live.',
    })
    for (const replica of [one, other]) {
      await site.shows(replica, 'By hand')
      expect(await replica.page()).toContain('The end, by hand.')
    }
    expect(await one.stuck()).toEqual([])
    expect(await decide(one, 'POST', adminPaths.applyStuckSave(id))).toMatchObject({ status: 404 })
    expect(await site.waiting()).toEqual([])
  })

  test('leaves a post alone that it has deleted and somebody else has changed, until a person discards the deletion', async () => {
    await commitByHand(one, 'delete', 'Not needed any more')
    await otherPushes('Still needed')
    await rejoined(one)
    await site.shows(one, 'Still needed')
    const [stuck] = await one.stuck()
    expect(stuck).toMatchObject({ subject: 'Not needed any more' })
    expect(await decide(one, 'DELETE', adminPaths.stuckSave(stuck?.id ?? ''))).toMatchObject({ status: 200 })
    expect(await other.stuck()).toEqual([])
    expect(await other.page()).toContain('Still needed')
  })

  test('names files that only an operator changes, and saves again', async () => {
    await Bun.write(one.file('server/own.ts'), 'export {}\n')
    one.git('add', 'server/own.ts')
    one.git('commit', '-qm', 'Code')
    await commitByHand(one, (text) => text.replace('A bake', 'By hand'), 'Another title')
    await otherPushes('Pushed meanwhile')
    await rejoined(one)
    expect(
      await Promise.all(
        [one, other].map(async (replica) =>
          (await replica.stuck()).map(({ subject, canApply }) => [subject, canApply]),
        ),
      ),
    ).toEqual(
      [one, other].map(() =>
        expect.arrayContaining([
          ['Code', false],
          ['Another title', true],
        ]),
      ),
    )
    const code = (await one.stuck()).find(({ canApply }) => !canApply)
    expect(await decide(one, 'POST', adminPaths.applyStuckSave(code?.id ?? ''))).toMatchObject({ status: 409 })
    expect((await one.save({ title: 'All is well' })).status).toBe(200)
    await site.shows(other, 'All is well')
  })
})
