import type { Page } from 'playwright'

/** Holds the page's requests for these URLs until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  // Journeys run on Node, which may lack `Promise.withResolvers`.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}
