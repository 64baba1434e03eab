import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commitOfBuild } from '#client/build/commit.ts'
import { version } from '#server/lib/version.ts'
import { aCheckout } from '#tests/git/checkout.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { metricsIn } from '#tests/metrics/exposition.ts'

const ends = endsOfEachTest()
const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'version-'))
  ends.push(() => rm(dir, { recursive: true }))
  return dir
}

describe('the version', () => {
  test('is that of package.json, by Semantic Versioning, and the default of the image', async () => {
    expect(version).toMatch(SEMVER)
    expect((await Bun.file('package.json').json()).version).toBe(version)
    expect(await Bun.file('Dockerfile').text()).toContain(`ARG VERSION=${version} `)
  })

  test('is named in the first event of the log, with the commit that was built', async () => {
    const dir = await aFolder()
    await Bun.write(join(dir, 'private/admin.json'), '{}')
    // Ends before it opens anything: private files that were not moved.
    const child = Bun.spawn(['bun', 'server/main.ts'], {
      env: { ...process.env, LOG_LEVEL: 'info', STORAGE_DIR: dir, PRIVATE_DIR: join(dir, 'other') },
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const [first = ''] = (await new Response(child.stdout).text()).split('\n')
    const { commit } = await Bun.file('client/dist/manifest.json').json()
    expect(JSON.parse(first)).toMatchObject({ event: 'started', version, commit })
  })

  test('is in the metrics, with the commit', async () => {
    const app = await testApp({ env: { METRICS_TOKEN: 'a-token-of-metrics' } })
    ends.push(app.close)
    const answer = await app.get('/metrics', { headers: { authorization: 'Bearer a-token-of-metrics' } })
    const { commit } = await Bun.file('client/dist/manifest.json').json()
    expect(metricsIn(await answer.text()).of('site_build_info', { version, commit })).toBe(1)
  })
})

describe('the commit of a build', () => {
  test('is that of the checkout', async () => {
    const { dir, run, remove } = await aCheckout({ 'a.txt': 'A' })
    ends.push(remove)
    expect(await commitOfBuild(dir, undefined)).toBe((await run('rev-parse', 'HEAD')).trim())
  })

  test('is what the image was built with, where there is no git', async () => {
    expect(await commitOfBuild(await aFolder(), ' 4711abc ')).toBe('4711abc')
  })

  test('is unknown in a folder without git, in one of another checkout, and on a branch without commits', async () => {
    const empty = await aCheckout()
    ends.push(empty.remove)
    const within = join(empty.dir, 'palletry')
    await mkdir(within)
    for (const folder of [await aFolder(), within, empty.dir]) expect(await commitOfBuild(folder, '')).toBe('unknown')
  })
})
