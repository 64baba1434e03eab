import type { AnyRoute } from '#client/app/routing/route.ts'
import { robots } from '#client/app/routing/use-navigation-effects.ts'
import { globalCss, pageCss } from '#client/app/theme/global-css.ts'
import { themeScript } from '#client/app/theme/theme-script.ts'
import { dark } from '#client/app/theme/tokens.ts'
import { heroMedia } from '#client/home/hero-media.ts'
import {
  dataScript,
  PAGE_DATA_ID,
  POSTERS_ID,
  type Poster,
  ROOT_ID,
  SCRIPT_URLS_ID,
  siteDataScript,
} from '#client/lib/page-data.ts'
import { media } from '#client/ui/base/styles.ts'
import { inlineSpriteFor } from '#client/ui/brand/sprite.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { InlineHashes } from '#server/http/responses.ts'
import type { Manifest } from '#server/http/static-files.ts'
import { CARD_SIZE } from '#server/media/share-cards/card-svg.ts'
import { feedPaths } from './feed.ts'
import { canonicalUrl, type HeadContext, ogImagePath, plainTitle, structuredData } from './structured-data.ts'

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

export const MANIFEST_PATH = '/site.webmanifest'

/** A page's markup, its one style element, and the preload links that belong into the head. */
export type RenderedMarkup = { html: string; style: string; links: string }

/** Wraps a rendered page into an HTML document. */
export type CreateDocument = ReturnType<typeof createDocuments>

type RenderedScreen = Omit<HeadContext, 'statics' | 'publicUrl'> & {
  /** The source file of the route names its scripts in the manifest. */
  route: Pick<AnyRoute, 'file' | 'frame'>
  body: RenderedMarkup
  /** The data with which the browser hydrates the page. */
  data: unknown
  /** `false`: the document is never hydrated, and has neither scripts nor data. */
  hasScripts?: boolean
  /** The document is filled in the browser: it needs the styles of both themes, and all icons. */
  isFilledLater?: boolean
}

/** Returns a function that wraps a rendered page into a document. `publicUrl`: the origin of absolute URLs. */
export function createDocuments(manifest: Manifest, publicUrl: string | undefined) {
  const staticUrl = (name: string) => manifest.statics[name] ?? ''
  /** The color of the browser's toolbar is that of the dark theme until the theme script sets another. */
  const icons = [
    `<link rel="icon" href="${staticUrl('icons/favicon-32.png')}" sizes="32x32">`,
    `<link rel="icon" href="${staticUrl('favicon.svg')}" sizes="any">`,
    `<link rel="apple-touch-icon" href="${staticUrl('icons/apple-touch-icon.png')}">`,
    `<link rel="manifest" href="${MANIFEST_PATH}">`,
    `<meta name="theme-color" content="${dark.bg}" data-themes="${manifest.themes}">`,
  ]
  /** Without JavaScript, a browser loads the styles of printed pages by itself. */
  const noScript = `<noscript><link rel="stylesheet" media="print" href="${manifest.themes}"></noscript>`
  const inline = `${themeScript};${manifest.startScript}`
  const preloaded = (name: string) =>
    `<link rel="preload" href="${staticUrl(name)}" as="font" type="font/woff2" crossorigin>`

  return ({
    route: { file, frame },
    body,
    data,
    hasScripts = true,
    isFilledLater = frame === 'admin',
    ...shown
  }: RenderedScreen) => {
    const context = { ...shown, statics: (name: string) => manifest.statics[name], publicUrl }
    const { head, site } = shown
    const sprite = inlineSpriteFor(body.html, isFilledLater ? undefined : manifest.drawings)
    // The dashboard renders in the browser, so its styles cannot be reduced to those in use.
    const global = isFilledLater
      ? globalCss(staticUrl)
      : pageCss(staticUrl, sprite + body.html + body.style, hasScripts)
    const html = [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
      ...icons,
      head.heroVideo ? dataScript(POSTERS_ID, posters) : '',
      hasScripts ? `${dataScript(SCRIPT_URLS_ID, manifest.routes[file])}<script>${inline}</script>` : '',
      ...[...FONTS, ...(head.article ? [LIGHT] : [])].map(preloaded),
      body.links,
      headTags(context),
      hasScripts ? noScript : '',
      `<style>${global}</style>`,
      body.style,
      `</head><body>${sprite}<div id="${ROOT_ID}">${body.html}</div>`,
      hasScripts ? siteDataScript(site) + dataScript(PAGE_DATA_ID, data) : '',
      structuredData(context),
      '</body></html>',
    ].join('')
    /** Of the inline elements, for the Content-Security-Policy. */
    const hashes: InlineHashes = {
      scripts: hasScripts ? [hashOf(inline)] : [],
      styles: [hashOf(global), hashOf(contentOf(body.style))],
    }
    return { html, hashes }
  }
}

/** The content of an element, between its tags. */
const contentOf = (element: string) => element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))

/** In the syntax of a Content-Security-Policy. */
const hashOf = (text: string) => `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`

const text = Bun.escapeHTML
const tag = (attribute: 'name' | 'property', name: string, content: string | number | undefined) =>
  content === undefined ? '' : `<meta ${attribute}="${name}" content="${text(String(content))}">`
const meta = (name: string, content: string | undefined) => tag('name', name, content)
const property = (name: string, content: string | number | undefined) => tag('property', name, content)

/** Title, description, feeds, and the tags for search engines and shared links. */
function headTags(context: HeadContext): string {
  const { head, publicUrl } = context
  const url = canonicalUrl(context)
  return [
    `<title>${text(head.title)}</title>`,
    meta('description', head.description),
    meta('robots', robots(head.noindex)),
    url
      ? `<link rel="canonical" href="${text(url)}"${head.canonical ? ` data-site="${text(publicUrl ?? '')}"` : ''}>`
      : '',
    feedLinks(context),
    openGraphTags(context, url),
  ].join('')
}

/** The page of a category or a tag. */
const TERM_PAGE = new RegExp(`^(?:${pagePaths.category('')}|${pagePaths.tag('')})[^/]+$`)

/** The feeds of the page's category or tag, then those of the blog. */
function feedLinks(context: HeadContext): string {
  const { head, site } = context
  if (head.noindex) return ''
  const [path = ''] = head.canonicalPath?.split('?') ?? []
  const own = TERM_PAGE.test(path) ? feedLink(feedPaths.atomOf(path), 'atom', plainTitle(context)) : ''
  const blog = `${site.name} blog`
  return own + feedLink(feedPaths.atom, 'atom', blog) + feedLink(feedPaths.json, 'feed', blog)
}

const TYPES = { atom: 'application/atom+xml', feed: 'application/feed+json' }
const feedLink = (path: string, kind: keyof typeof TYPES, title: string) =>
  `<link rel="alternate" type="${TYPES[kind]}" title="${text(title)}" href="${text(path)}">`

function openGraphTags(context: HeadContext, url: string | undefined): string {
  const { head, site, publicUrl } = context
  const { article } = head
  const path = ogImagePath(context)
  const image = publicUrl && path && publicUrl + path
  return [
    property('og:type', article ? 'article' : 'website'),
    property('og:locale', 'en_US'),
    property('og:site_name', site.name),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', url),
    property('og:image', image),
    ...(image
      ? [
          property('og:image:type', 'image/png'),
          property('og:image:width', CARD_SIZE.width),
          property('og:image:height', CARD_SIZE.height),
          property('og:image:alt', head.title),
        ]
      : []),
    ...(article
      ? [
          property('article:published_time', article.date),
          property('article:modified_time', article.updated ?? undefined),
          property('article:section', article.category?.name),
          ...article.tags.map(({ name }) => property('article:tag', name)),
        ]
      : []),
    // Twitter reads title and description from the Open Graph tags.
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('twitter:image', image),
  ].join('')
}
