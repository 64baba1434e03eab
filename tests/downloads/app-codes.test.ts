import { describe, expect, test } from 'bun:test'
import { encode } from 'uqr'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

async function appAt(PUBLIC_URL?: string) {
  const app = await testApp({ env: { ...(PUBLIC_URL && { PUBLIC_URL }) } })
  ends.push(app.close)
  return app
}

/** The modules of a code, row by row. */
function modulesOf(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  return rows
}

const expected = (url: string) => encode(url, { border: 4 }).data

describe('the QR code of an app', () => {
  test('is an SVG of the URL of its page, and is shown on that page', async () => {
    const app = await appAt('https://www.testery.example')
    for (const [id, path] of [
      ['driver', '/download-testery-driver-pro'],
      ['operator', '/download-testery-operator-pro'],
    ] as const) {
      const answer = await app.get(`/apps/${id}.svg`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
      expect(modulesOf(await answer.text())).toEqual(expected(`https://www.testery.example${path}`))
      expect(await (await app.get(path)).text()).toContain(`src="/apps/${id}.svg"`)
    }
  })

  test('follows the slug of site.yml', async () => {
    const app = await appAt('https://www.testery.example')
    const renamed = smallContent['site.yml']?.replace('slug: testery', 'slug: crumbs') ?? ''
    await app.content.change(async (tx) => tx.write('site.yml', renamed))
    const svg = await (await app.get('/apps/driver.svg')).text()
    expect(modulesOf(svg)).toEqual(expected('https://www.testery.example/download-crumbs-driver-pro'))
  })

  test('does not exist without PUBLIC_URL', async () => {
    const app = await appAt()
    expect((await app.get('/apps/driver.svg')).status).toBe(404)
    expect(await (await app.get('/download-testery-driver-pro')).text()).not.toContain('/apps/driver.svg')
  })
})
