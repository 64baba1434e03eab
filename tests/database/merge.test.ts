import { describe, expect, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { moveCommand } from '#server/cli/move/main.ts'
import { createLog } from '#server/lib/log.ts'
import { ANN } from '#tests/admin/people.ts'
import { faultyDisk } from '#tests/faults/faulty-disk.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { aMessage, aSignUp, hour, type Seed, seeded } from '#tests/leads/lead-site.ts'
import { stateOfOldVersion } from '#tests/state/stored-state.ts'
import { BLANK_FIELDS } from '#tests/writing/blank-fields.ts'

const ends = endsOfEachTest()
const log = createLog('error', () => {})
const now = () => new Date('2026-11-26T05:00:00Z')
const unsaved = (title: string) =>
  JSON.stringify({ saved_at: '2026-11-25T05:00:00.000Z', revision: null, fields: { ...BLANK_FIELDS, title } })

async function move(to: string, privateDir: string, databaseUrl: string, ...flags: string[]) {
  const output: string[] = []
  const config = { privateDir, storageDir: dirname(privateDir), databaseUrl }
  const print = (line: string) => void output.push(line.replace(/, sha256 [0-9a-f]{16}/, ''))
  await moveCommand([`--to=${to}`, ...flags], { config, now, log, print })
  return output
}

type Person = { id: string; email: string; [name: string]: unknown }
const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  name: id,
  email: `${id}@bakery.example`,
  author: null,
  passwordHash: `$argon2id$v=19$${id}`,
  ...more,
})
type Site = Seed & {
  people?: Person[]
  removed?: string[]
  copies?: Record<string, string>
  files?: Record<string, string>
}

/** A folder of private files with these records, accounts and unsaved texts. */
async function inFiles({ people, removed = [], copies = {}, files = {}, ...seed }: Site): Promise<string> {
  const storage = await seeded(seed)
  ends.push(() => rm(storage, { recursive: true, force: true }))
  const folder = join(storage, 'private')
  const accounts = { administrators: people, invitations: [], removed: removed.map((id) => ({ id, name: id })) }
  if (people) await Bun.write(join(folder, 'admin.json'), JSON.stringify(accounts))
  for (const [name, title] of Object.entries(copies)) await Bun.write(join(folder, 'drafts', name), unsaved(title))
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text)
  return folder
}

/** What a store has, read in the form of files. */
async function contentsOf(folder: string) {
  const lines = async (name: string) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
  const drafts = await Array.fromAsync(new Bun.Glob('*/*.json').scan({ cwd: join(folder, 'drafts') })).catch(() => [])
  const titles = drafts.map(async (name) => [
    name,
    JSON.parse(await readFile(join(folder, 'drafts', name), 'utf8')).fields.title,
  ])
  return {
    signUps: await lines('registrations.jsonl'),
    messages: await lines('contact-messages.jsonl'),
    events: await lines('lead-events.jsonl'),
    accounts: JSON.parse(await readFile(join(folder, 'admin.json'), 'utf8').catch(() => 'null')),
    copies: Object.fromEntries(await Promise.all(titles)),
    key: await readFile(join(folder, 'signing.key'), 'utf8').catch(() => ''),
  }
}

/** Merges one site into another in each direction, and reads what the target has then. */
const directions = ['postgres', 'files'] as const
async function merged(to: (typeof directions)[number], source: Site, target: Site, times = 1) {
  const url = await emptyDatabase()
  const [inDatabase, other] = to === 'postgres' ? [target, source] : [source, target]
  await move('postgres', await inFiles(inDatabase), url)
  const folder = await inFiles(other)
  const before = await contentsOf(folder)
  const rows = async () => (await query(url, 'select log, line from site_record order by log, position')).map(String)
  const stored = await rows()
  const counted = await move(to, folder, url, '--dry-run')
  expect([await contentsOf(folder), await rows()]).toEqual([before, stored])
  expect(counted.at(-1)).toBe('This was a dry run: nothing was changed.')
  const output = await move(to, folder, url)
  expect(output.slice(0, 6)).toEqual(counted.slice(0, 6))
  const result = to === 'files' ? folder : await inFiles({})
  for (let time = 1; time < times; time++) await move(to, folder, url)
  if (to === 'postgres')
    for (const name of ['registrations', 'contact-messages', 'lead-events']) await rm(join(result, `${name}.jsonl`))
  if (to === 'postgres') await move('files', result, url)
  return { output, folder, url, ...(await contentsOf(result)) }
}

describe.skipIf(!hasPostgres).each(directions)('bun run move --to=%s into a site with records', (to) => {
  test('keeps a record whose e-mail or username is there, and marks and counts it as a duplicate', async () => {
    const [first, second, third] = [aSignUp(1), aSignUp(2), aSignUp(3)]
    const sameEmail = aSignUp(11, { email: first.email.toUpperCase(), notes: { any: 1 } })
    const sameName = aSignUp(12, { username: second.username })
    const { output, signUps, messages } = await merged(
      to,
      { signUps: [third, sameEmail, sameName, aSignUp(13)], messages: [aMessage(5)] },
      { signUps: [first, second, third], messages: [aMessage(4)] },
    )
    expect(signUps).toEqual([
      ...[first, second, third, { ...sameEmail, duplicateOf: first.id }, { ...sameName, duplicateOf: second.id }],
      aSignUp(13, { id: signUps[5].id }),
    ])
    expect(messages.map(({ name }) => name)).toEqual(['Bob 4', 'Bob 5'])
    expect(output[0]).toBe('registrations: 3 records, 2 marked as duplicates of other records, 1 there already')
    expect(output[1]).toBe('contact-messages: 1 records')
  })

  test('adds further administrators, and keeps those and the keys of the target', async () => {
    const key = (n: number) => Buffer.alloc(32, n).toString('base64url')
    const {
      output,
      accounts,
      key: kept,
    } = await merged(
      to,
      {
        people: [
          person('cleo', { badge: 7 }),
          person('ann-2', { email: 'Ann@bakery.example' }),
          person('bob', { name: 'Old' }),
        ],
        removed: ['zoe'],
        files: { 'signing.key': key(1) },
        signUps: [aSignUp(1)],
      },
      {
        people: [person('ann'), person('bob')],
        removed: ['dan'],
        files: { 'signing.key': key(2) },
        signUps: [aSignUp(2)],
      },
    )
    expect(accounts.administrators).toEqual([person('ann'), person('bob'), person('cleo', { badge: 7 })])
    expect(accounts.removed.map(({ id }: { id: string }) => id)).toEqual(['dan', 'zoe'])
    expect(kept.trim()).toBe(key(2))
    expect(output[4]).toBe('accounts and keys: 1 files, 2 administrators there already, 1 added without a session')
  })

  test('brings nobody back who was removed', async () => {
    const { accounts } = await merged(
      to,
      { people: [person('ann'), person('dan')] },
      { people: [person('ann')], removed: ['dan'] },
    )
    expect(accounts.administrators).toEqual([person('ann')])
  })

  test('keeps both of two unsaved texts, for the same person', async () => {
    const { copies } = await merged(
      to,
      {
        people: [person('ann-2', { email: 'ann@bakery.example' })],
        copies: { 'ann-2/post-a.json': 'Mine', 'ann-2/post-b.json': 'Only there', 'ann-2/post-c.json': 'Same' },
      },
      { people: [person('ann')], copies: { 'ann/post-a.json': 'Theirs', 'ann/post-c.json': 'Same' } },
      3,
    )
    expect(Object.keys(copies).sort()).toEqual([
      expect.stringMatching(/^ann\/new-[0-9a-f]{16}\.json$/),
      ...['ann/post-a.json', 'ann/post-b.json', 'ann/post-c.json'],
    ])
    expect(Object.values(copies).sort()).toEqual(['Mine', 'Only there', 'Same', 'Theirs'])
    expect(copies['ann/post-a.json']).toBe('Theirs')
  })

  test('leaves what is erased erased, in either store', async () => {
    const [one, two] = [aSignUp(1), aSignUp(2)]
    const tombstoneOf = ({ id, at }: { id: string; at: string }) => ({ id, at, erased: hour(9).toISOString() })
    const { output, signUps } = await merged(
      to,
      { signUps: [one, tombstoneOf(two)] },
      { signUps: [tombstoneOf(one), two] },
    )
    expect(signUps).toEqual([tombstoneOf(one), tombstoneOf(two)])
    expect(output[0]).toContain('1 erased like in the source')
  })

  test('adds events, and keeps a state of the target that is newer', async () => {
    const [one, two] = [aSignUp(1), aSignUp(2)]
    const event = (n: number, lead: { id: string }, state: string) => ({
      at: hour(n).toISOString(),
      lead: lead.id,
      state,
    })
    const shared = event(3, one, 'contacted')
    const { events } = await merged(
      to,
      { signUps: [one, two], events: [shared, event(4, one, 'closed'), event(9, two, 'closed')] },
      { signUps: [one, two], events: [shared, event(6, one, 'trial started'), event(5, two, 'contacted')] },
      2,
    )
    const stateOf = (lead: { id: string }) => events.filter((one) => one.lead === lead.id).at(-1)?.state
    expect([stateOf(one), stateOf(two)]).toEqual(['trial started', 'closed'])
    expect(events.filter(({ state }) => state === 'closed')).toHaveLength(2)
  })

  test('may be repeated, and adds nothing twice', async () => {
    const site = {
      signUps: [aSignUp(1), aSignUp(11, { email: aSignUp(1).email })],
      messages: [aMessage(3)],
      people: [person('cleo')],
    }
    const target = { signUps: [aSignUp(1), aSignUp(2)], people: [person('ann')] }
    const { signUps, messages, accounts } = await merged(to, site, target, 3)
    expect([signUps.length, messages.length, accounts.administrators.length]).toEqual([4, 1, 2])
  })

  test('notifies about nothing that both stores have notified about, and about the rest', async () => {
    const cursor = (lead: { id: string }) => JSON.stringify({ after: lead.id, offset: 1, attempts: 0, notBefore: 0 })
    const [one, two, three] = [aSignUp(1), aSignUp(2), aSignUp(3)]
    const path = 'cursors/registrations.webhook.json'
    const finished = await merged(
      to,
      { signUps: [two, three], files: { [path]: cursor(three) } },
      { signUps: [one], files: { [path]: cursor(one) } },
    )
    const behind = await merged(
      to,
      { signUps: [two, three], files: { [path]: cursor(two) } },
      { signUps: [one], files: { [path]: cursor(one) } },
    )
    const afterIn = async ({ folder, url }: { folder: string; url: string }) =>
      to === 'files'
        ? (await Bun.file(join(folder, path)).json()).after
        : (await query<{ after: string }>(url, 'select after from site_cursor'))[0]?.after
    expect([await afterIn(finished), await afterIn(behind)]).toEqual([three.id, one.id])
  })
})

/** A failure at one of so many disk calls; all of them take a minute. */
const STEP = isFullRun ? 1 : 7

test.skipIf(!hasPostgres)('a move that failed at any call of the disk is completed by the next one', async () => {
  const cursor = JSON.stringify({ after: aSignUp(9).id, offset: 1, attempts: 0, notBefore: 0 })
  const source = {
    signUps: [aSignUp(1), aSignUp(2)],
    messages: [aMessage(3)],
    people: [person('cleo'), person('ann')],
    copies: { 'ann/post-a.json': 'Mine' },
    files: { 'cursors/registrations.mail.json': cursor },
  }
  const own = aSignUp(5, { email: aSignUp(1).email })
  const target = { signUps: [own], people: [person('ann')], copies: { 'ann/post-a.json': 'Theirs' } }
  const url = await emptyDatabase()
  await move('postgres', await inFiles(source), url)
  const whole = await inFiles(target)
  await move('files', whole, url)
  const expected = await contentsOf(whole)
  expect([expected.signUps.length, Object.keys(expected.copies).length]).toEqual([3, 2])
  const disk = faultyDisk()
  try {
    for (let nth = 1; ; nth += STEP) {
      const folder = await inFiles(target)
      disk.failAt(nth, 'crash')
      await move('files', folder, url).catch(() => {})
      const failed = disk.failed()
      disk.repair()
      await move('files', folder, url)
      expect(await contentsOf(folder)).toEqual(expected)
      if (failed === undefined) break
    }
  } finally {
    disk.release()
  }
})

test.skipIf(!hasPostgres)('a site that ran on files by accident is merged into the one in PostgreSQL', async () => {
  const [real, accident] = [await stateOfOldVersion('postgres'), await stateOfOldVersion('files')]
  for (const { dir } of [real, accident]) ends.push(() => rm(dir, { recursive: true }))
  const accounts = JSON.parse(await readFile(join(accident.privateDir, 'admin.json'), 'utf8'))
  const further = { ...accounts.administrators[1], id: 'further', email: 'eve@bakery.example' }
  await Bun.write(
    join(accident.privateDir, 'admin.json'),
    JSON.stringify({ ...accounts, administrators: [...accounts.administrators, further] }),
  )
  const output = await move('postgres', accident.privateDir, real.url ?? '')
  expect(output[0]).toBe('registrations: 3 records, 3 marked as duplicates of other records')
  expect(output[4]).toContain('2 administrators there already, 1 added without a session')

  const app = await testApp(real.options)
  ends.push(app.stop)
  const { session, answers } = real.expected
  const { leads } = await (await app.send('GET', adminPaths.leads, { token: session })).json()
  const before = answers[adminPaths.leads] as { leads: { id: string }[] }
  expect(leads).toHaveLength(before.leads.length + 4)
  for (const { id } of before.leads)
    expect(await (await app.send('GET', adminPaths.lead(id), { token: session })).json()).toEqual(
      answers[adminPaths.lead(id)],
    )
  const added = leads.filter(({ id }: { id: string }) => !before.leads.some((one) => one.id === id))
  const shown = added.map(async ({ id }: { id: string }) =>
    (await app.send('GET', adminPaths.lead(id), { token: session })).json(),
  )
  const marked = (await Promise.all(shown)).flatMap(({ fields }) =>
    fields.filter(({ label }: { label: string }) => label === 'Duplicate of'),
  )
  expect(marked).toHaveLength(3)
  for (const { value } of marked) expect(before.leads.map(({ id }) => id)).toContain(value)
  expect((await app.send('GET', adminPaths.account, { token: accident.expected.session })).status).toBe(401)
  const login = await app.post(adminPaths.login, { email: 'eve@bakery.example', password: ANN.password })
  expect(login.status).toBe(200)
})
