import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'
import { aMessage, aSignUp, type LeadSite, leadSite } from './lead-site.ts'

/** A hundred thousand leads in all, or a fifth of them. */
const SHARE = isFullRun ? 1 : 0.2
const SIGN_UPS = 90_000 * SHARE
const MESSAGES = 10_000 * SHARE
const ALL = SIGN_UPS + MESSAGES
/** Far from both ends of the list. */
const AFTER = ALL * 0.7
const ERASED = SIGN_UPS / 2

const signUps = Array.from({ length: SIGN_UPS }, (_, n) => aSignUp(n))
const messages = Array.from({ length: MESSAGES }, (_, n) => aMessage(n * 9 + 0.5))
const newest = [...signUps, ...messages].sort((one, other) => (one.at < other.at ? 1 : -1)).map(({ id }) => id)

describe('many thousand leads', () => {
  let site: LeadSite
  beforeAll(async () => {
    site = await leadSite({ signUps, messages })
  }, 60_000)
  afterAll(() => site.close())

  test('are searched without blocking the site, and again without reading all records; a list reads little', async () => {
    const took = async (query: string) => {
      const started = cpuMilliseconds()
      await site.list(query)
      return cpuMilliseconds() - started
    }
    /** What the same request takes without what a garbage collection adds to one. */
    const leastOf = async (query: string) => {
      const times: number[] = []
      for (let n = 0; n < 10; n++) times.push(await took(query))
      return Math.min(...times)
    }
    let turns = 0
    const timer = setInterval(() => turns++)
    const first = await took('q=nobody at all')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(20 * SHARE)
    expect(await leastOf('q=nobody at all')).toBeLessThan(first / 5)
    expect(await leastOf('q=a')).toBeLessThan(first / 5)
    expect(await leastOf('')).toBeLessThan(first / 5)
  }, 60_000)

  test('are listed from the end', async () => {
    const page = await site.list()
    expect(page.leads.map(({ id }) => id)).toEqual(newest.slice(0, 50))
    expect([page.next, page.unread]).toEqual([newest[49] ?? '', ALL])
  }, 60_000)

  test('are listed once each across pages', async () => {
    const ids: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await site.list(`limit=200&before=${next}`)
      ids.push(...page.leads.map(({ id }) => id))
      next = page.next
    }
    expect(ids.length).toBe(ALL)
    expect(ids).toEqual(newest)
  }, 60_000)

  test('can be continued after any lead under any filter', async () => {
    const [before = ''] = newest.slice(AFTER)
    expect((await site.list(`limit=3&before=${before}`)).leads.map(({ id }) => id)).toEqual(
      newest.slice(AFTER + 1, AFTER + 4),
    )
    const page = await site.list(`kind=message&limit=2&before=${before}`)
    const behind = new Set(newest.slice(AFTER + 1))
    const expected = messages
      .filter(({ id }) => behind.has(id))
      .slice(-2)
      .reverse()
    expect(page.leads.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  }, 60_000)

  test('are found by words anywhere in them, newest first, page by page', async () => {
    const search = (words: string, rest = '') => site.list(`q=${encodeURIComponent(words)}${rest}`)
    const { leads, next } = await search('Baker 777 ann777@bakery')
    expect([leads.map(({ name }) => name), next]).toEqual([['Ann Baker 777'], null])
    const found: string[] = []
    for (let before: string | null = ''; before !== null; ) {
      const page: Awaited<ReturnType<typeof search>> = await search('777@BAKERY', `&limit=7&before=${before}`)
      found.push(...page.leads.map(({ id }) => id))
      before = page.next
    }
    const wanted = signUps.filter(({ email }) => email.includes('777@bakery')).map(({ id }) => id)
    expect(found).toEqual(wanted.reverse())
    expect((await search('bakery', '&kind=message')).leads).toEqual([])
  }, 60_000)

  test('are each found by id', async () => {
    for (const { id, email } of [signUps[0], signUps[SIGN_UPS / 2], messages[MESSAGES - 1], messages[0]].flatMap(
      (one) => one ?? [],
    )) {
      expect((await site.lead(id)).email).toBe(email)
    }
  }, 60_000)

  test('are all exported, and the export stops when the client disconnects', async () => {
    const answer = await site.send('GET', `${adminPaths.leadsCsv}?kind=message`)
    expect((await answer.text()).split('\r\n')).toHaveLength(MESSAGES + 2)
    const reader = (await site.send('GET', adminPaths.leadsCsv)).body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }, 60_000)

  test('can be erased one by one without moving others', async () => {
    const [wanted] = signUps.slice(ERASED)
    const before = await site.file('registrations.jsonl')
    expect((await site.erase(wanted?.id ?? '')).status).toBe(200)
    const after = await site.file('registrations.jsonl')
    expect(after.length).toBe(before.length)
    expect((await site.list()).unread).toBe(ALL - 1)
    expect((await site.lead(signUps[ERASED + 1]?.id ?? '')).email).toBe(`ann${ERASED + 1}@bakery.example`)
    expect((await site.send('GET', adminPaths.lead(wanted?.id ?? ''))).status).toBe(404)
    const page = await site.list(`limit=1&before=${wanted?.id}`)
    expect(page.leads[0]?.id).toBe(newest[newest.indexOf(wanted?.id ?? '') + 1])
  }, 60_000)
})
