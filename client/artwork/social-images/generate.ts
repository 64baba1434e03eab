import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import * as v from 'valibot'
import { parse } from 'yaml'
import { openChromium } from '#client/artwork/browser/chromium.ts'
import { SiteSchema } from '#contract/site.ts'
import { CARD, cardPage, readBrandAssets, TEXT_SIZE } from './card-page.ts'
import { allCards } from './cards.ts'
import { ICO_SIZE, iconPage, icons, icoOf } from './icons.ts'

type Folders = { content: string; statics: string }

/** Renders a social image for each kind of page, and the site's icons, into `statics`. Returns the files and their sizes. */
export async function drawBrand({ content, statics }: Folders): Promise<Map<string, number>> {
  const { name } = v.parse(SiteSchema, parse(await Bun.file(join(content, 'site.yml')).text()))
  const brand = await readBrandAssets(statics, name)
  const sizes = new Map<string, number>()
  const keep = async (file: string, bytes: Uint8Array) => {
    await Bun.write(join(statics, file), bytes)
    sizes.set(file, bytes.byteLength)
  }
  const browser = await openChromium()
  try {
    for (const [name, card] of Object.entries(await allCards(content))) {
      await keep(`social/${name}.png`, await shoot(browser, cardPage(card, brand), CARD, (page) => fitText(page, name)))
    }
    for (const { file, size, share } of icons) {
      await keep(
        `icons/${file}`,
        await shoot(browser, iconPage(brand.mark, size, share), { width: size, height: size }),
      )
    }
    const favicon = await Bun.file(join(statics, 'favicon.svg')).text()
    const size = { width: ICO_SIZE, height: ICO_SIZE }
    const page = `<!doctype html><style>*{margin:0}svg{display:block;width:${ICO_SIZE}px}</style>${favicon}`
    const small = await shoot(browser, page, size)
    await keep('icons/favicon-32.png', small)
    await keep('icons/favicon.ico', icoOf(small))
  } finally {
    await browser.close()
  }
  return sizes
}

type Size = { width: number; height: number }

async function shoot(browser: Browser, html: string, viewport: Size, prepare?: (page: Page) => Promise<void>) {
  const page = await browser.newPage({ viewport })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await prepare?.(page)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

/** Makes the text of a card smaller until it has room between the mark and the week. Throws if no size is small enough. */
export async function fitText(page: Page, name: string): Promise<void> {
  const fits = await page.evaluate(({ largest, smallest, step }) => {
    const heading = document.querySelector('h1')
    const mark = document.querySelector('main svg')
    if (!heading || !mark) return false
    for (let size = largest; size >= smallest; size -= step) {
      document.body.style.fontSize = `${size}px`
      const isBelowMark = heading.getBoundingClientRect().top >= mark.getBoundingClientRect().bottom + size / 2
      if (isBelowMark && heading.scrollWidth <= heading.clientWidth) return true
    }
    return false
  }, TEXT_SIZE)
  if (!fits) throw new Error(`The text of the image ${name} has no room on it. Shorten its headline or accent.`)
}

/** Run `bun client/artwork/social-images/generate.ts` after a change of the mark, of the name in content/site.yml, or of a headline in content/landings or content/pages. */
if (import.meta.main) {
  for (const [file, bytes] of await drawBrand({ content: 'content', statics: 'client/static' })) {
    console.log(`${file}  ${(bytes / 1000).toFixed(1)} KB`)
  }
}
