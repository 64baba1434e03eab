import type { SiteInfo } from '#contract/site.ts'

/** Ids of the elements that hold the page's data as JSON. */
export const SITE_DATA_ID = 'site-facts'
export const PAGE_DATA_ID = 'page-data'
/** URLs of the scripts that hydrate the page, the entry first. */
export const SCRIPT_URLS_ID = 'script-urls'
/** Preloads of the posters, one per theme and width, so that the request does not wait for the styles. */
export const POSTERS_ID = 'posters'
export type Poster = [theme: string, link: { rel: 'preload'; as: 'image'; media: string; href: string }]
export const ROOT_ID = 'root'

/** JSON inside a document. Escaping `<` prevents a text from ending the script element. */
export const dataScript = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

export const readPageData = (): string => document.getElementById(PAGE_DATA_ID)?.textContent ?? ''

export const readSiteData = (): SiteInfo => JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? '')
