import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { parse } from 'yaml'
import { promises } from '#client/ui/brand/promises.tsx'
import { SiteSchema } from '#contract/site.ts'
import { withSiteFacts } from '#server/content/legal-text.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const agreement = await Bun.file('content/legal/subscription-agreement.md').text()
const company = { name: 'Miller & Co.', address: '12 Mill Street\nPortland, OR 97201' }

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    files: {
      'site.yml': `${smallContent['site.yml']}company:\n  name: ${company.name}\n  address: |\n    12 Mill Street\n    Portland, OR 97201\n`,
      'legal/subscription-agreement.md': agreement,
    },
  })
})
afterAll(() => app.close())

const page = (path: string) => app.get(path, { headers: { accept: 'text/html' } })
const text = async (path: string) => (await page(path)).text()

describe('the page of the subscription agreement', () => {
  test('has every clause that the site promises', async () => {
    const html = await text('/subscription-agreement')
    for (const { clause } of promises) expect(html).toContain(`<h3 id="${clause}">`)
  })

  test('names the product and the company, and shows no note of the file', async () => {
    const html = await text('/subscription-agreement')
    expect(html).toContain('free trial of Testery')
    expect(html).toContain('You make it with Miller &amp; Co., 12 Mill Street, Portland, OR 97201.')
    expect(html).not.toMatch(/\{(?:name|company)\}|<!--|For the owner/)
  })

  test('has one title, and leads to the PDF and to the sign-up', async () => {
    const html = await text('/subscription-agreement')
    expect(html.match(/<h1[^>]*>[^<]*/g)).toEqual(['<h1>Subscription Agreement'])
    expect(html).toContain('href="/storage/documents/agreement.pdf" download')
    expect(html).toContain('href="/pricing/try-for-free"')
  })

  test('changes with its text and with the facts of the site', async () => {
    await app.content.change(async (tx) =>
      tx.write('legal/subscription-agreement.md', agreement.replace('Nothing is charged after that.', 'Not one cent.')),
    )
    expect(await text('/subscription-agreement')).toContain('Not one cent.')
    await app.content.change(async (tx) => tx.write('site.yml', smallContent['site.yml'] ?? ''))
    expect(await text('/subscription-agreement')).toContain('You make it with the company that provides Testery.')
  })
})

test.each(['/privacy-policy', '/subscription-agreement'])(
  '%s has a link back to the site at its top, and is not indexed',
  async (path) => {
    const answer = await page(path)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toMatch(/<body><header><a href="\/">Testery<\/a><\/header><main>/)
    expect(html).toContain('<meta name="robots" content="noindex">')
  },
)

describe('the facts in a legal text', () => {
  test('are shown as they are', () => {
    const site = { name: 'A *B* $&', company: { name: '[C](javascript:x)', address: '<b>D</b>' } }
    expect(withSiteFacts('{name} of {company}, {other}', site)).toBe(
      'A \\*B\\* $\\& of \\[C\\](javascript:x), \\<b\\>D\\</b\\>, {other}',
    )
  })

  test('describe a company that is not set', () => {
    expect(withSiteFacts('with {company}', { name: 'Testery' })).toBe('with the company that provides Testery')
  })
})

describe('company and founder in site.yml', () => {
  const site = v.parse(SiteSchema, parse(smallContent['site.yml'] ?? ''))

  test('can be left out', () => {
    expect(site.company).toBeUndefined()
    expect(site.founder).toBeUndefined()
  })

  test.each([
    { company: 'Miller' },
    { company: { name: 'Miller' } },
    { company: { name: '', address: 'x' } },
    { company: { name: 'Miller', address: 'x'.repeat(301) } },
    { founder: 'Ann' },
    { founder: { name: ' ' } },
    { founder: null },
  ])('are invalid: %j', (facts) => {
    expect(v.safeParse(SiteSchema, { ...site, ...facts }).success).toBe(false)
  })
})
