import { describe, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { startSite } from '#tests/helpers/site.ts'
import { isPostgres, testOnFiles } from '#tests/helpers/stores.ts'
import { another } from '#tests/registration/a-registration.ts'
import { aMessage, aSignUp, leadSite, type Seed } from './lead-site.ts'
import { onFiles, run, text } from './run-leads.ts'

const ends = endsOfEachTest()

/** The site, listening, with its server.json written. */
async function listening(seed: Seed) {
  const site = await leadSite(seed)
  ends.push(site.close)
  await site.services.processLock.announce(site.listen())
  return { ...site, leads: (...args: string[]) => run(site.storage, ...args) }
}

describe('bun run leads', () => {
  const [signUp, message] = [aSignUp(1, { company: 'Bell\u0007\u001b[2J' }), aMessage(2)]
  const seed = {
    signUps: isPostgres ? [signUp] : ['damage', signUp],
    messages: [message],
    events: [{ at: signUp.at, lead: signUp.id, state: 'closed' }],
  }

  test('list prints one line per lead, newest first, without terminal control sequences', async () => {
    const { leads } = await onFiles(seed)
    const { code, lines } = await leads('list')
    expect(code).toBe(0)
    expect(lines).toEqual([
      [message.id, message.at, 'message', 'new, unread', 'Bob 2', 'Milk & Co', 'bob2@milk.example'].join('\t'),
      [signUp.id, signUp.at, 'registration', 'closed', 'Ann Baker 1', 'Bell  [2J', 'ann1@bakery.example'].join('\t'),
    ])
  })

  test('show prints every field except the password hash', async () => {
    const { leads } = await onFiles(seed)
    const { output: said } = await leads('show', signUp.id)
    expect(said).toContain('\nUsername: annbaker1\n')
    expect(said).toContain(`\n${signUp.at} closed\n`)
    expect(said).not.toContain('argon2id')
    expect((await leads('show', message.id)).output).toContain('Message:\nDo you deliver?\nWe are 2 people.\n')
    expect((await leads('show', 'x')).code).toBe('There is no such lead.')
  })

  test('export prints the CSV of the dashboard', async () => {
    const { leads } = await onFiles(seed)
    const { output: said, code } = await leads('export')
    expect([code, said.split('\r\n').length]).toEqual([0, 4])
    expect(said).toStartWith('\ufeffId,Received,')
  })

  test('export --format=jsonl prints one JSON object per lead with its state, without the password hash', async () => {
    const { leads } = await onFiles(seed)
    const { code, lines } = await leads('export', '--format=jsonl')
    expect(code).toBe(0)
    const { passwordHash, ...data } = signUp
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: 'message', progress: 'new', read: false, ...message },
      { kind: 'registration', progress: 'closed', read: true, ...data },
    ])
  })

  testOnFiles('reads without writing, and works without the folder', async () => {
    const { storage, leads } = await onFiles({ ...seed, messages: [message, '{"torn":'] })
    const folder = join(storage, 'private')
    const state = async () =>
      Promise.all((await readdir(folder)).map(async (name) => [name, (await stat(join(folder, name))).mtimeMs]))
    const before = await state()
    for (const args of [['list'], ['show', signUp.id], ['export'], ['verify'], ['erase', signUp.id]])
      await leads(...args)
    expect(await state()).toEqual(before)
    expect(await run('/nowhere', 'list')).toMatchObject({ code: 0, output: '' })
    expect(await run('/nowhere', 'verify')).toMatchObject({ code: 0 })
  })

  test.each([[[]], [['what']], [['list', '--wrong']], [['export', '--format=xml']], [['show', 'a', 'b']]])(
    'prints its usage for %j',
    async (args) => {
      const { leads } = await onFiles({})
      expect(await leads(...args)).toMatchObject({ code: 1, output: expect.stringContaining('bun run leads …') })
    },
  )
})

describe('bun run leads erase', () => {
  test('requires --yes', async () => {
    const signUp = aSignUp(1)
    const { storage, leads } = await onFiles({ signUps: [signUp] })
    const { code, output: said } = await leads('erase', signUp.id)
    expect([code, said]).toEqual([1, expect.stringContaining('Add --yes')])
    expect(await text(storage, 'registrations.jsonl')).toContain('annbaker1')
  })

  test('edits the files when no site runs', async () => {
    const signUp = aSignUp(1)
    const { storage, leads } = await onFiles({ signUps: [signUp, aSignUp(2)] })
    expect((await leads('erase', signUp.id, '--yes')).code).toBe(0)
    expect(await text(storage, 'registrations.jsonl')).not.toContain('annbaker1')
    expect(await text(storage, 'lead-events.jsonl')).toContain('"erased":true')
    expect(JSON.parse(await text(storage, 'audit.jsonl'))).toMatchObject({
      event: 'lead.erased',
      actor: 'shell',
      subject: signUp.id,
    })
    expect((await leads('list')).lines).toHaveLength(1)
    expect((await leads('erase', signUp.id, '--yes')).code).toBe('There is no such lead.')
  })

  test('asks the running site, which updates at once and frees the names', async () => {
    const site = await listening({ messages: [aMessage(1)] })
    expect((await site.post(apiPaths.register, another(1))).status).toBe(200)
    const [lead] = (await site.list()).leads
    expect((await site.leads('erase', lead?.id ?? '', '--yes')).code).toBe(0)
    expect(await site.list()).toMatchObject({ leads: [{ name: 'Bob 1' }], unread: 1 })
    expect((await site.post(apiPaths.register, another(1, { token: 'new' }))).status).toBe(200)
    expect((await site.leads('erase', lead?.id ?? '', '--yes')).code).toMatch(
      isPostgres ? /^There is no such lead\.$/ : /answered 404: There is no such lead\.$/,
    )
  })

  testOnFiles('edits no file while another process holds the lock and does not respond', async () => {
    const signUp = aSignUp(1)
    const site = await leadSite({ signUps: [signUp] })
    ends.push(site.close)
    const inUse = /^Another process \(PID \d+ on \S+, started 20\S+\) uses \/.*private\. Stop it, .* does not answer/
    expect((await run(site.storage, 'erase', signUp.id, '--yes')).code).toMatch(inUse)
    await site.services.processLock.announce(`http://127.0.0.1:${await freePort()}`)
    expect((await run(site.storage, 'erase', signUp.id, '--yes')).code).toMatch(inUse)
    await Bun.write(join(site.storage, 'private', 'server.json'), 'damage')
    expect((await run(site.storage, 'erase', signUp.id, '--yes')).code).toMatch(/^Another process uses \/.*private\./)
    expect(await text(site.storage, 'registrations.jsonl')).toContain('annbaker1')
  })

  testOnFiles('edits the files at once after the server was killed, whatever server.json says', async () => {
    const signUp = aSignUp(1)
    const { storage, leads } = await onFiles({ signUps: [signUp] })
    const holder = { pid: process.pid, host: 'web-1', started: '2026-11-23T05:00:00.000Z', url: 'http://127.0.0.1:1' }
    await Bun.write(join(storage, 'private', 'process.lock'), '')
    await Bun.write(join(storage, 'private', 'server.json'), JSON.stringify(holder))
    expect((await leads('erase', signUp.id, '--yes')).code).toBe(0)
    expect(await text(storage, 'registrations.jsonl')).not.toContain('annbaker1')
  })

  testOnFiles("prints the running site's response, and is rejected without the correct key", async () => {
    const site = await listening({ signUps: [aSignUp(1)] })
    const [lead] = (await site.list()).leads
    await Bun.write(join(site.storage, 'private', 'command.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`)
    expect((await site.leads('erase', lead?.id ?? '', '--yes')).code).toMatch(/answered 401: Please log in\.$/)
    expect((await site.list()).leads).toHaveLength(1)
  })
})

test('the server writes server.json at startup and removes it at shutdown', async () => {
  const site = await startSite()
  ends.push(site.close)
  const file = join(site.storage, 'private', 'server.json')
  // It answers a moment before it has written server.json.
  await eventually(
    async () => (await Bun.file(file).exists()) && (await Bun.file(file).json()).url,
    (url) => url === site.url,
  )
  expect(await Bun.file(file).json()).toEqual({
    pid: expect.any(Number),
    host: expect.any(String),
    started: expect.stringMatching(/^20/),
    url: site.url,
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await site.stop()
  expect(await Bun.file(file).exists()).toBe(false)
}, 60_000)
