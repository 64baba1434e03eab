import type { BrowserContext, Locator, Page } from 'playwright'
import { hydrated } from '#tests/helpers/hydrated.ts'
import { administrator, type Site } from '#tests/helpers/site.ts'
import type { Vector } from './corpus-content.ts'
import { showFeed } from './feed-reader.ts'
import { harmIn, storedIn } from './harm.ts'

/** The visited places and their findings. */
export type Tally = { pages: Map<string, number>; stored: number; harm: string[] }

export const newTally = (): Tally => ({ pages: new Map(), stored: 0, harm: [] })

/** Inspects the current page. */
export async function inspect(page: Page, surface: string, tally: Tally) {
  tally.pages.set(surface, (tally.pages.get(surface) ?? 0) + 1)
  tally.stored += await storedIn(page)
  for (const one of await harmIn(page)) tally.harm.push(`${surface}: ${one} on ${page.url()}`)
}

/** Opens URLs as documents, on a few pages in parallel. A missing one is a finding. */
export async function openAll(context: BrowserContext, paths: readonly string[], surface: string, tally: Tally) {
  const left = paths.values()
  const work = async () => {
    const page = await context.newPage()
    for (const path of left) {
      const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
      await inspect(page, answer?.ok() ? surface : `${surface}, answered ${answer?.status()}`, tally)
    }
    await page.close()
  }
  await Promise.all([work(), work(), work(), work()])
}

/** Displays each feed as HTML. */
export async function readFeeds(context: BrowserContext, paths: readonly string[], tally: Tally) {
  const page = await context.newPage()
  for (const path of paths) {
    await showFeed(page, path)
    await inspect(page, 'feed', tally)
  }
  await page.close()
}

/** Navigates from post to post inside the app, which sets HTML by script. */
export async function goThrough(page: Page, ids: readonly string[], tally: Tally) {
  await page.goto('/blog')
  await hydrated(page)
  for (const id of ids) {
    const came = page.waitForResponse((answer) => answer.url().endsWith(`/api/blog-posts/${id}`), { timeout: 20_000 })
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/blog/${id}`)
    await (await came).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await inspect(page, 'post, inside the app', tally)
  }
}

/** Logs in and returns the token. */
export async function logIn(page: Page, site: Pick<Site, 'url'>): Promise<string> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Blog Management Dashboard' }).waitFor()
  const answer = await page.request.post(`${site.url}/api/admin/login`, { data: administrator })
  return (await answer.json()).token
}

/** Opens each batch in the editor and as an old version, then all drafts. By selectors, because thousands of names are hostile. */
export async function dashboard(page: Page, batches: readonly string[], tally: Tally) {
  await page.locator('select', { hasText: 'Drafts' }).selectOption('draft')
  const dialog = page.locator('dialog[open]')
  const press = (what: RegExp) => dialog.locator('button', { hasText: what }).click()
  for (const id of batches) {
    await page.locator(`button[aria-label^="Edit ${id} "]`).click()
    await dialog.getByLabel(/^Content/).waitFor()
    await inspect(page, 'editor', tally)
    await press(/^Cancel$/)
    await page.locator(`button[aria-label^="History of ${id} "]`).click()
    await press(/^Preview$/)
    await dialog.locator('article').first().waitFor()
    await inspect(page, 'history', tally)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await showAll(page, page.locator('main button', { hasText: /^Load more$/ }), 'button[aria-label^="Edit "]')
  await inspect(page, 'dashboard', tally)
}

/** Loads more of a list until it is complete. */
async function showAll(page: Page, more: Locator, items: string) {
  while (await more.isVisible()) {
    const before = await page.locator(items).count()
    await more.click()
    await page.waitForFunction(([all, count]) => document.querySelectorAll(all).length > count, [
      items,
      before,
    ] as const)
  }
}

/** Sends each vector as a message; returns how many were accepted. */
export async function sendMessages(site: Pick<Site, 'url'>, vectors: readonly Vector[]): Promise<number> {
  let taken = 0
  for (const [at, { v }] of vectors.entries()) {
    const text = v.replaceAll('\0', '').trim()
    const message = {
      name: text.slice(0, 60),
      company: text.slice(0, 60),
      email: `v${at}@site.example`,
      message: text,
      filledInMs: 9000,
    }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${site.url}/api/contact-messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    })
    if (answer.ok) taken++
  }
  return taken
}

/** Opens all messages in the list, then so many of them one by one. */
export async function leads(page: Page, opened: number, tally: Tally) {
  await page.goto('/admin/leads')
  await page.locator('tbody tr').first().waitFor()
  await showAll(page, page.locator('button', { hasText: /^Show older$/ }), 'tbody tr')
  await inspect(page, 'leads', tally)
  await page.locator('tbody tr a').first().click()
  const next = page.getByRole('dialog').getByRole('button', { name: 'Next' })
  for (let at = 0; at < opened; at++) {
    await page.locator('dialog[open] section').first().waitFor()
    await inspect(page, 'lead', tally)
    if (!(await next.isEnabled())) break
    await next.click()
  }
}
