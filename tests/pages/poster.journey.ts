import { heroMedia } from '#client/home/hero-media.ts'
import { storageUrl } from '#contract/paths.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

test.use({ reducedMotion: 'no-preference' })

test.describe('the poster of the hero video', () => {
  const widths = { posterSmall: 390, poster: 1280 } as const
  for (const theme of ['dark', 'light'] as const)
    for (const size of ['posterSmall', 'poster'] as const)
      test(
        `is requested once in the needed size with the first text: ${theme}, ${size}`,
        inFullRun(),
        async ({ page }) => {
          await page.setViewportSize({ width: widths[size], height: 800 })
          await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
          const asked: string[] = []
          page.on(
            'request',
            (request) => request.url().endsWith('.avif') && asked.push(new URL(request.url()).pathname),
          )
          await page.goto('/')
          await hydrated(page)
          expect(asked).toEqual([storageUrl(heroMedia[theme][size])])
        },
      )
})

test.describe('the hero video on a phone', () => {
  test.use({ viewport: { width: 600, height: 823 }, deviceScaleFactor: 1.75 })

  test('has its poster as largest paint, even while it plays', async ({ page }) => {
    await page.goto('/')
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
    const largest = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) =>
          new PerformanceObserver((list) =>
            resolve(
              (list.getEntries() as (PerformanceEntry & { element?: Element })[]).map(
                (one) => one.element?.tagName ?? '',
              ),
            ),
          ).observe({ type: 'largest-contentful-paint', buffered: true }),
        ),
    )
    expect(largest.at(-1)).toBe('DIV')
    expect(largest).not.toContain('VIDEO')
    // The video is smaller than the poster, because browsers sometimes reported the video when both had the same size.
    const [poster, inside] = await video.evaluate((video) => [video.parentElement?.clientWidth ?? 0, video.clientWidth])
    expect(inside).toBeLessThan(poster ?? 0)
  })
})
