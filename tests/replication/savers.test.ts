import { expect, test } from 'bun:test'
import { POST } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { replicatedSite } from './replicas.ts'

const ends = endsOfEachTest()
const RESTARTS = isFullRun ? 100 : 2
const LIMIT_MS = isFullRun ? 20 * 60_000 : 120_000

test.skipIf(!hasPostgres)(
  `loses no save of one post, and leaves no replica apart, through ${RESTARTS} restarts of the database`,
  async () => {
    const server = await startPostgres({ isDurable: true })
    ends.push(server.close)
    const site = await replicatedSite(ends, { server: Promise.resolve(server) })
    const replicas = [await site.start('one'), await site.start('other')]
    const { pick } = seeded(37)
    const acknowledged: string[] = []
    const unexpected: string[] = []
    let isOver = false

    /** Saves the post again and again, each time through a replica at random. Others save the same lines at the same time. */
    async function saver(name: string): Promise<void> {
      for (let number = 1; !isOver; number++) {
        const title = `${name} ${number}`
        const replica = pick(replicas)
        const source = await replica.open().catch(() => undefined)
        const answer = source && (await replica.save({ title }, source))
        if (answer?.status === 200) acknowledged.push(title)
        else if (answer && ![409, 503].includes(answer.status))
          unexpected.push(`${answer.status}: ${await answer.text()}`)
        if (answer?.status !== 200) await Bun.sleep(50)
      }
    }
    const saving = ['Ann', 'Bob', 'Cem'].map(saver)
    for (let restart = 0; restart < RESTARTS; restart++) {
      const before = acknowledged.length
      await eventually(
        () => acknowledged.length,
        (count) => count > before + 1,
      )
      await server.stop(restart % 2 === 0 ? 'SIGINT' : 'SIGQUIT')
      await server.start()
    }
    isOver = true
    await Promise.all(saving)

    await eventually(
      async () => ({
        heads: [...replicas.map(({ git }) => git('rev-parse', 'HEAD')), site.remote('rev-parse', 'main')],
        changed: replicas.map(({ git }) => git('status', '--porcelain')).join(''),
        waiting: await site.waiting(),
      }),
      ({ heads, changed, waiting }) => new Set(heads).size === 1 && changed === '' && waiting.length === 0,
      30_000,
    )
    const subjects = site.remote('log', '--format=%s', 'main', '--', POST).split('\n')
    for (const title of acknowledged)
      expect(subjects.filter((subject) => subject === `post: update "${title}"`)).toHaveLength(1)
    expect(unexpected).toEqual([])
    for (const replica of replicas) expect(await replica.state()).toMatchObject({ git: 'ok', apart: null })
  },
  LIMIT_MS,
)
