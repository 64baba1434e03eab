import { robots } from '#client/app/routing/use-navigation-effects.ts'
import { dark } from '#client/app/theme/tokens.ts'
import { feedPaths, isNamedList } from './feed-paths.ts'
import { type HeadContext, type HeadDeps, plainTitle } from './head-context.ts'
import { meta, socialTags, text } from './social-tags.ts'

/** Title, description, feeds, and what search engines and shared links show. */
export function headTags(context: HeadContext): string {
  const { head, deps } = context
  const address = deps.publicUrl && head.canonicalPath ? deps.publicUrl + head.canonicalPath : undefined
  return [
    `<title>${text(head.title)}</title>`,
    meta('description', head.description),
    meta('robots', robots(head.noindex)),
    address ? `<link rel="canonical" href="${text(address)}">` : '',
    feedLinks(context),
    socialTags(context, address),
  ].join('')
}

/** The blog's feeds, and before them those of the category or tag that the page is about. */
function feedLinks({ head, site }: HeadContext): string {
  if (head.noindex) return ''
  const [path = ''] = head.canonicalPath?.split('?') ?? []
  const own = isNamedList(path) ? [feedLink(feedPaths.atomOf(path), 'atom', plainTitle({ head, site }))] : []
  const blog = `${site.name} blog`
  return [...own, feedLink(feedPaths.atom, 'atom', blog), feedLink(feedPaths.json, 'feed', blog)].join('')
}

const TYPES = { atom: 'application/atom+xml', feed: 'application/feed+json' }
const feedLink = (path: string, kind: keyof typeof TYPES, title: string) =>
  `<link rel="alternate" type="${TYPES[kind]}" title="${text(title)}" href="${text(path)}">`

/** Icons, web manifest, and the colour of the browser's own bar: the dark theme's, until the theme script finds another, with the address of the themes. */
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

export const MANIFEST_PATH = '/site.webmanifest'
