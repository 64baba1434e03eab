import { describe, expect, test } from 'bun:test'
import { createPublicApi } from '#client/api/public-api.ts'
import { head as headPricing } from '#client/pricing/pricing-page.tsx'
import { aBrowser } from '#tests/api/a-browser.ts'
import { aSite } from '#tests/helpers/cards.ts'

const plans = [{ monthly_price: 10, annual_price: 8 }]

describe('loading prices', () => {
  test('requests GET /pricing in the browser, marked as made by a script', async () => {
    const { browser, calls } = aBrowser({ body: plans })
    expect(await createPublicApi(browser).plans()).toEqual(plans)
    expect(calls.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([['GET', '/pricing']])
    expect(calls[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  })

  test('fails in the browser when the server fails, so that it is retried', async () => {
    await expect(createPublicApi(aBrowser({ status: 500 }).browser).plans()).rejects.toThrow()
    await expect(createPublicApi(aBrowser({ body: '<!doctype html>' }).browser).plans()).rejects.toThrow()
  })
})

test("the pricing page has one URL and the product's name in its title", () => {
  const head = headPricing({ plans: [], texts: null }, aSite())
  expect(head).toMatchObject({ title: 'Prices and editions | Acme', canonicalPath: '/pricing' })
  expect(head.description).toStartWith('The four editions of Acme ERP side by side')
})
