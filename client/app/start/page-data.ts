import type { SiteFacts } from '#contract/site.ts'

/** Ids of the elements in which a document carries its data as JSON. */
export const SITE_DATA_ID = 'site-facts'
export const PAGE_DATA_ID = 'page-data'
/** URLs of the scripts that hydrate the page, the entry first. */
export const SCRIPT_URLS_ID = 'script-urls'
/** And the pictures of the first screen, one for each theme and width, of which one is asked for before the styles are read that name it. */
export const POSTERS_ID = 'posters'
export type Poster = [theme: string, link: { rel: 'preload'; as: 'image'; media: string; href: string }]
/** Id of the element that React draws into. */
export const ROOT_ID = 'root'

/** Data as JSON inside a document: without `<` no text can end the script that holds it. */
export const dataScript = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

export const readPageData = (): string => document.getElementById(PAGE_DATA_ID)?.textContent ?? ''

export const readSiteData = (): SiteFacts => JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? '')
