import { afterAll, beforeAll, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { aForm } from '#tests/blog/blog-app.ts'
import { git } from '#tests/helpers/git.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const BOB = { email: 'bob@testery.example', password: ADMIN.password }

let app: TestApp
beforeAll(async () => {
  app = await testApp({ inGit: true })
  await app.services.admin.administrators.change(({ administrators: [first], ...accounts }) => ({
    ...accounts,
    administrators: first ? [first, { ...first, id: 'bob', name: 'Bob Baker', email: BOB.email }] : [],
  }))
})
afterAll(() => app.close())

const lastCommit = async () => {
  await app.committed()
  return git(app.dir, 'log', '-1', '--format=%an <%ae>, %cn <%ce>: %s')
}

test('commits name the administrator who saved', async () => {
  const ann = await app.login()
  const { token: bob } = await (await app.post(adminPaths.login, BOB)).json()
  const saved = await app.send('POST', apiPaths.posts, { token: bob, form: aForm({ title: 'Of Bob' }) })
  const { id } = await saved.json()
  const byBob = 'Bob Baker <bob@testery.example>'
  expect(await lastCommit()).toBe(`${byBob}, ${byBob}: post: create "Of Bob"`)

  await app.send('PUT', apiPaths.post(id), { token: ann, form: aForm({ title: 'Of Ann' }) })
  const byAnn = `Administrator <${ADMIN.email}>`
  expect(await lastCommit()).toBe(`${byAnn}, ${byAnn}: post: update "Of Ann"`)

  await app.send('POST', apiPaths.tags, { token: bob, json: { name: ['Bread'] } })
  expect(await lastCommit()).toBe(`${byBob}, ${byBob}: tag: create "Bread"`)
  await app.send('PUT', adminPaths.tag('bread'), { token: ann, json: { name: 'Breads' } })
  expect(await lastCommit()).toBe(`${byAnn}, ${byAnn}: tag: rename "Bread" to "Breads"`)
  await app.send('DELETE', adminPaths.tag('bread'), { token: bob })
  expect(await lastCommit()).toBe(`${byBob}, ${byBob}: tag: delete "Breads"`)

  const { versions, revision } = await (await app.send('GET', adminPaths.history(id), { token: bob })).json()
  const first = versions.at(-1).commit
  await app.send('POST', adminPaths.restore(id, first), { token: bob, json: { revision } })
  expect(await lastCommit()).toBe(`${byBob}, ${byBob}: post: restore "Of Bob" from ${first.slice(0, 7)}`)
  await app.send('DELETE', apiPaths.post(id), { token: ann })
  expect(await lastCommit()).toBe(`${byAnn}, ${byAnn}: post: delete "Of Bob"`)
})

test('the audit log names the administrator of each request', async () => {
  const { token } = await (await app.post(adminPaths.login, BOB)).json()
  await app.send('POST', apiPaths.tags, { token, json: { name: ['Rolls'] } })
  const lines = (await Bun.file(`${app.dir}/storage/private/audit.jsonl`).text()).trimEnd().split('\n')
  expect(lines.slice(-2).map((line) => JSON.parse(line))).toMatchObject([
    { event: 'login.succeeded', actor: 'b…@testery.example' },
    { event: 'tag.created', actor: 'b…@testery.example', subject: 'rolls' },
  ])
})
