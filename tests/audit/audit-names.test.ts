import { afterEach, describe, expect, test } from 'bun:test'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { type AuditList, nameInAudit } from '#contract/audit.ts'
import { ANN, appWithPeople, BOB } from '#tests/admin/people.ts'
import { runAdmin } from '#tests/admin/shell.ts'
import { testOnFiles } from '#tests/helpers/stores.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { auditOf } from './audit-of.ts'

const AMY = { name: 'Amy Cook', email: 'amy@bakery.example', password: 'the oven is too hot' }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A site with Ann and Amy, whose shortened e-mails are the same. */
async function opened() {
  const site = await appWithPeople()
  ends.push(site.close)
  const first = await site.first()
  const ann = await site.add(first.token, ANN)
  const amy = await site.add(first.token, AMY)
  const list = async (query = ''): Promise<AuditList> =>
    (await site.send('GET', `${adminPaths.audit}${query}`, { token: first.token })).json()
  /** Event, person and subject, as the dashboard shows them. */
  const shown = async (query = '') => {
    const { events, people } = await list(query)
    return events.map(({ event, by, actor, about, subject }) =>
      [event, nameInAudit(people, by, actor), nameInAudit(people, about, subject)].filter(Boolean).join(' | '),
    )
  }
  const names = async () => (await list()).people.map(({ name }) => name)
  const rename = (token: string, name: string) => site.send('POST', adminPaths.account, { token, json: { name } })
  const remove = (id: string) => site.send('DELETE', adminPaths.administrator(id), { token: first.token })
  const shell = { storageDir: join(site.dir, 'storage'), now: site.now }
  const admin = (...args: string[]) => runAdmin(shell, args)
  return { ...site, first, ann, amy, list, shown, names, rename, remove, admin }
}

describe('names in the audit log', () => {
  test('tell apart two administrators with the same initial and domain, and select the events of one', async () => {
    const site = await opened()
    expect((await site.shown()).slice(0, 6)).toEqual([
      'login.succeeded | Amy Cook',
      'invitation.accepted | Amy Cook',
      'invitation.made | Administrator | a…@bakery.example',
      'login.succeeded | Ann Baker',
      'invitation.accepted | Ann Baker',
      'invitation.made | Administrator | a…@bakery.example',
    ])
    expect(await site.shown(`?by=${site.amy.id}`)).toEqual([
      'login.succeeded | Amy Cook',
      'invitation.accepted | Amy Cook',
    ])
  })

  test('are the current ones, also for failed logins with an e-mail of an administrator', async () => {
    const site = await opened()
    await site.post(adminPaths.login, { email: ANN.email.toUpperCase(), password: 'wrong' })
    await site.post(adminPaths.login, { email: 'alice@bakery.example', password: 'wrong' })
    await site.rename(site.ann.token, 'Ann Miller')
    expect((await site.shown()).slice(0, 3)).toEqual([
      'account.changed | Ann Miller',
      'login.failed | a…@bakery.example',
      'login.failed | Ann Miller',
    ])
  })

  test('of a removed administrator stay, in the dashboard and in the shell', async () => {
    const site = await opened()
    await site.remove(site.ann.id)
    await site.admin('remove', AMY.email)
    const removed = 'administrator.removed'
    const [byShell, byPerson] = await site.shown()
    expect([byShell, byPerson]).toEqual([
      `${removed} | shell | Amy Cook (removed)`,
      `${removed} | Administrator | Ann Baker (removed)`,
    ])
    expect(await site.shown(`?by=${site.ann.id}`)).toContain('login.succeeded | Ann Baker (removed)')
    expect(await site.names()).toEqual(['Administrator', 'Ann Baker (removed)', 'Amy Cook (removed)'])
    const { output } = await site.admin('audit')
    expect(output).toMatch(/administrator\.removed {2}shell {2}Amy Cook \(removed\)\n$/)
    expect(output).toContain('administrator.removed  Administrator  Ann Baker (removed)')
  })

  test('that several have are told apart by e-mail, those of removed administrators by id', async () => {
    const site = await opened()
    await site.rename(site.amy.token, ANN.name)
    expect(await site.names()).toEqual(['Administrator', `Ann Baker (${ANN.email})`, `Ann Baker (${AMY.email})`])
    await site.remove(site.ann.id)
    expect(await site.names()).toEqual(['Administrator', 'Ann Baker', 'Ann Baker (removed)'])
    await site.remove(site.amy.id)
    const start = ({ id }: { id: string }) => id.slice(0, 8)
    expect(await site.names()).toEqual([
      'Administrator',
      `Ann Baker (removed) (${start(site.ann)})`,
      `Ann Baker (removed) (${start(site.amy)})`,
    ])
  })

  testOnFiles(
    'are missing in lines without an id and with an unknown one, which are listed with what they have',
    async () => {
      const site = await opened()
      const time = '2026-03-01T10:00:00.000Z'
      const lines = [
        { time, event: 'post.created', actor: 'a…@bakery.example', address: '', subject: 'old' },
        {
          time,
          event: 'post.created',
          actor: 'x…@bakery.example',
          by: '0123456789ab',
          address: '',
          subject: 'strange',
        },
      ]
      const file = join(site.dir, 'storage/private/audit.jsonl')
      await appendFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      expect((await site.shown()).slice(0, 2)).toEqual([
        'post.created | x…@bakery.example (01234567) | strange',
        'post.created | a…@bakery.example | old',
      ])
      expect(await site.shown(`?by=${encodeURIComponent('a…@bakery.example')}`)).toEqual([
        'post.created | a…@bakery.example | old',
      ])
      expect((await site.admin('audit', '--last=2')).output.split('\n')).toEqual([
        '2026-03-01 10:00:00  post.created           a…@bakery.example  old',
        '2026-03-01 10:00:00  post.created           x…@bakery.example (01234567)  strange',
        '',
      ])
    },
  )

  test('are never written into the log, nor are whole e-mails', async () => {
    const site = await opened()
    await site.admin('reset', ANN.email)
    await site.remove(site.amy.id)
    const lines = await auditOf(site)
    expect(lines.at(-2)).toMatchObject({ event: 'password.reset', actor: 'shell', about: site.ann.id })
    expect(lines.at(-2)).not.toHaveProperty('by')
    expect(lines.at(-1)).toMatchObject({ by: site.first.id, about: site.amy.id })
    const text = JSON.stringify(lines)
    for (const { name, email } of [ANN, AMY, { name: 'Administrator', email: ADMIN.email }]) {
      expect(text).not.toContain(name)
      expect(text).not.toContain(email)
    }
  })
})

testOnFiles('bun run admin audit works while admin.json is damaged', async () => {
  const site = await opened()
  await Bun.write(join(site.dir, 'storage/private/admin.json'), '{')
  const { code, output } = await site.admin('audit', '--last=1')
  expect([code, output]).toEqual([0, expect.stringContaining(`a…@bakery.example (${site.amy.id.slice(0, 8)})`)])
})

testOnFiles('only the 200 names removed last are stored', async () => {
  const site = await opened()
  const file = join(site.dir, 'storage/private/admin.json')
  const stored = await Bun.file(file).json()
  const removed = Array.from({ length: 200 }, (_, n) => ({ id: `id-${n}`, name: BOB.name }))
  await Bun.write(file, JSON.stringify({ ...stored, removed }))
  await site.remove(site.ann.id)
  const after = (await Bun.file(file).json()).removed
  expect([after.length, after[0].id, after.at(-1)]).toEqual([200, 'id-1', { id: site.ann.id, name: ANN.name }])
})
