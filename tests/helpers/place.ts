import type { Locator } from 'playwright'
import { expect } from 'playwright/test'

/** The position of an element from the top of the window, in px. */
export const topOf = (it: Locator) => it.evaluate((one) => one.getBoundingClientRect().top)

/** The position of an element when it is clicked: content around it may be laid out after scrolling there. */
export const topAtClick = (it: Locator) =>
  it.evaluate((one) => {
    const top = () => one.getBoundingClientRect().top
    return new Promise<number>((resolve) => one.addEventListener('click', () => resolve(top())))
  })

/** Waits until an element is back at its position. Heights are fractional, positions are not. */
export const expectAt = (it: Locator, top: number) =>
  expect.poll(async () => Math.abs((await topOf(it)) - top)).toBeLessThanOrEqual(1)
