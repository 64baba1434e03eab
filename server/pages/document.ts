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
import type { SiteFacts } from '#contract/site.ts'
import type { Manifest } from '#server/http/build-manifest.ts'
import type { InlineHashes } from '#server/http/headers.ts'
import type { HeadMore } from './head-context.ts'
import { headTags, iconTags } from './head-tags.ts'
import { structuredData } from './json-ld/structured-data.ts'
import type { RenderedMarkup } from './render.tsx'

/** Fonts that every page shows in its first moment. */
const FONTS = ['fonts/besley.woff2', 'fonts/libre-franklin.woff2']
/** And the one that a post's summary is set in. */
const LIGHT = 'fonts/besley-light.woff2'

const phone = media.phone.replace('@media ', '')
/** Of the film, as client/home/hero-video.tsx chooses them. */
const posters = Object.entries(heroMedia).flatMap(([theme, { poster, posterSmall }]): Poster[] => [
  [theme, { rel: 'preload', as: 'image', media: phone, href: storageUrl(posterSmall) }],
  [theme, { rel: 'preload', as: 'image', media: `not all and ${phone}`, href: storageUrl(poster) }],
])

/** A page as text, with the hashes of what stands in it inline, for its Content-Security-Policy. */
export type Document = { html: string; hashes: InlineHashes }

export type RenderedScreen = {
  head: PageHead
  /** What was asked for the head alone. */
  more?: HeadMore
  /** The row of the screen: its source file names its code in the manifest. */
  route: Pick<AnyRoute, 'file' | 'frame'>
  body: RenderedMarkup
  site: SiteFacts
  /** What the browser hydrates the page with. */
  data: unknown
  /** `false`: the document is never hydrated, and has neither scripts nor data. */
  hasScripts?: boolean
}

/** Puts a drawn screen into a whole document. `publicUrl`: the origin of absolute addresses; without it there are none. */
export function createDocuments(manifest: Manifest, publicUrl: string | undefined) {
  const deps = { statics: (name: string) => manifest.statics[name], publicUrl, themes: manifest.themes }
  const icons = iconTags(deps)
  const inline = `${themeScript};${manifest.startScript}`

  const preloaded = (name: string) =>
    `<link rel="preload" href="${manifest.statics[name] ?? ''}" as="font" type="font/woff2" crossorigin>`

  return ({ head, more, route: { file, frame }, body, site, data, hasScripts = true }: RenderedScreen): Document => {
    const sprite = inlineSpriteFor(body.html, frame === 'admin' ? undefined : manifest.drawings)
    const address = (name: string) => manifest.statics[name] ?? ''
    // Of the dashboard only the app knows what it will show.
    const global = frame === 'admin' ? globalCss(address) : pageCss(address, sprite + body.html + body.style)
    const html = [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
      icons,
      ...(head.heroVideo ? [dataScript(POSTERS_ID, posters)] : []),
      ...(hasScripts ? [dataScript(SCRIPT_URLS_ID, manifest.routes[file]), `<script>${inline}</script>`] : []),
      ...[...FONTS, ...(head.article ? [LIGHT] : [])].map(preloaded),
      body.links,
      headTags({ ...more, head, site, deps }),
      `<style>${global}</style>`,
      body.style,
      `</head><body>${sprite}<div id="${ROOT_ID}">${body.html}</div>`,
      ...(hasScripts ? [dataScript(SITE_DATA_ID, site), dataScript(PAGE_DATA_ID, data)] : []),
      structuredData({ ...more, head, site, deps }),
      '</body></html>',
    ].join('')
    const styles = [hashOf(global), hashOf(contentOf(body.style))]
    return { html, hashes: { scripts: hasScripts ? [hashOf(inline)] : [], styles } }
  }
}

/** The text between the tags of one element. */
const contentOf = (element: string) => element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))

/** As a Content-Security-Policy names it. */
const hashOf = (text: string) => `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`
