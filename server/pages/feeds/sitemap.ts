import { DECLARATION, element, wrap } from './xml.ts'

/** A page that answers 200 and that search engines may show. */
export type SitemapPage = {
  path: string
  /** ISO 8601: when it was changed last; absent where nobody knows. */
  modified?: string
  /** Paths of pictures that it shows. */
  pictures?: readonly string[]
}

/** More addresses than that one file may not hold (sitemaps.org). */
export const ADDRESSES_MAX = 50_000
export const SITEMAP_TYPE = 'application/xml; charset=utf-8'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PICTURES = 'http://www.google.com/schemas/sitemap-image/1.1'

/** `origin` is that of all addresses. */
export const sitemap = (pages: readonly SitemapPage[], origin: string): string =>
  DECLARATION +
  wrap('urlset', pages.map((page) => url(page, origin)).join('\n'), { xmlns: NAMESPACE, 'xmlns:image': PICTURES })

const url = ({ path, modified, pictures = [] }: SitemapPage, origin: string) =>
  wrap(
    'url',
    [
      element('loc', origin + path),
      element('lastmod', modified),
      ...pictures.map((picture) => wrap('image:image', element('image:loc', origin + picture))),
    ].join(''),
  )

/** The files of a sitemap that is too long for one: their addresses, and when the newest page of each was changed. */
export const sitemapIndex = (parts: readonly SitemapPage[], origin: string): string =>
  DECLARATION +
  wrap(
    'sitemapindex',
    parts
      .map(({ path, modified }) => wrap('sitemap', element('loc', origin + path) + element('lastmod', modified)))
      .join('\n'),
    { xmlns: NAMESPACE },
  )

/** Of these moments the last; `undefined` where there is none. */
export const latest = (moments: readonly (string | undefined)[]): string | undefined =>
  moments.reduce((last, one) => (one !== undefined && (last === undefined || one > last) ? one : last), undefined)
