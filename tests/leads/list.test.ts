import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { testOnFiles } from '#tests/helpers/stores.ts'
import { another } from '#tests/registration/a-registration.ts'
import { aMessage, aSignUp, type LeadSite, leadSite } from './lead-site.ts'

const names = ({ leads }: { leads: { name: string }[] }) => leads.map(({ name }) => name)

describe('GET /api/leads', () => {
  let site: LeadSite
  afterEach(() => site.close())
  const opened = async (...args: Parameters<typeof leadSite>) => {
    site = await leadSite(...args)
    return site
  }

  test('returns sign-ups and messages as cards, newest first', async () => {
    const [signUp, message] = [aSignUp(1, { marks: ['fast', 'other'] }), aMessage(2)]
    const { list } = await opened({ signUps: [signUp], messages: [message] })
    expect(await list()).toEqual({
      leads: [
        {
          id: message.id,
          kind: 'message',
          at: message.at,
          name: 'Bob 2',
          company: 'Milk & Co',
          email: 'bob2@milk.example',
          phone: '',
          excerpt: 'Do you deliver? We are 2 people.',
          marks: [],
          state: 'new',
          read: false,
        },
        {
          id: signUp.id,
          kind: 'registration',
          at: signUp.at,
          name: 'Ann Baker 1',
          company: 'Bakery 1',
          email: 'ann1@bakery.example',
          phone: '(555) 123 - 4567',
          plan: 1,
          marks: ['fast'],
          state: 'new',
          read: false,
        },
      ],
      next: null,
      unread: 2,
    })
  })

  test('returns an empty list without leads', async () => {
    const { list } = await opened()
    expect(await list()).toEqual({ leads: [], next: null, unread: 0 })
  })

  test('contains a sign-up and a message as soon as they are acknowledged', async () => {
    const { list, post, lead } = await opened({ signUps: [aSignUp(1)] })
    expect((await post(apiPaths.register, another(2))).status).toBe(200)
    expect(await list()).toMatchObject({ leads: [{ kind: 'registration' }, { name: 'Ann Baker 1' }], unread: 2 })
    await post(apiPaths.contactMessages, { name: 'Bob', email: 'bob@milk.example', message: 'Hello' })
    const { leads, unread } = await list()
    expect([leads[0]?.name, leads.length, unread]).toEqual(['Bob', 3, 3])
    for (const { id, email } of leads) expect((await lead(id)).email).toBe(email)
  })

  testOnFiles('skips damaged lines, erased leads and other records', async () => {
    const tombstone = { id: aSignUp(3).id, at: aSignUp(3).at, erased: '2026-04-01T00:00:00.000Z' }
    const signUps = [
      'damage',
      aSignUp(1),
      '',
      tombstone,
      '{"n":1}',
      '[1]',
      `{"x":"${'x'.repeat(1_500_000)}"}`,
      aSignUp(4),
    ]
    const { list } = await opened({ signUps })
    expect(await list()).toMatchObject({ leads: [{ name: 'Ann Baker 4' }, { name: 'Ann Baker 1' }], unread: 2 })
  })

  test('keeps the order of a log and loses none after the clock is set back', async () => {
    const signUps = [5, 6, 2, 3].map((n) => aSignUp(n))
    const { list } = await opened({ signUps, messages: [aMessage(4), aMessage(7)] })
    expect(names(await list())).toEqual(['Bob 7', 'Bob 4', 'Ann Baker 3', 'Ann Baker 2', 'Ann Baker 6', 'Ann Baker 5'])
    const paged: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await list(`limit=1&before=${next}`)
      paged.push(...names(page))
      next = page.next
    }
    expect(paged).toEqual(names(await list()))
  })

  test('shortens a long message between characters', async () => {
    const { list } = await opened({
      messages: [aMessage(1, { message: '👩‍🍳'.repeat(400) }), aMessage(2, { message: 'é'.repeat(140) })],
    })
    const [short, long] = (await list()).leads
    expect(short?.excerpt).toBe('é'.repeat(140))
    expect(long?.excerpt).toBe(`${'👩‍🍳'.repeat(28)}…`)
  })
})

describe('the lead filter', () => {
  let site: LeadSite
  beforeAll(async () => {
    site = await leadSite({ signUps, messages })
  })
  afterAll(() => site.close())
  const signUps = [
    aSignUp(1, { company: 'Brot & Söhne' }),
    aSignUp(25, { plan: 2, marks: ['honeypot'] }),
    aSignUp(50, { plan: 4, marks: undefined }),
  ]
  const messages = [aMessage(2), aMessage(51, { message: 'Sauce, please', marks: ['fast'] })]

  const cases: [string, string[]][] = [
    ['', ['Bob 51', 'Ann Baker 50', 'Ann Baker 25', 'Bob 2', 'Ann Baker 1']],
    [
      'kind=&state=&plan=&marked=&read=&from=&to=&q=&before=&limit=&other=1',
      ['Bob 51', 'Ann Baker 50', 'Ann Baker 25', 'Bob 2', 'Ann Baker 1'],
    ],
    ['kind=message', ['Bob 51', 'Bob 2']],
    ['kind=registration', ['Ann Baker 50', 'Ann Baker 25', 'Ann Baker 1']],
    ['plan=2', ['Ann Baker 25']],
    ['marked=yes', ['Bob 51', 'Ann Baker 25']],
    ['marked=no', ['Ann Baker 50', 'Bob 2', 'Ann Baker 1']],
    ['from=2026-03-02&to=2026-03-02', ['Ann Baker 25']],
    ['from=2026-03-03', ['Bob 51', 'Ann Baker 50']],
    ['to=2026-03-01', ['Bob 2', 'Ann Baker 1']],
    ['from=2026-03-03&to=2026-03-01', []],
    ['q=SÖHNE', ['Ann Baker 1']],
    ['q=sauce bob', ['Bob 51']],
    ['q=sauce ann', []],
    ['q=enterprise', ['Ann Baker 50']],
    ['q=555 4567 springfield', ['Ann Baker 50', 'Ann Baker 25', 'Ann Baker 1']],
    ['q=argon2id', []],
    ['state=new&kind=message&read=no&marked=no', ['Bob 2']],
    ['state=closed', []],
  ]
  test.each(cases)('matches: %s', async (query, expected) => {
    const { list } = site
    const found = await list(query)
    expect(names(found)).toEqual(expected)
    expect([found.next, found.unread]).toEqual([null, 5])
  })

  const wrong: [string, string][] = [
    ['kind=robot', 'kind'],
    ['state=sold', 'state'],
    ['plan=5', 'plan'],
    ['marked=maybe', 'marked'],
    ['read=1', 'read'],
    ['from=yesterday', 'from'],
    ['to=2026-3-1', 'to'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['before=now', 'before'],
    ['before=01890000-0000-7000-8000-000000000000', 'before'],
    ['limit=000000', 'limit'],
    ['limit=201000', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
  ]
  test.each(wrong)('is 422 at its field when invalid, without repeating it: %s', async (query, field) => {
    const { send } = site
    const answer = await send('GET', `${adminPaths.leads}?${query}`)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(Object.keys(JSON.parse(text).errors)).toEqual([field])
    expect(text).not.toContain(query.split('=')[1] ?? '')
  })

  test('accepts a search of 100 characters and a page of 200', async () => {
    const { send } = site
    expect((await send('GET', `${adminPaths.leads}?q=${'x'.repeat(100)}&limit=200`)).status).toBe(200)
  })
})
