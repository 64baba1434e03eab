import type { Locator } from 'playwright'
import { expect } from 'playwright/test'

/** Where something stands in the window, in px from its top: what the reader sees, whatever is above. */
export const topOf = (it: Locator) => it.evaluate((one) => one.getBoundingClientRect().top)

/** Where something stands when it is clicked: what is around it may get its true height after somebody scrolled there. */
export const topAtClick = (it: Locator) =>
  it.evaluate((one) => {
    const top = () => one.getBoundingClientRect().top
    return new Promise<number>((resolve) => one.addEventListener('click', () => resolve(top())))
  })

/** Waits until something stands where it stood. Heights are fractions of pixels, positions are not. */
export const expectAt = (it: Locator, top: number) =>
  expect.poll(async () => Math.abs((await topOf(it)) - top)).toBeLessThanOrEqual(1)
