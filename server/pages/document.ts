import type { Head } from '#client/api/page.ts'
import { globalCss, pageCss } from '#client/app/global-css.ts'
import {
  CODE_ID,
  dataScript,
  factsBeside,
  PAGE_DATA_ID,
  POSTERS_ID,
  type Poster,
  ROOT_ID,
  SITE_FACTS_ID,
} from '#client/app/page-data.ts'
import type { AnyRoute } from '#client/app/route.ts'
import { themeScript } from '#client/app/theme-script.ts'
import { heroMedia } from '#client/home/hero-media.ts'
import { spriteFor } from '#client/ui/sprite.ts'
import { media } from '#client/ui/theme.ts'
import { storageUrl } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'
import type { InlineHashes } from '#server/http/headers.ts'
import type { Manifest } from '#server/http/manifest.ts'
import type { Drawn } from './draw.tsx'
import { headTags, iconTags } from './head-tags.ts'
import type { HeadMore } from './head-world.ts'
import { structuredData } from './json-ld/structured-data.ts'

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

export type DrawnScreen = {
  head: Head
  /** What was asked for the head alone. */
  more?: HeadMore
  /** The row of the screen: its source file names its code in the manifest. */
  route: Pick<AnyRoute, 'file' | 'frame'>
  body: Drawn
  site: SiteFacts
  /** What the browser goes on from; `undefined`: the markup is all it needs. */
  data: unknown
  /** Nothing of it runs in the browser: neither code nor data come with it. */
  isStill?: boolean
}

/** Puts a drawn screen into a whole document. `publicUrl`: the origin of absolute addresses; without it there are none. */
export function createDocuments(manifest: Manifest, publicUrl: string | undefined) {
  const world = { statics: (name: string) => manifest.statics[name], publicUrl, themes: manifest.themes }
  const icons = iconTags(world)
  const inline = `${themeScript};${manifest.starter}`

  const preloaded = (name: string) =>
    `<link rel="preload" href="${manifest.statics[name] ?? ''}" as="font" type="font/woff2" crossorigin>`

  return ({ head, more, route: { file, frame }, body, site, data, isStill = false }: DrawnScreen): Document => {
    const sprite = spriteFor(body.html, frame === 'admin' ? undefined : manifest.drawings)
    const address = (name: string) => manifest.statics[name] ?? ''
    // Of the dashboard only the app knows what it will show.
    const global = frame === 'admin' ? globalCss(address) : pageCss(address, sprite + body.html + body.style)
    const html = [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
      icons,
      ...(head.film ? [dataScript(POSTERS_ID, posters)] : []),
      ...(isStill ? [] : [dataScript(CODE_ID, manifest.routes[file]), `<script>${inline}</script>`]),
      ...[...FONTS, ...(head.article ? [LIGHT] : [])].map(preloaded),
      body.links,
      headTags({ ...more, head, site, world }),
      `<style>${global}</style>`,
      body.style,
      `</head><body>${sprite}<div id="${ROOT_ID}">${body.html}</div>`,
      ...(isStill
        ? []
        : [
            dataScript(SITE_FACTS_ID, factsBeside(site, frame === 'site')),
            data === undefined ? '' : dataScript(PAGE_DATA_ID, data),
          ]),
      structuredData({ ...more, head, site, world }),
      '</body></html>',
    ].join('')
    const styles = [hashOf(global), hashOf(contentOf(body.style))]
    return { html, hashes: { scripts: isStill ? [] : [hashOf(inline)], styles } }
  }
}

/** The text between the tags of one element. */
const contentOf = (element: string) => element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))

/** As a Content-Security-Policy names it. */
const hashOf = (text: string) => `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`
