import type { SiteFacts } from '#contract/site.ts'

/** Ids of the elements in which a document carries its data as JSON. */
export const SITE_FACTS_ID = 'site-facts'
export const PAGE_DATA_ID = 'page-data'
/** And the addresses of the code that it comes alive by, the first of them the one that begins. */
export const CODE_ID = 'code'
/** And the pictures of the first screen, one for each theme and width, of which one is asked for before the styles are read that name it. */
export const POSTERS_ID = 'posters'
export type Poster = [theme: string, link: { rel: 'preload'; as: 'image'; media: string; href: string }]
/** Marks the styles that a page was drawn with, until the app takes them over. */
export const DRAWN_STYLE = 'data-drawn'
/** Id of the element that React draws into. */
export const ROOT_ID = 'root'

/** Data as JSON inside a document: without `<` no text can end the script that holds it. */
export const dataScript = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

export const readPageData = (): string => document.getElementById(PAGE_DATA_ID)?.textContent ?? ''

/** The element that shows the privacy policy. */
export const PRIVACY_TEXT_ID = 'privacy-text'

/** The facts as a document brings them: a text that its markup shows does not stand in it twice. */
export const factsBeside = (site: SiteFacts, isShown: boolean): SiteFacts =>
  isShown ? { ...site, privacyPolicy: '' } : site

export function readSiteFacts(): SiteFacts {
  const facts: SiteFacts = JSON.parse(document.getElementById(SITE_FACTS_ID)?.textContent ?? '')
  return { ...facts, privacyPolicy: facts.privacyPolicy || (document.getElementById(PRIVACY_TEXT_ID)?.innerHTML ?? '') }
}
