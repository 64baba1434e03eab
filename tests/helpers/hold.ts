import type { Page } from 'playwright'

/** What a page asks for at such an address stays on its way until the function is called that this gives. */
export async function hold(page: Page, address: string): Promise<() => void> {
  // Node runs the journeys, also one without `Promise.withResolvers`.
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
