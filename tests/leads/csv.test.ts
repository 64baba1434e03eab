import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { aMessage, aSignUp, type LeadSite, leadSite } from './lead-site.ts'

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A1']
const signUps = [
  ...formulas.map((formula, n) => aSignUp(n, { company: formula, city: 'Söhne "Brot", Inc.\n2' })),
  aSignUp(20, { plan: 3, marks: ['fast', 'honeypot'], company: ' =1' }),
]
const messages = [aMessage(30)]
let site: LeadSite
beforeAll(async () => {
  site = await leadSite({ signUps, messages }, { now: () => new Date('2026-05-01T23:59:59Z') })
})
afterAll(() => site.close())
const download = async (query = '') => {
  const answer = await site.send('GET', `${adminPaths.leadsCsv}?${query}`)
  return { answer, text: Buffer.from(await answer.arrayBuffer()).toString('utf8') }
}

describe('GET /api/leads.csv', () => {
  test('is a dated file in UTF-8 with a byte order mark for spreadsheets', async () => {
    const { answer, text } = await download('kind=message')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads-2026-05-01.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(text).toStartWith('\ufeffId,Received,Kind,Progress,Read,Marks,First Name,')
    expect(text.match(/\ufeff/g)).toHaveLength(1)
    expect(text.split('\r\n')[1]).toBe(
      `${messages[0]?.id},${messages[0]?.at},message,new,no,,,,,bob30@milk.example,,Milk & Co,,,,,,,,,,Bob 30,"Do you deliver?\nWe are 30 people.",2001:db8:7::/48`,
    )
  })

  test('contains every field of a sign-up except the password hash', async () => {
    const { text } = await download('plan=3')
    const [names = '', row = ''] = text.slice(1).split('\r\n')
    const cells = row.split(',')
    const cell = (name: string) => cells[names.split(',').indexOf(name)]
    expect(names.split(',')).toHaveLength(cells.length)
    expect(['Marks', 'Software Edition', 'Username', 'Token', 'Network', 'State', 'Progress'].map(cell)).toEqual([
      'honeypot fast',
      'Business',
      'annbaker20',
      'spring-fair',
      '203.0.113.0/24',
      'Ohio',
      'new',
    ])
    expect(text).not.toContain('argon2id')
  })

  test.each(formulas)('contains no formula: %j', async (formula) => {
    const { text } = await download()
    expect(text).not.toMatch(new RegExp(`[,"]${RegExp.escape(formula)}`))
    expect(text).toContain(`'${formula}`)
  })

  test('quotes separators and line breaks', async () => {
    expect((await download()).text).toContain(',"Söhne ""Brot"", Inc.\n2",')
  })

  test('contains all leads of the filter, and answers 422 to an invalid filter', async () => {
    expect((await download()).text.split('\r\n')).toHaveLength(14)
    expect((await download('marked=yes')).text.split('\r\n')).toHaveLength(3)
    expect((await download('q=nobody')).text.split('\r\n')).toHaveLength(2)
    expect((await download('kind=robot')).answer.status).toBe(422)
  })
})
