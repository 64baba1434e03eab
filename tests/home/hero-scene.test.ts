import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#client/artwork/browser/chromium.ts'
import { openScene, windows } from '#client/artwork/hero-video/open-scene.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'

/** The narrowest that the home page shows each cut, in CSS pixels: in windows of 600 and 320. */
const shownAt = { wide: 552, phone: 280 }
const TEXT_MIN_PX = 11
/** At rest between the movements, and at the poster. */
const SECONDS = [0, 1.5, 3.3, 6.9, 9.3, 10.9]

describe.skipIf(!isFullRun).each(['wide', 'phone'] as const)('the scene of the hero video, %s', (cut) => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openChromium()
    page = await openScene(browser, 'dark', cut)
  })
  afterAll(() => browser.close())

  test(`has no text below ${TEXT_MIN_PX} px where it is smallest`, async () => {
    const sizes = await page.evaluate(textSizes)
    const scale = shownAt[cut] / (windows[cut].viewport?.width ?? 1)
    expect(sizes.length).toBeGreaterThan(20)
    expect(sizes.filter(({ size }) => size * scale < TEXT_MIN_PX)).toEqual([])
  })

  test('has nothing in front of a number', async () => {
    for (const second of SECONDS) {
      await page.evaluate((at) => (window as typeof window & { seek(at: number): void }).seek(at), second)
      expect({ second, covered: await page.evaluate(coveredNumbers) }).toEqual({ second, covered: [] })
    }
  })
})

/** Run in the page, so they use nothing from outside. */
function textSizes() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: { text: string; size: number }[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { parentElement: parent, textContent } = node
    if (!parent?.checkVisibility() || parent.closest('svg, style, script') || !textContent?.trim()) continue
    found.push({ text: textContent, size: Number.parseFloat(getComputedStyle(parent).fontSize) })
  }
  return found
}

/** Numbers of which a corner or the middle has another element in front that is seen. */
function coveredNumbers() {
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { parentElement: parent, textContent } = node
    if (!parent || parent.closest('svg, style, script') || !/\d/.test(textContent ?? '') || !isSeen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    const points = [left + 1, (left + right) / 2, right - 1].map((x) => [x, (top + bottom) / 2] as const)
    for (const [x, y] of points) {
      const front = document.elementsFromPoint(x, y).find(isSeen)
      if (front && !front.contains(parent) && !parent.contains(front))
        found.push(`${textContent} is behind ${front.className || front.tagName}`)
    }
  }
  return found
}
