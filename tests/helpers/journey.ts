import { test as base, expect } from 'playwright/test'
import { administrator, type Site, startSite } from './site.ts'
import { takenOver } from './taken-over.ts'

/** What a page complained about: errors in its console, exceptions, refused or failed requests. */
type Complaints = string[]

/** Settings of a journey's site beside those of all: `test.use({ settings: { CAPTCHA: 'on' } })`. */
type Settings = Record<string, string>

/** Journeys get the real site, started once for each worker, and fail if a page complains. */
export const test = base.extend<{ complaints: Complaints }, { settings: Settings; site: Site }>({
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ settings }, use) => {
      const site = await startSite(settings)
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: Complaints = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
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

/** Takes back the complaints that a journey provokes on purpose; any other still fails it. */
export function forgive(complaints: Complaints, expected: RegExp): void {
  const others = complaints.filter((one) => !expected.test(one))
  complaints.splice(0, complaints.length, ...others)
}

export { administrator, expect, takenOver }
