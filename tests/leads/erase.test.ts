import { afterEach, describe, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Disk, realDisk } from '#server/storage/files.ts'
import { breakingLogDisk } from '#tests/files/failing-log-disk.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { describeOnFiles, isPostgres } from '#tests/helpers/stores.ts'
import { another } from '#tests/registration/a-registration.ts'
import { aMessage, aSignUp, type LeadSite, leadSite, seeded } from './lead-site.ts'

const sites: LeadSite[] = []
/** Sites that hang in the middle of a write, as if the process had been killed. */
const killed = new Set<LeadSite['services']>()
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})
/** The next start on a folder waits for the end of the previous one. */
const opened = async (...args: Parameters<typeof leadSite>) => {
  for (const site of sites.filter(({ storage, services }) => storage === args[0] && !killed.has(services)))
    await site.stop()
  const site = await leadSite(...args)
  sites.push(site)
  return site
}
const ERASED = new Date('2026-05-01T10:00:00Z')
const at = { now: () => ERASED }
/** Everything in the private folder, as one text. */
async function everything({ storage, file }: LeadSite) {
  const names = await readdir(join(storage, 'private'), { withFileTypes: true })
  return (await Promise.all(names.filter((one) => one.isFile()).map(({ name }) => file(name)))).join('\n')
}

describe('DELETE /api/leads/:id', () => {
  test('removes all personal data from disk and leaves id and time in the line', async () => {
    const [before, wanted, behind] = [aSignUp(1), aSignUp(2), aSignUp(3)]
    const site = await opened({ signUps: [before, wanted, behind], messages: [aMessage(4)] }, at)
    const answer = await site.erase(wanted.id)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(Object.keys(await answer.json())).toEqual(['message'])
    const lines = (await site.file('registrations.jsonl')).split('\n')
    expect(lines.map((line) => line && JSON.parse(line))).toEqual([
      before,
      { id: wanted.id, at: wanted.at, erased: ERASED.toISOString() },
      behind,
      '',
    ])
    const all = await everything(site)
    for (const word of ['Baker 2', 'ann2@', 'annbaker2', 'Bakery 2']) expect(all).not.toContain(word)
    if (!isPostgres) expect((await stat(join(site.storage, 'private', 'registrations.jsonl'))).mode & 0o777).toBe(0o600)
    expect(await site.file('lead-events.jsonl')).toBe(
      `${JSON.stringify({ at: ERASED.toISOString(), lead: wanted.id, erased: true })}\n`,
    )
  })

  test('removes the lead from list, count and URL, and answers 404 the second time', async () => {
    const [signUp, message] = [aSignUp(1), aMessage(2)]
    const site = await opened({ signUps: [signUp], messages: [message] })
    await site.happen(message.id, { state: 'closed' })
    expect((await site.erase(message.id)).status).toBe(200)
    expect(await site.list()).toMatchObject({ leads: [{ id: signUp.id }], unread: 1 })
    expect(await site.file('contact-messages.jsonl')).not.toContain('milk')
    for (const method of ['GET', 'DELETE']) {
      expect((await site.send(method, adminPaths.lead(message.id))).status).toBe(404)
    }
    expect((await site.happen(message.id, { read: true })).status).toBe(404)
    const again = await opened(site.storage)
    expect(await again.list()).toMatchObject({ leads: [{ id: signUp.id }], unread: 1 })
    expect((await again.erase(message.id)).status).toBe(404)
  })

  test('erases once for concurrent requests', async () => {
    const signUp = aSignUp(1)
    const site = await opened({ signUps: [signUp] })
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.erase(signUp.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    expect((await site.file('lead-events.jsonl')).trim().split('\n')).toHaveLength(1)
  })

  test('frees username and e-mail for one new sign-up, even a concurrent one', async () => {
    const site = await opened()
    const signUp = (token: string) => site.post(apiPaths.register, another(1, { token }))
    expect((await signUp('first')).status).toBe(200)
    const [lead] = (await site.list()).leads
    const erasing = site.erase(lead?.id ?? '')
    const rivals = Promise.all(['a', 'b', 'c', 'd'].map(signUp))
    expect((await erasing).status).toBe(200)
    const later = await Promise.all(['e', 'f', 'g'].map(signUp))
    const taken = [...(await rivals), ...later].filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect((await site.list()).leads).toHaveLength(1)
    const again = await opened(site.storage)
    expect((await again.post(apiPaths.register, another(1, { token: 'late' }))).status).toBe(422)
  })

  test('loses no sign-up that is acknowledged at the same time', async () => {
    const count = isPostgres ? 1_000 : isFullRun ? 20_000 : 4_000
    const signUps = Array.from({ length: count }, (_, n) => aSignUp(n))
    const site = await opened({ signUps }, { env: { RATE_LIMITS: 'off' } })
    const answers = await Promise.all([
      site.erase(signUps[10]?.id ?? ''),
      ...Array.from({ length: 20 }, (_, n) => site.post(apiPaths.register, another(n))),
      site.erase(signUps.at(-1)?.id ?? ''),
    ])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const text = await site.file('registrations.jsonl')
    for (let n = 0; n < 20; n++) expect(text).toContain(`"username":"username-${n}"`)
    expect(text.trim().split('\n')).toHaveLength(count + 20)
  }, 60_000)
})

describe('erasing from set-aside torn lines', () => {
  const torn = (lead: Record<string, unknown>, length: number) => JSON.stringify(lead).slice(0, length)

  test("removes those with the lead's id, e-mail or username, complete or cut off, and no others", async () => {
    const wanted = aSignUp(1)
    const sent = { firstName: 'Ann', email: 'ANN1@bakery.example', username: 'annbaker1' }
    const other = `{"id":"x","firstName":"Olga","email":"olga@milk.example","user`
    const site = await opened({ signUps: [wanted], messages: [aMessage(2)] })
    const write = (name: string, lines: string[]) => Bun.write(join(site.storage, 'private', name), lines.join('\n'))
    await write('registrations.jsonl.torn', [
      torn(wanted, 100),
      other,
      JSON.stringify(sent),
      '{"firstName":"Ann","email":"ann1@bak',
      '\u0000\u0000',
      '',
    ])
    await write('contact-messages.jsonl.torn', ['{"name":"A","email":"ann1@bakery.example","mess', ''])
    expect((await site.erase(wanted.id)).status).toBe(200)
    expect(await site.file('registrations.jsonl.torn')).toBe(`${other}\n\u0000\u0000\n`)
    expect(await site.file('contact-messages.jsonl.torn')).toBe('')
    expect((await stat(join(site.storage, 'private', 'registrations.jsonl.torn'))).mode & 0o777).toBe(0o600)
  })
})

describeOnFiles('an erasure that fails', () => {
  test('leaves the old or the new state at any disk call, and can be repeated', async () => {
    const wanted = aSignUp(2)
    let storage = ''
    for (let step = 1; ; step++) {
      const { disk, arm, mend } = breakingLogDisk()
      storage = await seeded({ signUps: [aSignUp(1), wanted] })
      const site = await leadSite(storage, { logDisk: disk })
      arm(step)
      const { status } = await site.erase(wanted.id)
      mend()
      if (status === 200) {
        await site.close()
        break
      }
      expect(status).toBe(503)
      const isGone = !(await site.file('registrations.jsonl')).includes('annbaker2')
      expect((await site.list()).leads).toHaveLength(isGone ? 1 : 2)
      expect((await site.erase(wanted.id)).status).toBe(isGone ? 404 : 200)
      expect(await everything(site)).not.toContain('annbaker2')
      const answer = await site.post(apiPaths.register, another(1, { email: wanted.email }))
      if (!isGone) expect(answer.status).toBe(200)
      await site.close()
    }
    const again = await opened(storage)
    expect(await again.file('lead-events.jsonl')).toContain(`"lead":"${wanted.id}","erased":true`)
  }, 60_000)

  test('is recorded at the next start when its event could not be written', async () => {
    const wanted = aSignUp(1)
    const tombstone = { id: wanted.id, at: wanted.at, erased: ERASED.toISOString() }
    const site = await opened({ signUps: [tombstone], events: [{ at: wanted.at, lead: wanted.id, state: 'closed' }] })
    expect((await site.file('lead-events.jsonl')).split('\n')[1]).toBe(
      JSON.stringify({ at: tombstone.erased, lead: wanted.id, erased: true }),
    )
    const again = await opened(site.storage)
    expect((await again.file('lead-events.jsonl')).trim().split('\n')).toHaveLength(2)
    expect((await again.list()).unread).toBe(0)
  }, 60_000)

  test('never leaves a partial lead when the process is killed', async () => {
    const wanted = aSignUp(2)
    for (const call of ['rename', 'syncFolder'] as const) {
      const end = Promise.withResolvers<never>()
      end.promise.catch(() => {})
      const disk: Disk = { ...realDisk, [call]: () => end.promise }
      const storage = await seeded({ signUps: [aSignUp(1), wanted] })
      const before = await opened(storage, { logDisk: disk })
      before.erase(wanted.id).catch(() => {})
      const copy = async () => (await readdir(join(storage, 'private'))).some((name) => name.endsWith('.tmp'))
      const gone = async () => !(await before.file('registrations.jsonl')).includes('annbaker2')
      while (!(call === 'rename' ? await copy() : await gone())) await new Promise((turn) => setImmediate(turn))
      killed.add(before.services)
      await before.services.processLock.release()
      const after = await opened(storage)
      expect((await after.list()).leads).toHaveLength(call === 'rename' ? 2 : 1)
      expect((await after.erase(wanted.id)).status).toBe(call === 'rename' ? 200 : 404)
      expect(await everything(after)).not.toContain('annbaker2')
      expect((await readdir(join(storage, 'private'))).filter((name) => name.endsWith('.tmp'))).toEqual([])
      end.reject(new Error('killed'))
    }
  }, 60_000)
})
