import { join } from 'node:path'
import { marked } from 'marked'
import type { Browser } from 'playwright'
import * as v from 'valibot'
import { parse } from 'yaml'
import { openChromium } from '#client/artwork/browser/chromium.ts'
import { day, week } from '#client/artwork/illustrations/colors.ts'
import { SiteSchema } from '#contract/site.ts'
import { withSiteFacts } from '#server/content/legal-text.ts'
import { replaceFile } from '#server/storage/files.ts'

/** The agreements that are downloads. The privacy policy is a dialog of the site. */
const agreements = ['master-services-agreement', 'subscription-agreement'] as const

type Folders = { content: string; storage: string; fonts: string }

/** Generates `documents/*.pdf` in the storage folder from `legal/*.md` in the content folder. Returns the files written. */
export async function makeDocuments({ content, storage, fonts }: Folders): Promise<string[]> {
  const site = v.parse(SiteSchema, parse(await Bun.file(join(content, 'site.yml')).text()))
  const style = await styleSheet(fonts)
  const browser = await openChromium()
  try {
    return await Promise.all(
      agreements.map(async (agreement) => {
        const text = await Bun.file(join(content, 'legal', `${agreement}.md`)).text()
        const file = join(storage, 'documents', `${agreement}.pdf`)
        await replaceFile(file, await print(browser, documentOf(withSiteFacts(text, site), style)))
        return file
      }),
    )
  } finally {
    await browser.close()
  }
}

/** The whole HTML document; its title is the first heading of the text. */
function documentOf(text: string, style: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const strip = week.map((one) => `<i style="background:${day[one]}"></i>`).join('')
  const body = marked.parse(text, { async: false })
  return `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><div class="strip" aria-hidden="true">${strip}</div>${body}</body></html>`
}

/** US Letter with page numbers, tagged so that a screen reader finds headings, lists and tables. */
async function print(browser: Browser, html: string): Promise<Uint8Array> {
  const page = await browser.newPage()
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const pdf = await page.pdf({
    format: 'Letter',
    tagged: true,
    outline: true,
    printBackground: true,
    displayHeaderFooter: true,
    margin: { top: '0.8in', bottom: '0.9in', left: '1in', right: '1in' },
    headerTemplate: '<span></span>',
    footerTemplate: `<div style="width:100%;padding:0 1in;font:8pt Arial,sans-serif;color:#635B4B;display:flex;justify-content:space-between"><span class="title"></span><span>Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>`,
  })
  await page.close()
  return pdf
}

async function styleSheet(fonts: string): Promise<string> {
  const face = async (family: string, file: string) =>
    `@font-face{font-family:'${family}';font-weight:400 800;src:url(data:font/woff2;base64,${Buffer.from(await Bun.file(join(fonts, file)).bytes()).toString('base64')})}`
  return `${await face('Besley', 'besley.woff2')}${await face('Libre Franklin', 'libre-franklin.woff2')}
    body { margin: 0; font: 10.5pt/1.55 'Libre Franklin', Arial, sans-serif; color: #1E1B15; font-variant-numeric: tabular-nums }
    .strip { display: flex; height: 6px; margin-bottom: 26pt } .strip i { flex: 1 }
    h1 { font: 620 24pt/1.15 Besley, Georgia, serif; letter-spacing: -.015em; margin: 0 0 16pt }
    h2 { font: 620 14pt/1.25 Besley, Georgia, serif; margin: 20pt 0 6pt; break-after: avoid }
    h3 { font-size: 10.5pt; font-weight: 700; margin: 10pt 0 2pt; break-after: avoid }
    p, ul, ol { margin: 0 0 8pt } ul, ol { padding-left: 18pt } li { margin-bottom: 4pt; padding-left: 3pt }
    li, tr { break-inside: avoid } p { orphans: 3; widows: 3 }
    table { width: 100%; border-collapse: collapse; margin: 10pt 0 12pt }
    th { text-align: left; font-weight: 680; border-bottom: 1.5px solid #1E1B15 } td { border-bottom: 1px solid #D8CDB4 }
    th, td { padding: 5pt 8pt 5pt 0 }`
}

/** Run `bun client/artwork/documents/generate.ts` after each change of content/legal or of name and company in content/site.yml. */
if (import.meta.main) {
  const files = await makeDocuments({ content: 'content', storage: 'storage/public', fonts: 'client/static/fonts' })
  for (const file of files) console.log(file)
}
