import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

const inlineStyle = (html: string) => /<style data-styled[^>]*>([^<]*)<\/style>/.exec(html)?.[1] ?? ''

/** The server-rendered rules, and the current ones as the browser serializes them. */
const rules = (page: Page, inlined: string) =>
  page.evaluate((inlined) => {
    const texts = (sheet: CSSStyleSheet | null) => [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText)
    const rendered = new CSSStyleSheet()
    rendered.replaceSync(inlined)
    const sheets = [...document.querySelectorAll<HTMLStyleElement>('style[data-styled]')]
    // styled-components ends the rules of each component with a marker.
    const withoutMarkers = texts(rendered).filter((rule) => !rule.startsWith('data-styled'))
    return { rendered: withoutMarkers, now: sheets.flatMap(({ sheet }) => texts(sheet)) }
  }, inlined)

for (const path of ['/', '/features', '/pricing', '/blog', '/contact-us', '/admin/login'])
  test(
    `hydration of ${path} keeps the rendered rules in their order and repeats none`,
    inFullRun(),
    async ({ page }) => {
      const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
      await page.goto(path)
      await hydrated(page)
      const { rendered, now } = await rules(page, inlineStyle(html))
      expect(rendered.length).toBeGreaterThan(30)
      // The app adds what requires a script, such as the button that tries the board.
      const isRendered = new Set(rendered)
      expect(now.filter((rule) => isRendered.has(rule))).toEqual(rendered)
      expect(now).toHaveLength(new Set(now).size)
    },
  )

test('a page that the app renders adds its rules after those of the document', async ({ page }) => {
  const html = await (await page.request.get('/pricing', { headers: { accept: 'text/html' } })).text()
  await page.goto('/pricing')
  await hydrated(page)
  await page.getByRole('link', { name: 'Contact Us' }).first().click()
  // The pricing page has a form, too.
  await expect(page.getByRole('heading', { name: 'Tell us how your week works', level: 1 })).toBeVisible()
  const { rendered, now } = await rules(page, inlineStyle(html))
  expect(now.filter((rule) => rendered.includes(rule))).toEqual(rendered)
  expect(now).toHaveLength(new Set(now).size)
  const isRendered = new Set(rendered)
  const added = now.map((rule, index) => ({ rule, index })).filter(({ rule }) => !isRendered.has(rule))
  expect(added.length).toBeGreaterThan(10)
})
