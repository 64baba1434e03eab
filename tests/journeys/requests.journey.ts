import type { Page } from 'playwright'
import { expect, test } from '#tests/helpers/journey.ts'

/** Pages that differ only in their topic count as one. */
const kindOf = (path: string) =>
  path.replace(/^\/blog\/(category|tag)\/.+/, '/blog/$1').replace(/^\/blog\/(?!category|tag).+/, '/blog/post')

const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a')]
      .filter((link) => link.origin === location.origin && !link.hasAttribute('download'))
      .map((link) => link.pathname),
  )

/** Scrolls, so that lazy images and videos are requested, too. */
async function seeEverything(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise(requestAnimationFrame)
    }
  })
  await page.waitForLoadState('networkidle')
}

test('no page sends requests to another host', async ({ page, site }) => {
  test.setTimeout(120_000)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  page.on('websocket', (socket) => asked.add(socket.url()))
  const seen = new Set<string>()
  const waiting = ['/', '/admin/login']
  for (const path of waiting) {
    if (seen.has(kindOf(path))) continue
    seen.add(kindOf(path))
    await page.goto(path)
    await seeEverything(page)
    waiting.push(...(await linksOf(page)))
  }
  expect(seen.size).toBeGreaterThan(10)
  expect([...asked].filter((origin) => !/^(data|blob|null)/.test(origin))).toEqual([new URL(site.url).origin])
})
