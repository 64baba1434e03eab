import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aLanding, landingFile } from '#tests/landing/a-landing.ts'
import { checkNode, dataIn } from './schema-org.ts'

const PUBLIC_URL = 'https://www.testery.example'
const hostile = '</script><script>alert(1)</script><!--<script>'
const files = {
  'posts/shown.html': aPost({
    title: 'Shown',
    tags: ['bakery', 'milk'],
    author: 'An Author',
    image: 'posts/4f0c-1600x900.webp',
    updated: '2026-02-03',
    body: '<p>One two <b title="a > b">three</b>.</p>',
  }),
  'posts/plain.html': aPost({ title: hostile, summary: `<p>${Bun.escapeHTML(hostile)}</p>` }),
  'landings/bakery-erp.yml': landingFile(),
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ files, env: { PUBLIC_URL } })
})
afterAll(() => app.close())

const text = async (path: string) => (await app.get(path, { headers: { accept: 'text/html' } })).text()
const typesOf = async (path: string) => dataIn(await text(path)).map((node) => node['@type'])
const only = async (path: string, type: string) => dataIn(await text(path)).find((node) => node['@type'] === type)

describe('the structured data of a page', () => {
  test.each([
    ['/', ['Organization', 'WebSite', 'SoftwareApplication']],
    ['/pricing', ['Organization', 'BreadcrumbList', 'SoftwareApplication', 'WebPage']],
    ['/features', ['BreadcrumbList', 'WebPage']],
    ['/bakery-erp', ['BreadcrumbList', 'FAQPage']],
    ['/blog', ['Organization', 'BreadcrumbList', 'Blog']],
    ['/blog/shown', ['Organization', 'BreadcrumbList', 'BlogPosting']],
    ['/blog/plain', ['Organization', 'BreadcrumbList', 'BlogPosting']],
    ['/blog/category/production', ['BreadcrumbList', 'CollectionPage']],
    ['/blog/tag/bakery', ['BreadcrumbList', 'CollectionPage']],
  ])('has all required properties with public URLs on %s', async (path, types) => {
    const html = await text(path)
    expect(dataIn(html).map((node) => node['@type'])).toEqual(types)
    for (const node of dataIn(html)) checkNode(node)
    // The publisher is in the graph of pages that have one, otherwise only on the home page.
    expect(html.includes('"publisher":')).toBe(types.includes('Organization'))
    expect(html.match(/ld\+json/g)).toHaveLength(1)
  })

  test('names author, dates, topics and length of a post', async () => {
    expect(await only('/blog/shown', 'BlogPosting')).toMatchObject({
      headline: 'Shown',
      mainEntityOfPage: `${PUBLIC_URL}/blog/shown`,
      datePublished: '2026-01-02T00:00:00.000Z',
      dateModified: '2026-02-03T00:00:00.000Z',
      author: { '@type': 'Person', name: 'An Author' },
      articleSection: 'Production',
      keywords: ['Bakery', 'Milk'],
      wordCount: 4,
      image: [{ url: `${PUBLIC_URL}/storage/posts/4f0c-1600x900.webp` }, { width: 1200, height: 630 }],
    })
  })

  test('has the editions and prices of plans.yml', async () => {
    const software = v.parse(
      v.looseObject({ offers: v.array(v.looseObject({})) }),
      await only('/pricing', 'SoftwareApplication'),
    )
    expect(software.offers.map(({ name, price, priceCurrency }) => [name, price, priceCurrency])).toEqual([
      ['Essentials', 10, 'USD'],
      ['Professional', 20, 'USD'],
      ['Business', 30, 'USD'],
      ['Enterprise', 40, 'USD'],
    ])
  })

  test('has the questions that the page shows', async () => {
    const html = await text('/bakery-erp')
    const { list } = aLanding().questions
    expect(await only('/bakery-erp', 'FAQPage')).toMatchObject({
      mainEntity: list.map(({ question, answer }) => ({ name: question, acceptedAnswer: { text: answer } })),
    })
    for (const { question, answer } of list)
      expect([html.includes(question), html.includes(answer)]).toEqual([true, true])
  })

  test('links the search to the list of posts', async () => {
    expect(await only('/', 'WebSite')).toMatchObject({
      potentialAction: { target: { urlTemplate: `${PUBLIC_URL}/blog?q={search_term_string}` } },
    })
  })

  test('cannot be ended by a title', async () => {
    const html = await text('/blog/plain')
    expect(await only('/blog/plain', 'BlogPosting')).toMatchObject({ headline: hostile })
    expect(html.match(/<script/g)).toHaveLength((await text('/blog/shown')).match(/<script/g)?.length ?? 0)
  })

  test('is omitted on pages that are not indexed', async () => {
    for (const path of ['/welcome', '/admin/login', '/blog/nothing', '/pricing/try-for-free/abc'])
      expect(await typesOf(path)).toEqual([])
  })
})

test('has what site.yml and plans.yml say: the company and its founder, no price that is not shown', async () => {
  const facts = 'company: { name: Miller LLC, address: "12 Mill Street, Portland" }\nfounder: { name: Ann Miller }\n'
  const local = await testApp({
    files: {
      'site.yml': `${smallContent['site.yml']}${facts}`,
      'plans.yml': `${smallContent['plans.yml']?.replace('{ monthly_price: 40,', '{ price_shown: false, monthly_price: 40,')}plugin_prices: { client_login: 7.5 }\n`,
    },
    env: { PUBLIC_URL },
  })
  const html = async (path: string) => (await local.get(path, { headers: { accept: 'text/html' } })).text()
  const [home, pricing] = await Promise.all([html('/'), html('/pricing')])
  const organizationOf = (page: string) => dataIn(page).find((node) => node['@type'] === 'Organization')
  const known = { legalName: 'Miller LLC', address: '12 Mill Street, Portland', founder: { name: 'Ann Miller' } }
  expect(organizationOf(home)).toMatchObject(known)
  expect(organizationOf(pricing)).not.toHaveProperty('legalName')
  for (const node of dataIn(home)) if (node['@type'] === 'Organization') checkNode(node)
  const software = v.parse(
    v.looseObject({ offers: v.array(v.looseObject({})) }),
    dataIn(pricing).find((node) => node['@type'] === 'SoftwareApplication'),
  )
  expect(software.offers.map(({ name }) => name)).toEqual(['Essentials', 'Professional', 'Business'])
  expect(JSON.stringify(dataIn(pricing))).not.toContain('7.5')
  expect(pricing).toContain('from $7.50')
  await local.close()
})

test('uses paths without a public URL', async () => {
  const local = await testApp({ files })
  const html = await (await local.get('/blog/shown', { headers: { host: 'evil.example' } })).text()
  expect(html).not.toContain('evil.example')
  expect(dataIn(html).find((node) => node['@type'] === 'BlogPosting')).toMatchObject({ url: '/blog/shown' })
  await local.close()
})
