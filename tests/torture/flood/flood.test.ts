import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { aSolution } from '#tests/captcha/solved.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'
import { writeFloodContent } from './content.ts'
import { readFloodSite } from './flood-site.ts'
import { attackerAt, type FloodRow, type FloodSite, floodRows, READER } from './rows.ts'

const CONTENT = { posts: 130, terms: 130, words: 60 }
/** More than what runs and a full queue. */
const REQUESTS = 220

async function started(env: Readonly<Record<string, string>> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'flood-'))
  await writeFloodContent(dir, CONTENT)
  const app = await testApp({ dir, env: { TRUSTED_PROXIES: '127.0.0.1', ...env } })
  const token = await app.login()
  const ask = async (path: string, json?: unknown) =>
    (await app.send(json === undefined ? 'GET' : 'POST', path, { token, json })).json()
  return { app, url: app.listen(), site: await readFloodSite(ask, CONTENT) }
}

let plain: { app: TestApp; url: string; site: FloodSite }
beforeAll(async () => {
  plain = await started()
}, 60_000)
afterAll(() => plain.app.close())

/** All at once, from one network of strangers. */
function flood(row: FloodRow, url: string, site: FloodSite): Promise<Response>[] {
  return Array.from({ length: REQUESTS }, (_, n) => {
    const { path, method, json } = row.request(n, site)
    return fetch(url + path, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        // Where passkeys are offered.
        host: 'localhost',
        'x-forwarded-for': attackerAt(row, n),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      redirect: 'manual',
    })
  })
}

/** In `bun run test`, one row for each way to be limited: a queue, the same with a cache, a rate limit, and a place in a worker. */
const REPRESENTATIVE = ['posts', 'pages', 'sign-ups', 'previews']
const flooded = isFullRun ? floodRows : floodRows.filter(({ name }) => REPRESENTATIVE.includes(name))

describe('a flood from one network', () => {
  test.each(flooded.map((row) => [row.what, row] as const))(
    'of %s is limited, and another network is served',
    async (_, row) => {
      const { app, url, site } = row.env ? await started(row.env) : plain
      const attack = flood(row, url, site)
      const headers = { 'x-forwarded-for': READER, 'content-type': 'application/json' }
      const home = await fetch(url + pagePaths.home, { headers })
      const reCaptchaToken = row.env ? await aSolution(app) : ''
      const body = JSON.stringify(another(`reader-${row.name}`, { reCaptchaToken }))
      const signUp = await fetch(url + apiPaths.register, { method: 'POST', headers, body })
      expect([home.status, signUp.status]).toEqual([200, 200])
      const answers = await Promise.all(attack)
      const limited = answers.filter(({ status }) => row.limit.includes(status))
      expect(limited.length).toBeGreaterThan(0)
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
      for (const { status, headers } of limited)
        if (status === 503 || status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      if (row.env) await app.close()
    },
    60_000,
  )

  test('is tried for every row of the table in docs/limits.md, or cannot be', async () => {
    const text = await Bun.file(join('docs', 'limits.md')).text()
    const table = text.slice(text.indexOf('## What an anonymous request can trigger'), text.indexOf('## Shutdown'))
    const rows = [...table.matchAll(/^\| (?!what|---)(.+?) \|/gm)].map(([, what = '']) => what)
    expect(rows.filter((what) => !floodRows.some((row) => row.what === what))).toEqual(NOT_TRIGGERED_ALONE)
    expect(floodRows.filter(({ what }) => !rows.includes(what))).toEqual([])
  })
})

/** Consequences of the other rows, what shares the queue of one, and what needs a session. */
const NOT_TRIGGERED_ALONE = [
  'a share card',
  'a page of the preview of a branch',
  'the list of branches, and publishing one',
  'a file of the build',
  'all cached responses together',
  'plain text for a client that accepts no compression',
  'a line in the log',
]
