import type { Browser } from 'playwright'
import { openChromium } from '#client/artwork/browser/chromium.ts'
import { createImageStore } from '#server/media/image-store.ts'
import { clients } from './scene-clients.ts'
import { containerInTheAir } from './scene-container.ts'
import { loaves } from './scene-loaves.ts'
import { lots } from './scene-lots.ts'
import { packing } from './scene-packing.ts'
import { storageRack } from './scene-rack.ts'
import { route } from './scene-route.ts'
import { scale } from './scene-scale.ts'
import { calendarWeek } from './scene-week.ts'
import type { Svg } from './shapes.ts'

/** The illustration of each post, by post id. */
const pictures: Record<string, () => Svg> = {
  'a-packing-list-the-night-shift-can-read': packing,
  'before-the-container-lands': containerInTheAir,
  'counting-jars': storageRack,
  'how-to-set-an-order-cut-off': loaves,
  'lot-numbers-before-you-need-them': lots,
  'what-a-batch-really-costs': scale,
  'what-a-milk-route-teaches-you-about-client-data': route,
  'who-owns-this-client': clients,
  'your-first-week-off-spreadsheets': calendarWeek,
}

/** Renders the illustration as PNG bytes, 1600 × 900. */
async function rasterize(browser: Browser, svg: Svg): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.setContent(`<style>body { margin: 0 }</style>${svg}`)
  const png = await page.screenshot()
  await page.close()
  return png
}

/** Renders every illustration into `dir`, which is the URL /storage/. Returns the stored path for each post. */
export async function drawPictures(dir: string): Promise<Map<string, string>> {
  const { store } = createImageStore({ dir })
  const browser = await openChromium()
  try {
    const paths = new Map<string, string>()
    for (const [post, draw] of Object.entries(pictures)) paths.set(post, await store(await rasterize(browser, draw())))
    return paths
  } finally {
    await browser.close()
  }
}

/** Run `bun client/artwork/illustrations/generate.ts` and copy its output into the posts' `image:`. */
if (import.meta.main) {
  for (const [post, path] of await drawPictures('storage/public')) console.log(`${post}\n  image: ${path}`)
}
