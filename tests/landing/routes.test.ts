import { afterAll, describe, expect, test } from 'bun:test'
import { testApp } from '#tests/helpers/test-app.ts'
import { landingFile } from './a-landing.ts'

const app = await testApp({ files: { 'landings/bakery-erp.yml': landingFile(), 'landings/importers.yml': 'title: [' } })
afterAll(() => app.close())

describe('GET /api/landings/{id}', () => {
  test("returns the landing page as JSON with the product's name", async () => {
    const answer = await app.get('/api/landings/bakery-erp')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await answer.json()).toMatchObject({ title: 'Bakery ERP', hero: { lead: 'Testery adds up the orders.' } })
  })

  test('answers 304 while unchanged', async () => {
    const etag = (await app.get('/api/landings/bakery-erp')).headers.get('etag') ?? ''
    const again = await app.get('/api/landings/bakery-erp', { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, 'no-cache', ''])
  })

  test.each(['importers', 'fishmongers', '..%2fsite', '__proto__', 'x'.repeat(9000)])(
    '%.20s is 404 with a message',
    async (id) => {
      const answer = await app.get(`/api/landings/${id}`)
      expect([answer.status, Object.keys(await answer.json())]).toEqual([404, ['message']])
    },
  )

  test('rejects other methods', async () => {
    const answer = await app.send('POST', '/api/landings/bakery-erp', { json: {} })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
