import { storageUrl } from '#contract/paths.ts'
import type { HeadContext } from './head-context.ts'

/** Size of every picture that stands for a page: what platforms show a shared link's at. */
export const SHOWN = { width: 1200, height: 630 }

export const text = Bun.escapeHTML
export const meta = (name: string, content: string | number | undefined) =>
  content === undefined ? '' : `<meta name="${name}" content="${text(String(content))}">`
const property = (name: string, content: string | number | undefined) =>
  content === undefined ? '' : `<meta property="${name}" content="${text(String(content))}">`

/** What a link to the page shows where it is shared. `address`: the page's own, absolute. */
export function socialTags(context: HeadContext, address: string | undefined): string {
  const { head, site, deps } = context
  const path = deps.publicUrl ? shownPath(context) : undefined
  const image = path && deps.publicUrl + path
  return [
    property('og:type', head.article ? 'article' : 'website'),
    property('og:locale', 'en_US'),
    property('og:site_name', site.name),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', address),
    property('og:image', image),
    ...(image ? pictureTags(head.title) : []),
    ...articleTags(context),
    // Title and description are taken from Open Graph's, which stand above.
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('twitter:image', image),
  ].join('')
}

/** The post's own picture once it is drawn, else the drawing of the kind of page. */
export function shownPath({ head, card, deps }: HeadContext): string | undefined {
  return card === undefined ? deps.statics(`social/${head.image ?? 'home'}.png`) : storageUrl(card)
}

const pictureTags = (title: string): string[] => [
  property('og:image:type', 'image/png'),
  property('og:image:width', SHOWN.width),
  property('og:image:height', SHOWN.height),
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
