import { test as base, expect } from 'playwright/test'
import { hydrated } from './hydrated.ts'
import { administrator } from './site.ts'
import { type SiteInGit, startSiteInGit } from './site-in-git.ts'
import { translatePage } from './translate-page.ts'

/** The problems of a page: console errors, exceptions, failed and rejected requests, requests to other hosts. */
type Complaints = string[]

/** Additional settings of a journey's site: `test.use({ settings: { CAPTCHA: 'on' } })`. */
type Settings = Record<string, string>

/** Journeys use the real site, started once per worker with its content in git, and fail when a page reports a problem. */
export const test = base.extend<{ complaints: Complaints }, { settings: Settings; site: SiteInGit }>({
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ settings }, use) => {
      const site = await startSiteInGit({}, 'First', settings)
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  complaints: [
    async ({ page, context }, use) => {
      if (process.env.TRANSLATED) await context.addInitScript(translatePage)
      const complaints: Complaints = []
      const checkHost = (url: string) => !isOurs(url) && complaints.push(`to another host: ${url}`)
      context.on('request', (request) => checkHost(request.url()))
      page.on('websocket', (socket) => checkHost(socket.url()))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('requestfailed', (request) => {
        const aborted = request.failure()?.errorText === 'net::ERR_ABORTED'
        if (!aborted) complaints.push(`failed: ${request.url()}`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** A request to another port of this machine fails, and is a problem for that reason. */
const isOurs = (url: string) => ['127.0.0.1', 'localhost', ''].includes(new URL(url).hostname)

/** Removes the problems that a journey causes on purpose; any other still fails it. */
export function forgive(complaints: Complaints, expected: RegExp): void {
  const others = complaints.filter((one) => !expected.test(one))
  complaints.splice(0, complaints.length, ...others)
}

export { administrator, expect, hydrated }
