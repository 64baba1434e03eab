/**
 * `bun run screenshots`: contact sheets of every page in `docs/screenshots`, in both themes, on a desktop, a tablet and a phone, and
 * the images of the README and of the guides; `bun run screenshots visitors-tablet`: that sheet alone, `views`: those images. Starts its own
 * site on temporary folders, with sample posts, sign-ups and messages.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#client/artwork/browser/chromium.ts'
import { build } from '#client/build/build.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { everyPage, loginPages, openPage, publicPages, type ShownPage, showTheme, type Theme } from './pages.ts'
import { type SampleSite, startSampleSite } from './sample-site.ts'

const FOLDER = 'docs/screenshots'
const MAX_BYTES = 3_000_000
const WEBP_QUALITY = 58
/** Of the README's image. */
const VIEW = { width: 1280, height: 860 }

type Device = { name: string; width: number; height: number; thumbnail: number; perRow: number }

/** `height` is the part of a page that is shown. */
const devices: Device[] = [
  { name: 'desktop', width: 1440, height: 2000, thumbnail: 300, perRow: 4 },
  { name: 'tablet', width: 768, height: 1700, thumbnail: 220, perRow: 5 },
  { name: 'phone', width: 390, height: 1500, thumbnail: 156, perRow: 7 },
]
const themes: Theme[] = ['dark', 'light']

const groups: Record<string, readonly ShownPage[]> = {
  visitors: publicPages,
  administrators: everyPage.filter((one) => !publicPages.includes(one)),
}

/** The name of the only sheet to draw. */
const [only] = Bun.argv.slice(2)

type Shot = { name: string; theme: Theme; jpeg: Buffer }

/** The top of the page, with the images below the window, which a browser would load later; or the window with an open dialog. */
async function shoot(page: Page, { width, height }: Pick<Device, 'width' | 'height'>): Promise<Buffer> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  if (await page.locator('dialog:modal').count()) return page.screenshot({ type: 'jpeg', quality: 88 })
  const whole = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight))
  const clip = { x: 0, y: 0, width, height: Math.min(whole, height) }
  return page.screenshot({ type: 'jpeg', quality: 88, fullPage: true, clip })
}

async function shootAll(browser: Browser, site: SampleSite, device: Device, theme: Theme, shown: readonly ShownPage[]) {
  const page = await browser.newPage({ baseURL: site.url, viewport: { width: device.width, height: 900 } })
  await showTheme(page, theme)
  const shots: Shot[] = []
  let isLoggedIn = false
  for (const one of shown.filter(({ onlyInFullRun }) => !onlyInFullRun)) {
    const needsLogin = !publicPages.includes(one) && !loginPages.includes(one)
    if (needsLogin && !isLoggedIn) await logIn(page)
    isLoggedIn ||= needsLogin
    await openPage(page, one, site)
    shots.push({ name: one.name, theme, jpeg: await shoot(page, device) })
  }
  await page.close()
  return shots
}

const sheetStyle = ({ thumbnail, perRow }: Device) => `
  body { margin: 0; padding: 24px; background: #d8d4ca; font: 600 15px sans-serif; color: #1a1e1b; }
  main { display: grid; grid-template-columns: repeat(${perRow}, ${thumbnail * 2 + 6}px); gap: 22px 20px; width: max-content; }
  figure { margin: 0; }
  figcaption { margin-bottom: 6px; }
  div { display: flex; gap: 6px; align-items: start; }
  img { width: ${thumbnail}px; border-radius: 4px; }
`

/** One figure per page, with its shots in both themes side by side. */
async function drawSheet(browser: Browser, device: Device, shots: readonly Shot[]): Promise<Uint8Array> {
  const names = [...new Set(shots.map(({ name }) => name))]
  const image = ({ jpeg }: Shot) => `<img src="data:image/jpeg;base64,${jpeg.toString('base64')}">`
  const entries = names.map((name) => {
    const images = shots.filter((shot) => shot.name === name).map(image)
    return `<figure><figcaption>${Bun.escapeHTML(name)}</figcaption><div>${images.join('')}</div></figure>`
  })
  const width = device.perRow * (device.thumbnail * 2 + 26) + 28
  const page = await browser.newPage({ viewport: { width, height: 600 } })
  await page.setContent(`<!doctype html><style>${sheetStyle(device)}</style><main>${entries.join('')}</main>`)
  await page.evaluate(() => Promise.all([...document.images].map((one) => one.decode())).then(() => undefined))
  const png = await page.screenshot({ fullPage: true })
  await page.close()
  return webp(png)
}

const webp = (image: Uint8Array) => new Bun.Image(image).webp({ quality: WEBP_QUALITY }).bytes()

/** The first windows of these pages are in the documents of the repository: their files, and their names in the list of pages. */
const VIEWS: Record<string, string> = {
  'docs/home.webp': 'home',
  'docs/blog.webp': 'blog',
  'docs/screenshots/posts.webp': 'dashboard',
  'docs/screenshots/writing.webp': 'editor',
  'docs/screenshots/history.webp': 'dashboard, history',
  'docs/screenshots/category.webp': 'a category',
  'docs/screenshots/form-of-a-page.webp': 'the form of a trade',
  'docs/screenshots/media.webp': 'media',
}

async function drawView(browser: Browser, site: SampleSite, name: string): Promise<Uint8Array> {
  const shown = everyPage.find((one) => one.name === name)
  if (!shown) throw new Error(`There is no page "${name}".`)
  const page = await browser.newPage({ baseURL: site.url, viewport: VIEW })
  await showTheme(page, 'dark')
  if (!publicPages.includes(shown)) await logIn(page)
  await openPage(page, shown, site)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
  const png = await page.screenshot()
  await page.close()
  return webp(png)
}

await build()
const site = await startSampleSite()
const browser = await openChromium()
try {
  await mkdir(FOLDER, { recursive: true })
  let total = 0
  for (const [group, shown] of Object.entries(groups))
    for (const device of devices) {
      const sheet = `${group}-${device.name}`
      if (only !== undefined && only !== sheet) continue
      const shots: Shot[] = []
      for (const theme of themes) shots.push(...(await shootAll(browser, site, device, theme, shown)))
      const file = join(FOLDER, `${sheet}.webp`)
      total += await Bun.write(file, await drawSheet(browser, device, shots))
      console.log(`${file}  ${shots.length} pages`)
    }
  for (const [file, name] of Object.entries(VIEWS))
    if (only === undefined || only === 'views') await Bun.write(file, await drawView(browser, site, name))
  console.log(`${(total / 1000).toFixed(0)} KB`)
  if (total > MAX_BYTES) throw new Error('The sheets are too large: lower WEBP_QUALITY or the size of thumbnails.')
} finally {
  await browser.close()
  await site.close()
}
