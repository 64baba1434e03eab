import type { SiteInfo } from '#contract/site.ts'

/** Ids of the elements that hold the page's data as JSON. */
const SITE_DATA_ID = 'site-facts'
export const PAGE_DATA_ID = 'page-data'
/** URLs of the scripts that hydrate the page, the entry first. */
export const SCRIPT_URLS_ID = 'script-urls'
/** Preloads of the posters, one per theme and width, so that the request does not wait for the styles. */
export const POSTERS_ID = 'posters'
export type Poster = [theme: string, link: { rel: 'preload'; as: 'image'; media: string; href: string }]
/** The text of the privacy policy, in the dialog of the footer. */
export const PRIVACY_TEXT_ID = 'privacy-text'
export const ROOT_ID = 'root'

/**
 * What ends a script element or changes how its text is read (HTML Standard, "Restrictions for contents of script elements").
 * Other tags stay as they are, so that they compress with the same tags in the markup.
 */
const SCRIPT_MARKUP = /<(?=!--|\/?script)/gi

/** JSON inside a document. */
export const dataScript = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replace(SCRIPT_MARKUP, '\\u003c')}</script>`

export const readPageData = (): string => document.getElementById(PAGE_DATA_ID)?.textContent ?? ''

/** The data of the site inside a document, without the privacy policy: the markup has its text already. */
export const siteDataScript = ({ privacyPolicy: _, ...site }: SiteInfo) => dataScript(SITE_DATA_ID, site)

export const readSiteData = (): SiteInfo => ({
  ...JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? ''),
  privacyPolicy: document.getElementById(PRIVACY_TEXT_ID)?.innerHTML ?? '',
})
