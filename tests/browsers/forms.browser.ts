import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePaths } from '#contract/paths.ts'
import { aCompanyAs } from '#tests/registration/a-company.ts'
import { button, css, engineName, field, journey, link, type Page, role } from './journey.ts'

const message = { Name: 'Ann Baker', Email: 'ann@bakery.example', Message: 'Sixty clients.' }
const TOOLBAR_PX = 76

async function fillInCompany(page: Page, username: string): Promise<void> {
  for (const [label, typed] of Object.entries(aCompanyAs(`${username}-${engineName}`)))
    await page.fill(field(new RegExp(`^${label}$`)), typed)
}
const isBelowToolbar = (page: Page, target: Parameters<Page['sees']>[0]) =>
  page.until(
    (wanted, toolbar) => {
      const box = window.journey.find(wanted)?.getBoundingClientRect()
      return box && box.top >= toolbar && box.bottom <= innerHeight
    },
    target,
    TOOLBAR_PX,
  )

journey('a company signs up, from the pricing chart to the welcome page', {}, async (page) => {
  await page.goto(pagePaths.pricing)
  await page.click(link('Try For Free: Business'))
  await page.isFocused(role('heading'))
  await fillInCompany(page, 'signs-up')
  await page.click(css('input[type=checkbox]'))
  await page.click(button('Start my free trial'))
  await page.isAt(pagePaths.welcome)
})

for (const width of [1280, 390])
  journey(
    `Shift+Tab through the sign-up leaves no field under the toolbar: ${width} pixels`,
    { width },
    async (page) => {
      await page.goto(pagePaths.tryForFree)
      await page.click(css('input[type=checkbox]'))
      for (let step = 0; step < 18; step++) {
        await page.press('Shift+Tab')
        await page.until((toolbar) => {
          const focused = document.activeElement
          return !focused?.matches('form input, form select') || focused.getBoundingClientRect().top >= toolbar
        }, TOOLBAR_PX)
      }
    },
  )

journey('typed passwords are still there after "Skip to content"', {}, async (page) => {
  await page.goto(pagePaths.tryForFree)
  await page.fill(field(/^Password$/), 'sourdough-18h')
  await page.evaluate(() => scrollTo(0, 0))
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')?.focus())
  await page.press('Enter')
  await page.isFocused(css('#main'))
  expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('input[name=password]')?.value)).toBe(
    'sourdough-18h',
  )
})

journey('a message is sent, and the thanks are in view', { height: 700 }, async (page) => {
  await page.goto(pagePaths.contact)
  for (const [label, typed] of Object.entries(message)) await page.fill(field(label), typed)
  await page.click(button('Send message'))
  await isBelowToolbar(page, role('heading', /Thanks/))
})

journey('without JavaScript, pages are whole and both forms are sent', { javaScript: false }, async (page, site) => {
  for (const path of [pagePaths.home, pagePaths.pricing, pagePaths.blog, pagePaths.post('rich-post')]) {
    await page.goto(path)
    await page.sees(role('heading'))
    expect(await page.evaluate(() => document.querySelector('main')?.innerText.length ?? 0)).toBeGreaterThan(500)
  }
  await page.goto(pagePaths.contact)
  for (const [label, typed] of Object.entries(message)) await page.fill(field(label), typed)
  await page.click(button('Send message'))
  await page.isAt('/contact-us#sent')
  await page.sees(role('heading', /Thanks/))
  await page.goto(pagePaths.tryForFree)
  await fillInCompany(page, 'no-script')
  await page.click(css('input[type=checkbox]'))
  await page.click(button('Start my free trial'))
  await page.isAt(pagePaths.welcome)
  const stored = await readFile(join(site.storage, 'private/registrations.jsonl'), 'utf8')
  expect(stored).toContain(`no-script-${engineName}@delgado.example`)
})
