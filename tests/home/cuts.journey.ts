import { heroMedia } from '#client/home/hero-media.ts'
import { storageUrl } from '#contract/paths.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

test.use({ reducedMotion: 'no-preference' })

for (const [what, kind, width, density] of [
  ['a phone', 'webmPhone', 390, 2],
  ['a tablet', 'webmSharp', 1100, 2],
  ['a sharp desktop screen', 'webmSharp', 1440, 2],
  ['a usual desktop screen', 'webm', 1440, 1],
] as const)
  test.describe(`the hero video on ${what}`, () => {
    test.use({ viewport: { width, height: 900 }, deviceScaleFactor: density })

    test('plays the cut of its width, sharp and in the shape of its place', inFullRun(), async ({ page }) => {
      await page.goto('/')
      const video = page.locator('video')
      await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
      const shown = await video.evaluate((video: HTMLVideoElement) => ({
        path: new URL(video.currentSrc).pathname,
        pixels: video.videoWidth / video.clientWidth,
        stretch: video.videoWidth / video.videoHeight / (video.clientWidth / video.clientHeight),
      }))
      expect(shown.path).toBe(storageUrl(heroMedia.dark[kind]))
      expect(shown.pixels).toBeGreaterThanOrEqual(density)
      expect(shown.stretch).toBeCloseTo(1, 2)
    })
  })
