import { expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { durationInWords, sizeInWords } from '#client/admin/shared/in-words.ts'
import { fromCheckout, fromVolumes } from '#client/admin/site/history-commands.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { CheckedFinding, SiteState } from '#contract/site-state.ts'
import { version } from '#server/lib/version.ts'
import { recordBackup } from '#server/ops/last-backup.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'
import { twoReplicas } from '#tests/replication/replicas.ts'

const ends = endsOfEachTest()

async function aSite(options: TestAppOptions = {}) {
  const app = await testApp(options)
  ends.push(app.close)
  const token = await app.session()
  const read = async <T>(path: string): Promise<T> => (await app.send('GET', path, { token })).json()
  return {
    ...app,
    state: () => read<SiteState>(adminPaths.siteState),
    checks: async () => (await read<{ checks: CheckedFinding[] }>(adminPaths.siteChecks)).checks,
  }
}

test('the state of the site is only for administrators', async () => {
  const app = await testApp()
  ends.push(app.close)
  for (const path of [adminPaths.siteState, adminPaths.siteChecks]) expect((await app.get(path)).status).toBe(401)
})

test('the state of the site has version, disks, git and the last backup, and no cache stores it', async () => {
  const app = await aSite({ inGit: true })
  await recordBackup(join(app.dir, 'storage/private'), new Date('2026-03-01T03:15:00Z'))
  await app.services.ops.lastBackup.refresh()
  const state = await app.state()
  expect(state).toMatchObject({ version, host: hostname(), disk: 'ok', stuckSaves: 0, pushedAt: null, syncedAt: null })
  expect(state.lastBackupAt).toBe('2026-03-01T03:15:00.000Z')
  expect(state.content).toMatchObject({ git: 'ok', branch: 'main', follows: null, left: [] })
  expect(state.folders.map(({ name }) => name)).toEqual(['content', 'storage', 'private'])
  for (const { freeBytes } of state.folders) expect(freeBytes).toBeGreaterThan(0)
  expect(state).not.toHaveProperty('replicas')
  const answer = await app.send('GET', adminPaths.siteState, { token: await app.session() })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('what the doctor says names a misspelled variable, and contains no secret', async () => {
  const app = await aSite({
    inGit: true,
    hints: ['TRUSTED_PROXY is no variable of the site'],
    env: { METRICS_TOKEN: 'hidden-hidden-hidden-hidden' },
  })
  const found = await app.checks()
  expect(found.map(({ name }) => name)).toEqual(
    'variables folders space git remote proxy database clock mail backup'.split(' '),
  )
  expect(found[0]).toEqual({ name: 'variables', state: 'warning', text: 'TRUSTED_PROXY is no variable of the site' })
  expect(found).toContainEqual({ name: 'mail', state: 'not-checked', text: expect.stringContaining('SMTP_URL') })
  expect(JSON.stringify(found)).not.toContain('hidden')
})

test.skipIf(!hasPostgres)('the state of the site has all replicas, with their last sync', async () => {
  const { other } = await twoReplicas(ends)
  const token = await other.session()
  const state = await eventually(
    async (): Promise<SiteState> => (await other.send('GET', adminPaths.siteState, { token })).json(),
    ({ replicas }) => replicas?.length === 2 && replicas.every(({ syncedAt }) => syncedAt !== null),
  )
  expect(state.database).toBe('ok')
  expect(state.replicas?.map(({ host }) => host)).toEqual([hostname(), hostname()])
  expect(state.replicas?.filter(({ isThis }) => isThis)).toHaveLength(1)
})

test('durations and sizes are in words', () => {
  expect([30, 60, 3_700, 90_000, 259_200].map(durationInWords)).toEqual([
    'less than a minute',
    '1 minute',
    '1 hour, 1 minute',
    '1 day, 1 hour',
    '3 days',
  ])
  expect([480 * 1024 ** 2, 12.34 * 1024 ** 3].map(sizeInWords)).toEqual(['480 MB', '12.3 GB'])
})

test('the commands of "Start history" are those of the manual', async () => {
  const manual = (await Bun.file('docs/operators.md').text()).replaceAll(/ +#.*$/gm, '')
  expect(manual).toContain(fromVolumes)
  expect(manual).toContain(fromCheckout)
})
