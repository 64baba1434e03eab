import { afterAll, describe, expect, test } from 'bun:test'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const app = await testApp()
afterAll(app.close)

describe('/site.webmanifest', () => {
  test('has the name of site.yml and existing icons', async () => {
    const answer = await app.get('/site.webmanifest')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
    const { name, short_name, icons }: { name: string; short_name: string; icons: { src: string }[] } =
      await answer.json()
    expect([name, short_name]).toEqual(['Testery', 'Testery'])
    for (const { src } of icons) expect((await app.get(src)).status).toBe(200)
  })

  test('follows a change of site.yml and is revalidated until then', async () => {
    const etag = (await app.get('/site.webmanifest')).headers.get('etag') ?? ''
    const again = () => app.get('/site.webmanifest', { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    const renamed = smallContent['site.yml']?.replace('name: Testery', 'name: Crumbs') ?? ''
    await app.content.change(async (tx) => tx.write('site.yml', renamed))
    const answer = await again()
    expect([answer.status, JSON.parse(await answer.text()).name]).toEqual([200, 'Crumbs'])
  })
})

test.each([
  ['/favicon.ico', 'image/x-icon'],
  ['/apple-touch-icon.png', 'image/png'],
])('%s answers clients that do not read HTML', async (path, type) => {
  const answer = await app.get(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  expect((await app.get(path, { method: 'HEAD' })).status).toBe(200)
  expect((await app.get(path, { method: 'POST' })).status).toBe(405)
})
