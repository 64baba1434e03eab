import type { Head } from '#client/api/page.ts'
import { robots } from '#client/app/head.ts'
import { dark } from '#client/app/theme-tokens.ts'
import { storageUrl } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** What the tags are made of beside the page's own head. */
export type HeadWorld = {
  /** Address of a file of client/static; `undefined` where there is none. */
  statics: (name: string) => string | undefined
  /** Origin of absolute addresses; without it the tags that need one are left out. */
  publicUrl: string | undefined
}

/** A picture that stands for a page: its path on the site, with its size where that is known. */
type Shown = { path: string; width?: number | undefined; height?: number | undefined; alt: string }

/** Size of the drawings in client/static/social. */
const DRAWN = { width: 1200, height: 630 }

const text = Bun.escapeHTML
const meta = (name: string, content: string | number | undefined) =>
  content === undefined ? '' : `<meta name="${name}" content="${text(String(content))}">`
const property = (name: string, content: string | number | undefined) =>
  content === undefined ? '' : `<meta property="${name}" content="${text(String(content))}">`

/** Title, description and what search engines and shared links show. Absolute addresses never come from a request. */
export function headTags(head: Head, site: SiteFacts, world: HeadWorld): string {
  const { title, description, canonicalPath, noindex, article } = head
  const address = world.publicUrl && canonicalPath ? world.publicUrl + canonicalPath : undefined
  const image = world.publicUrl ? imageOf(head, world) : undefined
  return [
    `<title>${text(title)}</title>`,
    meta('description', description),
    meta('robots', robots(noindex)),
    address ? `<link rel="canonical" href="${text(address)}">` : '',
    property('og:type', article ? 'article' : 'website'),
    property('og:site_name', site.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', image && world.publicUrl + image.path),
    property('og:image:width', image?.width),
    property('og:image:height', image?.height),
    property('og:image:alt', image?.alt),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
  ].join('')
}

function imageOf({ image = 'home', title }: Head, { statics }: HeadWorld): Shown | undefined {
  if (typeof image !== 'string') {
    return { path: storageUrl(image.path), width: image.width, height: image.height, alt: image.alt || title }
  }
  const path = statics(`social/${image}.png`)
  return path === undefined ? undefined : { path, ...DRAWN, alt: title }
}

/** Icons, web manifest, and the colour of the browser's own bar: the dark theme's, until the theme script finds another. */
export function iconTags({ statics }: HeadWorld): string {
  const icon = (name: string, rest: string) => `<link rel="icon" href="${statics(name) ?? ''}" ${rest}>`
  return [
    icon('icons/favicon-32.png', 'sizes="32x32" type="image/png"'),
    icon('favicon.svg', 'sizes="any" type="image/svg+xml"'),
    `<link rel="apple-touch-icon" href="${statics('icons/apple-touch-icon.png') ?? ''}">`,
    `<link rel="manifest" href="${MANIFEST_PATH}">`,
    meta('theme-color', dark.bg),
  ].join('')
}

export const MANIFEST_PATH = '/site.webmanifest'
