import { test as base, expect } from 'playwright/test'
import { administrator, type Site, startSite } from './site.ts'
import { takenOver } from './taken-over.ts'

/** What a page complained about: errors in its console, exceptions, refused or failed requests. */
type Complaints = string[]

/** Journeys get the real site, started once for each worker, and fail if a page complains. */
export const test = base.extend<{ complaints: Complaints; quiet: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  complaints: async ({}, use) => use([]),
  quiet: [
    async ({ page, complaints }, use) => {
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('requestfailed', (request) => {
        const aborted = request.failure()?.errorText === 'net::ERR_ABORTED'
        if (!aborted) complaints.push(`failed: ${request.url()}`)
      })
      await use(undefined)
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
