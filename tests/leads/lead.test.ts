import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Lead } from '#contract/leads.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { aMessage, aSignUp, type LeadSite, leadSite } from './lead-site.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const [signUp, other, message] = [aSignUp(1), aSignUp(3), aMessage(2)]
let clock = new Date('2026-05-01T10:00:00Z')

describe('a lead in the API', () => {
  let site: LeadSite
  beforeAll(async () => {
    site = await leadSite({ signUps: [signUp, other], messages: [message] }, { now: () => clock })
  })
  afterAll(async () => {
    await site.close()
    await rm(site.storage, { recursive: true, force: true })
  })

  test('has every field in form order with its label, except the password hash', async () => {
    const lead = await site.lead(signUp.id)
    expect(lead.fields.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'First Name: Ann',
      'Last Name: Baker 1',
      'Job Title: Owner',
      'Email: ann1@bakery.example',
      'Phone: (555) 123 - 4567',
      'Company: Bakery 1',
      'Street Number: 1',
      'Street Name: Main Street',
      'City: Springfield',
      'State: Ohio',
      'Postal Code: 12345',
      'Country: United States',
      'Software Edition: Basic',
      'Username: annbaker1',
      'Token: spring-fair',
    ])
    expect(lead).toMatchObject({ kind: 'registration', address: '203.0.113.0/24', events: [], read: false, plan: 1 })
    expect(lead).not.toHaveProperty('message')
  })

  test('contains the whole message', async () => {
    const lead = await site.lead(message.id)
    expect(lead.message).toBe(message.message)
    expect(lead.fields.map(({ label }) => label)).toEqual(['Name', 'Company', 'Email', 'Phone'])
    expect(lead).not.toHaveProperty('plan')
  })

  test('is marked as read once, with one log line, and reduces the unread count', async () => {
    const before = (await site.list()).unread
    for (const _ of [1, 2]) {
      const answer = await site.happen(message.id, { read: true })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const lead: Lead = await answer.json()
      expect([lead.read, lead.state, lead.events]).toEqual([true, 'new', []])
    }
    expect((await site.list()).unread).toBe(before - 1)
    expect(await site.file('lead-events.jsonl')).toBe(
      `{"at":"${clock.toISOString()}","lead":"${message.id}","read":true}\n`,
    )
  })

  test('gets a state that implies read, and lists each change, oldest first', async () => {
    const { unread } = await site.list()
    await site.happen(signUp.id, { state: 'contacted' })
    await site.happen(signUp.id, { state: 'contacted' })
    const first = clock.toISOString()
    clock = new Date('2026-05-01T11:00:00Z')
    const lead: Lead = await (await site.happen(signUp.id, { state: 'closed' })).json()
    expect([lead.state, lead.read]).toEqual(['closed', true])
    expect(lead.events).toEqual([
      { at: first, state: 'contacted' },
      { at: clock.toISOString(), state: 'closed' },
    ])
    expect((await site.list()).unread).toBe(unread - 1)
    expect((await site.list('state=closed')).leads.map(({ id }) => id)).toEqual([signUp.id])
    expect((await site.list('read=yes')).leads.map(({ id }) => id)).toEqual([message.id, signUp.id])
    expect((await site.list('read=no')).leads.map(({ id }) => id)).toEqual([other.id])
  })

  test('can be set back to new and stays read', async () => {
    const lead: Lead = await (await site.happen(signUp.id, { state: 'new' })).json()
    expect([lead.state, lead.read, lead.events.length]).toEqual(['new', true, 3])
  })

  test('rejects other events', async () => {
    const wrong = [{}, { state: 'sold' }, { read: false }, { state: ['new'] }, [], 'closed', null, { state: { a: 1 } }]
    for (const event of wrong) {
      const answer = await site.happen(other.id, event)
      expect(answer.status).toBe(422)
      expect(await answer.text()).not.toContain('sold')
    }
    expect((await site.lead(other.id)).read).toBe(false)
  })

  test('is 404 when unknown', async () => {
    await site.send('POST', adminPaths.confirmation, { password: ADMIN.password })
    for (const id of [UNKNOWN, 'x', '__proto__', 'a%2fb', '..']) {
      const path = `${adminPaths.leads}/${encodeURIComponent(id)}`
      expect((await site.send('GET', path)).status).toBe(404)
      expect((await site.send('DELETE', path)).status).toBe(404)
      expect((await site.send('POST', `${path}/events`, { read: true })).status).toBe(404)
    }
  })

  test('is the same after a restart', async () => {
    const [list, lead] = [await site.list(), await site.lead(signUp.id)]
    await site.stop()
    site = await leadSite(site.storage, { now: () => clock })
    expect(await site.list()).toEqual(list)
    expect(await site.lead(signUp.id)).toEqual(lead)
  })

  test('is found after another file replaced its log', async () => {
    const file = join(site.storage, 'private', 'registrations.jsonl')
    await Bun.write(file, `${await site.file('registrations.jsonl')}`.split('\n').reverse().join('\n').trimStart())
    expect((await site.lead(other.id)).email).toBe(other.email)
    expect((await site.lead(signUp.id)).email).toBe(signUp.email)
  })

  test('is read only from the private folder', async () => {
    expect((await readdir(join(site.storage, 'private'))).sort()).toContain('lead-events.jsonl')
    expect((await site.get('/storage/private/lead-events.jsonl')).status).toBe(404)
  })
})

describe('the leads API without a valid token', () => {
  let site: LeadSite
  beforeAll(async () => {
    site = await leadSite({ signUps: [signUp] })
  })
  afterAll(() => site.close())

  const calls: [string, string, unknown][] = [
    ['GET', adminPaths.leads, undefined],
    ['GET', `${adminPaths.leads}?limit=wrong`, undefined],
    ['GET', `${adminPaths.leadsCsv}?kind=wrong`, undefined],
    ['GET', adminPaths.leadsCsv, undefined],
    ['GET', adminPaths.lead(signUp.id), undefined],
    ['GET', adminPaths.lead(UNKNOWN), undefined],
    ['DELETE', adminPaths.lead(signUp.id), undefined],
    ['DELETE', adminPaths.lead(UNKNOWN), undefined],
    ['POST', adminPaths.leadEvents(signUp.id), { read: true }],
    ['POST', adminPaths.leadEvents(UNKNOWN), { read: 'wrong' }],
  ]
  test.each(calls)('%s %s is 401 before anything else', async (method, path, json) => {
    for (const token of [undefined, 'wrong']) {
      const answer = await site.get(path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store'])
      expect(await answer.json()).toEqual({ message: 'Please log in.' })
    }
    expect(await site.file('lead-events.jsonl')).toBe('')
  })

  test('rejects a write from another website even with a token', async () => {
    const headers = { authorization: `Bearer ${site.token}`, 'sec-fetch-site': 'cross-site' }
    expect((await site.get(adminPaths.lead(signUp.id), { method: 'DELETE', headers })).status).toBe(403)
  })

  test('answers 405 to other methods with the allowed ones', async () => {
    const wrong: [string, string, string][] = [
      ['POST', adminPaths.leads, 'GET, HEAD'],
      ['PUT', adminPaths.leadsCsv, 'GET, HEAD'],
      ['PATCH', adminPaths.lead(signUp.id), 'GET, HEAD, DELETE'],
      ['GET', adminPaths.leadEvents(signUp.id), 'POST'],
    ]
    for (const [method, path, allow] of wrong) {
      const answer = await site.send(method, path)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    }
  })
})
