import { robots } from '#client/app/routing/use-navigation-effects.ts'
import { dark } from '#client/app/theme/tokens.ts'
import type { PageHead } from '#client/lib/page-types.ts'
import { storageUrl } from '#contract/paths.ts'
import type { Plan, SiteInfo } from '#contract/site.ts'
import { feedPaths, isTermPage } from './feed-paths.ts'

/** What the tags of all pages depend on. */
export type HeadDeps = {
  /** Returns the URL path of a file of client/static. */
  statics: (name: string) => string | undefined
  /** Origin of absolute URLs, never that of a request. Without it, tags that need one are left out. */
  publicUrl: string | undefined
  /** URL of the file with the styles of both themes. */
  themes: string
}

/** Data that only the head needs. */
export type HeadExtras = {
  /** Stored path of the post's share image; `undefined` until it is rendered. */
  card?: string | undefined
  /** Prices of the editions, on pages about the software. */
  plans?: readonly Plan[]
}

/** Everything that a page's tags depend on. */
export type HeadContext = HeadExtras & { head: PageHead; site: SiteInfo; deps: HeadDeps }

export const MANIFEST_PATH = '/site.webmanifest'
/** The size of share images. */
export const OG_IMAGE_SIZE = { width: 1200, height: 630 }

/** A page's title without the site's name. */
export const plainTitle = ({ head, site }: Pick<HeadContext, 'head' | 'site'>) =>
  head.title.replace(` | ${site.name}`, '')

const text = Bun.escapeHTML
const tag = (attribute: 'name' | 'property', name: string, content: string | number | undefined) =>
  content === undefined ? '' : `<meta ${attribute}="${name}" content="${text(String(content))}">`
const meta = (name: string, content: string | undefined) => tag('name', name, content)
const property = (name: string, content: string | number | undefined) => tag('property', name, content)

/** Title, description, feeds, and the tags for search engines and shared links. */
export function headTags(context: HeadContext): string {
  const { head, deps } = context
  const url = deps.publicUrl && head.canonicalPath ? deps.publicUrl + head.canonicalPath : undefined
  return [
    `<title>${text(head.title)}</title>`,
    meta('description', head.description),
    meta('robots', robots(head.noindex)),
    url ? `<link rel="canonical" href="${text(url)}">` : '',
    feedLinks(context),
    openGraphTags(context, url),
  ].join('')
}

/** The feeds of the page's category or tag, then those of the blog. */
function feedLinks({ head, site }: HeadContext): string {
  if (head.noindex) return ''
  const [path = ''] = head.canonicalPath?.split('?') ?? []
  const own = isTermPage(path) ? [feedLink(feedPaths.atomOf(path), 'atom', plainTitle({ head, site }))] : []
  const blog = `${site.name} blog`
  return [...own, feedLink(feedPaths.atom, 'atom', blog), feedLink(feedPaths.json, 'feed', blog)].join('')
}

const TYPES = { atom: 'application/atom+xml', feed: 'application/feed+json' }
const feedLink = (path: string, kind: keyof typeof TYPES, title: string) =>
  `<link rel="alternate" type="${TYPES[kind]}" title="${text(title)}" href="${text(path)}">`

function openGraphTags(context: HeadContext, url: string | undefined): string {
  const { head, site, deps } = context
  const path = deps.publicUrl ? ogImagePath(context) : undefined
  const image = path && deps.publicUrl + path
  return [
    property('og:type', head.article ? 'article' : 'website'),
    property('og:locale', 'en_US'),
    property('og:site_name', site.name),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', url),
    property('og:image', image),
    ...(image ? ogImageTags(head.title) : []),
    ...articleTags(context),
    // Twitter reads title and description from the Open Graph tags.
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('twitter:image', image),
  ].join('')
}

/** The post's own share image once it is rendered, else that of the kind of page. */
export function ogImagePath({ head, card, deps }: HeadContext): string | undefined {
  return card === undefined ? deps.statics(`social/${head.image ?? 'home'}.png`) : storageUrl(card)
}

const ogImageTags = (title: string): string[] => [
  property('og:image:type', 'image/png'),
  property('og:image:width', OG_IMAGE_SIZE.width),
  property('og:image:height', OG_IMAGE_SIZE.height),
  property('og:image:alt', title),
]

function articleTags({ head: { article } }: HeadContext): string[] {
  if (!article) return []
  return [
    property('article:published_time', article.date),
    property('article:modified_time', article.updated ?? undefined),
    property('article:section', article.category?.name),
    ...article.tags.map(({ name }) => property('article:tag', name)),
  ]
}

/** Icons, web manifest, and the color of the browser's toolbar: that of the dark theme until the theme script sets another. */
export function iconTags({ statics, themes }: HeadDeps): string {
  const icon = (name: string, rest: string) => `<link rel="icon" href="${statics(name) ?? ''}" ${rest}>`
  return [
    icon('icons/favicon-32.png', 'sizes="32x32" type="image/png"'),
    icon('favicon.svg', 'sizes="any" type="image/svg+xml"'),
    `<link rel="apple-touch-icon" href="${statics('icons/apple-touch-icon.png') ?? ''}">`,
    `<link rel="manifest" href="${MANIFEST_PATH}">`,
    `<meta name="theme-color" content="${dark.bg}" data-themes="${themes}">`,
  ].join('')
}
