import type { AnyRoute } from '#client/app/routing/route.ts'
import {
  dataScript,
  PAGE_DATA_ID,
  POSTERS_ID,
  type Poster,
  ROOT_ID,
  SCRIPT_URLS_ID,
  SITE_DATA_ID,
} from '#client/app/start/page-data.ts'
import { globalCss, pageCss } from '#client/app/theme/global-css.ts'
import { themeScript } from '#client/app/theme/theme-script.ts'
import { heroMedia } from '#client/home/hero-media.ts'
import type { PageHead } from '#client/lib/page-types.ts'
import { inlineSpriteFor } from '#client/ui/sprite.ts'
import { media } from '#client/ui/styles.ts'
import { storageUrl } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { InlineHashes } from '#server/http/headers.ts'
import type { Manifest } from '#server/http/static-files.ts'
import { type HeadExtras, headTags, iconTags } from './head-tags.ts'
import { structuredData } from './json-ld/structured-data.ts'
import type { RenderedMarkup } from './render.tsx'

/** Fonts of the first viewport of every page. */
const FONTS = ['fonts/besley.woff2', 'fonts/libre-franklin.woff2']
/** The font of a post's summary. */
const LIGHT = 'fonts/besley-light.woff2'

const phone = media.phone.replace('@media ', '')
/** Preloads of the hero video's poster, in the size that client/home/hero-video.tsx chooses. */
const posters = Object.entries(heroMedia).flatMap(([theme, { poster, posterSmall }]): Poster[] => [
  [theme, { rel: 'preload', as: 'image', media: phone, href: storageUrl(posterSmall) }],
  [theme, { rel: 'preload', as: 'image', media: `not all and ${phone}`, href: storageUrl(poster) }],
])

/** An HTML page, with the hashes of its inline elements for the Content-Security-Policy. */
export type Document = { html: string; hashes: InlineHashes }

export type RenderedScreen = {
  head: PageHead
  extras?: HeadExtras
  /** The source file of the route names its scripts in the manifest. */
  route: Pick<AnyRoute, 'file' | 'frame'>
  body: RenderedMarkup
  site: SiteInfo
  /** The data with which the browser hydrates the page. */
  data: unknown
  /** `false`: the document is never hydrated, and has neither scripts nor data. */
  hasScripts?: boolean
}

/** Returns a function that wraps a rendered page into a document. `publicUrl`: the origin of absolute URLs. */
export function createDocuments(manifest: Manifest, publicUrl: string | undefined) {
  const deps = { statics: (name: string) => manifest.statics[name], publicUrl, themes: manifest.themes }
  const icons = iconTags(deps)
  const inline = `${themeScript};${manifest.startScript}`

  const preloaded = (name: string) =>
    `<link rel="preload" href="${manifest.statics[name] ?? ''}" as="font" type="font/woff2" crossorigin>`

  return ({ head, extras, route: { file, frame }, body, site, data, hasScripts = true }: RenderedScreen): Document => {
    const sprite = inlineSpriteFor(body.html, frame === 'admin' ? undefined : manifest.drawings)
    const staticUrl = (name: string) => manifest.statics[name] ?? ''
    // The dashboard renders in the browser, so its styles cannot be reduced to those in use.
    const global = frame === 'admin' ? globalCss(staticUrl) : pageCss(staticUrl, sprite + body.html + body.style)
    const html = [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
      icons,
      ...(head.heroVideo ? [dataScript(POSTERS_ID, posters)] : []),
      ...(hasScripts ? [dataScript(SCRIPT_URLS_ID, manifest.routes[file]), `<script>${inline}</script>`] : []),
      ...[...FONTS, ...(head.article ? [LIGHT] : [])].map(preloaded),
      body.links,
      headTags({ ...extras, head, site, deps }),
      `<style>${global}</style>`,
      body.style,
      `</head><body>${sprite}<div id="${ROOT_ID}">${body.html}</div>`,
      ...(hasScripts ? [dataScript(SITE_DATA_ID, site), dataScript(PAGE_DATA_ID, data)] : []),
      structuredData({ ...extras, head, site, deps }),
      '</body></html>',
    ].join('')
    const styles = [hashOf(global), hashOf(contentOf(body.style))]
    return { html, hashes: { scripts: hasScripts ? [hashOf(inline)] : [], styles } }
  }
}

/** The content of an element, between its tags. */
const contentOf = (element: string) => element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))

/** In the syntax of a Content-Security-Policy. */
const hashOf = (text: string) => `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`
