import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CANNOT_SAVE_HEADER, OTHER_REPLICA_HEADER } from '#contract/other-replica.ts'
import { apiPaths } from '#contract/paths.ts'
import { hasCaddy, startCaddy } from '#tests/helpers/caddy.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { replicatedSite } from './replicas.ts'

const ends = endsOfEachTest()

describe.skipIf(!hasPostgres || !hasCaddy)('the shipped configuration of Caddy', () => {
  test('sends what a replica cannot save to another one, by the header of the client, and all else as before', async () => {
    const site = await replicatedSite(ends)
    const replicas = [await site.start('one'), await site.start('other')]
    const port = await freePort()
    const hosts = replicas.map(({ listen }) => new URL(listen()).host)
    const caddy = await startCaddy({ port, replicas: hosts, folder: join(site.folder, 'caddy') })
    ends.push(() => caddy.end('SIGKILL'))
    const token = await replicas[0]?.session()

    async function save(title: string, headers: Record<string, string> = {}) {
      const form = new FormData()
      const fields = { title, summary: '<p>Short.</p>', content: 'Text.', format: 'md', category_id: 'production' }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const url = `http://127.0.0.1:${port}${apiPaths.post('a')}?_method=PUT`
      return fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers }, body: form })
    }
    const isOther = { [OTHER_REPLICA_HEADER]: 'true' }

    const journalOf = ({ dir }: { dir: string }) => join(dir, 'storage/private/commit-queue')
    for (const replica of replicas) {
      await rm(journalOf(replica), { recursive: true, force: true })
      await Bun.write(journalOf(replica), 'in the place of the folder')
    }
    const answer = await save('Nowhere to keep it')
    expect([answer.status, answer.headers.get(CANNOT_SAVE_HEADER)]).toEqual([503, 'true'])
    // The administrator is always on the same replica, which stays broken.
    const others = replicas.filter(({ logged }) => !logged.some((line) => line.includes('content not stored')))
    expect(others).toHaveLength(1)
    for (const other of others) await rm(journalOf(other))
    await eventually(
      async () => (await save('Kept elsewhere', isOther)).status,
      (status) => status === 200,
      5_000,
    )
    for (let again = 1; again <= 5; again++) expect((await save(`Kept elsewhere ${again}`, isOther)).status).toBe(200)
    for (const replica of replicas) await site.shows(replica, 'Kept elsewhere 5')
  })
})
