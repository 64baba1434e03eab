import type { Page } from 'playwright'

/** What a page asks for at such an address stays on its way until the function is called that this gives. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
