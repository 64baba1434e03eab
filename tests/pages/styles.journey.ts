import type { Page } from 'playwright'
import { expect, takenOver, test } from '#tests/helpers/journey.ts'

const drawnStyle = (html: string) => /<style data-drawn[^>]*>([^<]*)<\/style>/.exec(html)?.[1] ?? ''

/** The rules of the page's styles, as the browser spells them, and those of styled-components' now. */
const rulesOf = (page: Page, drawn: string) =>
  page.evaluate((drawn) => {
    const textsOf = (sheet: CSSStyleSheet | null) => [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText)
    const before = new CSSStyleSheet()
    before.replaceSync(drawn)
    const sheets = [...document.querySelectorAll<HTMLStyleElement>('style[data-styled]')]
    const now = sheets.flatMap(({ sheet }) => textsOf(sheet))
    return {
      sheets: sheets.length,
      drawing: textsOf(before),
      now,
    }
  }, drawn)

for (const path of ['/', '/features', '/pricing', '/blog', '/contact-us', '/admin/login'])
  test(`the app takes over all styles that ${path} came with, in their order, and makes none of them anew`, async ({
    page,
  }) => {
    const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
    await page.goto(path)
    await takenOver(page)
    const { sheets, drawing, now } = await rulesOf(page, drawnStyle(html))
    expect(sheets).toBe(1)
    expect(drawing.length).toBeGreaterThan(30)
    expect(now.slice(0, drawing.length)).toEqual(drawing)
    expect(now).toHaveLength(new Set(now).size)
  })

test('the app takes the styles over that the page came with, makes none of them anew, and adds its own after them', async ({
  page,
}) => {
  const html = await (await page.request.get('/pricing', { headers: { accept: 'text/html' } })).text()
  await page.goto('/pricing')
  await takenOver(page)
  await page.getByRole('link', { name: 'Contact Us' }).first().click()
  await expect(page).toHaveURL(/contact-us$/)
  await expect(page.locator('main form')).toBeVisible()
  const { sheets, drawing, now } = await rulesOf(page, drawnStyle(html))
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('[class]')].map(({ classList: [component, ...names] }) => ({ component, names })),
  )
  const isNew = names
    .filter(({ component }) => !new RegExp(`[" ]${component} `).test(html))
    .flatMap(({ names }) => names)
  const firstNew = now.findIndex((text) => isNew.some((name) => text.startsWith(`.${name} `)))
  expect(sheets).toBe(1)
  expect(drawing.length).toBeGreaterThan(100)
  expect(now.filter((text) => drawing.includes(text))).toEqual(drawing)
  expect(now).toHaveLength(new Set(now).size)
  expect(firstNew).toBeGreaterThan(now.indexOf(drawing.at(-1) ?? ''))
})
