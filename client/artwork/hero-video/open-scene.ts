import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { Cut } from './encode.ts'
import { sceneDocument, type Theme } from './scene.ts'

/** The windows in which the cuts are recorded. Their files are sharp at two pixels per point on the home page. */
export const windows: Record<Cut, BrowserContextOptions> = {
  wide: { viewport: { width: 1280, height: 848 }, deviceScaleFactor: 1.625 },
  phone: { viewport: { width: 400, height: 500 }, deviceScaleFactor: 2 },
}

/** Opens the scene of a cut. Its `seek(seconds)` places every element. */
export async function openScene(browser: Browser, theme: Theme, cut: Cut): Promise<Page> {
  const page = await browser.newPage(windows[cut])
  await page.setContent(await sceneDocument(theme))
  const { outputs } = await Bun.build({ entrypoints: [join(import.meta.dir, 'motion.ts')], target: 'browser' })
  await page.addScriptTag({ content: (await outputs[0]?.text()) ?? '' })
  await page.evaluate(() => document.fonts.ready)
  return page
}
