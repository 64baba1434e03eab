import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SessionList } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import { apiPaths } from '#contract/paths.ts'
import { createSections } from '#server/app.ts'
import { confirmedEffects } from '#server/http/identity.ts'
import { LEADS_READ_MAX } from '#server/leads/lead-reads.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { describedCalls } from '#tests/openapi/described.ts'
import { appWithPeople } from './people.ts'

const opened: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((app) => app.close())))

/** A session whose confirmation is eleven minutes ago, and what it does. */
async function unconfirmed(options: Parameters<typeof appWithPeople>[0] = {}) {
  const site = await appWithPeople(options)
  opened.push(site)
  const { token } = await site.first()
  site.pass(11 * 60_000)
  const send = async (method: string, path: string, json?: unknown) => {
    const answer = await site.send(method, path, { token, ...(json !== undefined && { json }) })
    return { status: answer.status, body: await answer.json() }
  }
  const confirm = () => site.send('POST', adminPaths.confirmation, { token, json: { password: ADMIN.password } })
  return { ...site, token, send, confirm }
}
const needed = { status: 403, body: { message: CONFIRMATION_NEEDED, confirmation: 'password' } }

type Confirmed = { effect: string; name: string; method: string; path: string; when: string | undefined }
let confirmed: Confirmed[] = []
beforeAll(async () => {
  const site = await appWithPeople()
  opened.push(site)
  const endpoints = createSections(site.services).flatMap((section) => section.endpoints)
  const all = endpoints.flatMap(({ method, path, confirms, isHidden }) =>
    confirms && !isHidden
      ? [{ ...confirms, when: confirms.when, method, path, name: `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}` }]
      : [],
  )
  confirmed = confirmedEffects.flatMap((effect) => all.filter((one) => one.effect === effect))
})

describe('what requires a confirmation', () => {
  test('is in one table of the documentation, and marked in the description of the API', async () => {
    const text = await Bun.file('docs/administrators.md').text()
    const table = confirmed.map(({ effect, name, when = 'always' }) => `| ${effect} | \`${name}\` | ${when} |`)
    expect(text).toContain(`|---|---|---|\n${table.join('\n')}\n\n`)
    const marked = describedCalls.filter(({ operation }) =>
      JSON.stringify(operation.responses[403] ?? '').includes('"confirmation"'),
    )
    expect(marked.map(({ name }) => name).toSorted()).toEqual(confirmed.map(({ name }) => name).toSorted())
  })

  test('is rejected without one, before anything is read or looked up', async () => {
    const { send } = await unconfirmed()
    for (const { name, method, path } of confirmed.filter(({ when }) => when === undefined))
      expect([name, await send(method, path.replace(':id', 'nothing'))]).toEqual([name, needed])
  })
})

test('ends another session only after a confirmation, and its own without one', async () => {
  const { send, confirm, logIn, token, pass } = await unconfirmed()
  const other = await logIn(ADMIN)
  const list = async () => ((await send('GET', adminPaths.sessions)).body as SessionList).sessions
  const [one] = (await list()).filter(({ current }) => !current)
  expect(await send('DELETE', adminPaths.session(one?.id ?? ''))).toEqual(needed)
  expect(await list()).toHaveLength(2)
  await confirm()
  expect((await send('DELETE', adminPaths.session(one?.id ?? ''))).status).toBe(200)
  expect([other === token, (await list()).length]).toEqual([false, 1])
  pass(11 * 60_000)
  const [own] = await list()
  expect((await send('DELETE', adminPaths.session(own?.id ?? ''))).status).toBe(200)
})

test('deletes posts and terms without git only after a confirmation, and with git without one', async () => {
  const bulk = { action: 'delete', ids: ['first'] }
  const deletions = [
    ['POST', adminPaths.bulk, bulk],
    ['DELETE', apiPaths.post('first')],
    ['DELETE', adminPaths.tag('milk')],
    ['DELETE', adminPaths.category('shipping')],
  ] as const
  const files = { 'posts/first.md': '---\ntitle: First\ndate: 2026-01-01\n---\nText.\n' }
  const [without, withGit] = [await unconfirmed({ files }), await unconfirmed({ files, inGit: true })]
  for (const [method, path, json] of deletions) expect(await without.send(method, path, json)).toEqual(needed)
  expect((await without.send('POST', adminPaths.bulk, { action: 'publish', ids: ['first'] })).status).toBe(200)
  for (const [method, path, json] of deletions.slice(1))
    expect((await withGit.send(method, path, json)).status).toBe(200)
  expect((await withGit.send('POST', adminPaths.bulk, bulk)).status).toBe(200)
})

test('reads 500 leads page by page within ten minutes with a session, and more only after a confirmation', async () => {
  const { send, confirm, post, pass } = await unconfirmed()
  const message = (name: number) => ({ name: `Ann ${name}`, email: `ann-${name}@bakery.example`, message: 'Hello' })
  const sent = Array.from({ length: 100 }, (_, number) => post('/api/contact-messages', message(number)))
  expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true)
  const page = () => send('GET', `${adminPaths.leads}?limit=100`)
  const first = await page()
  const id = first.body.leads[0].id
  for (let read = 100; read < LEADS_READ_MAX; read += 100) expect((await page()).body.leads).toHaveLength(100)
  expect([await page(), await send('GET', adminPaths.lead(id))]).toEqual([needed, needed])
  expect(await send('POST', adminPaths.leadEvents(id), { read: true })).toEqual(needed)
  await confirm()
  expect((await page()).status).toBe(200)
  pass(20 * 60_000)
  expect((await send('GET', adminPaths.lead(id))).status).toBe(200)
})
