import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { wantsPage } from '#server/pages/data-endpoints.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const plans = [
  { monthly_price: 10, annual_price: 8 },
  { monthly_price: 20, annual_price: 16 },
  { monthly_price: 30, annual_price: 24 },
  { monthly_price: 40, annual_price: 32 },
]

describe('content negotiation of /pricing', () => {
  const page = [BROWSER, 'text/html', 'TEXT/HTML', 'application/json, text/html;q=0.1', ' text/html ; level=1']
  for (const accept of page) test(`selects the page: ${accept}`, () => expect(wantsPage(accept)).toBe(true))

  const json = [null, '', '*/*', 'text/*', 'application/json', 'application/json, text/plain, */*', 'text/htmlx']
  const rejected = ['text/html;q=0', 'text/html; Q=0.00, */*', 'text/html;level=1;q=0.0']
  for (const accept of [...json, ...rejected])
    test(`selects the prices: ${accept}`, () => expect(wantsPage(accept)).toBe(false))
})

describe('GET /pricing', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  const get = (accept?: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.get('/pricing', { method, headers: { ...(accept === undefined ? {} : { accept }), ...headers } })

  test('shows changed prices at once', async () => {
    await get(BROWSER)
    const dearer = plans.map((plan) => ({ ...plan, monthly_price: plan.monthly_price + 1 }))
    const write = (list: typeof plans) =>
      app.content.change(async (tx) => tx.write('plans.yml', JSON.stringify({ plans: list })))
    await write(dearer)
    expect(await (await get(BROWSER)).text()).toContain(JSON.stringify(dearer))
    expect(await (await get()).json()).toEqual(dearer)
    await write(plans)
  })

  test('returns the page with prices to a browser', async () => {
    const answer = await get(BROWSER)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await answer.text()
    expect(html).toContain('Software Edition Comparison Chart')
    expect(html).toContain(JSON.stringify(plans))
  })

  test('returns only the prices in plan order to curl, scripts and requests without Accept', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/plain, */*', undefined]) {
      const answer = await get(accept, { 'x-requested-with': 'XMLHttpRequest' })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await answer.json()).toEqual(plans)
    }
  })

  test('varies by Accept and requires revalidation, so that no cache mixes the two', async () => {
    for (let time = 0; time < 2; time++) {
      const [page, json] = [await get(BROWSER), await get('*/*')]
      expect(page.headers.get('vary')).toBe('Accept-Encoding, Accept')
      expect(json.headers.get('vary')).toBe('Accept, Accept-Encoding')
      expect([page, json].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-cache', 'no-cache'])
    }
  })

  test('answers 304 with the same Vary, but never for the ETag of the other representation', async () => {
    for (const [accept, other] of [
      [BROWSER, '*/*'],
      ['*/*', BROWSER],
    ] as const) {
      const known = await get(accept)
      const condition = { 'if-none-match': known.headers.get('etag') ?? '' }
      const again = await get(accept, condition)
      expect([again.status, again.headers.get('vary')]).toEqual([304, known.headers.get('vary')])
      expect((await get(other, condition)).status).toBe(200)
    }
  })

  test('answers HEAD without a body', async () => {
    for (const accept of [BROWSER, '*/*']) {
      const [full, head] = [await get(accept), await get(accept, {}, 'HEAD')]
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['content-type', 'etag', 'vary', 'cache-control'])
        expect(head.headers.get(name)).toBe(full.headers.get(name))
    }
  })

  test('answers 405 to any other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await get(BROWSER, {}, method)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('returns new prices of plans.yml in list and page when the change completes', async () => {
    const before = await get(BROWSER)
    const raised = plans.map((plan) => ({ ...plan, monthly_price: plan.monthly_price + 0.5 }))
    const text = JSON.stringify({ plans: raised })
    await app.content.change(async (tx) => tx.write('plans.yml', text))
    expect(await (await get('*/*')).json()).toEqual(raised)
    const after = await get(BROWSER)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(await after.text()).toContain(', or $10.50 billed monthly')
  })
})
