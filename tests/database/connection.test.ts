import { describe, expect, test } from 'bun:test'
import { createConnection } from '#server/database/connection.ts'
import { createLog } from '#server/lib/log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'

const ends = endsOfEachTest()
/** Longer than the deadline of a query. */
const PAUSE_MS = 1_500

const blockProcess = () => Bun.sleepSync(PAUSE_MS)

describe.skipIf(!hasPostgres)('a query to PostgreSQL', () => {
  test('is answered, and the database not reported away, although the process was blocked longer than its deadline', async () => {
    const logged: string[] = []
    const log = createLog('debug', (line) => logged.push(line))
    const connection = createConnection({ url: await emptyDatabase(), prepare: async () => {}, log })
    ends.push(connection.close)
    const sleep = (ms: number) => connection.run((sql) => sql`select pg_sleep(${ms / 1000})`)
    await sleep(0)
    const notSentYet = sleep(0)
    blockProcess()
    await notSentYet
    const sent = sleep(300)
    await Bun.sleep(50)
    blockProcess()
    await sent
    expect([connection.failures(), connection.isReachable(), logged]).toEqual([0, true, []])
  })
})
