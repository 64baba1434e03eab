import { decodeHTML } from 'entities'
import { replaceTags } from './html-tags.ts'

/** A character on each side of the @; `/@` is the path of a profile. */
const EMAIL = /[^\s@/]@[^\s@/]+\.[^\s@]/

const PERCENT = /(?:%[\da-f]{2})+/gi

const COMMENT = /<!--.*?(?:-->|$)/gs
/** Tags that end a word. Any other one may be in the middle of an address. */
const BREAKS = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol ' +
    'p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)

/** Whether a text contains an e-mail address, as written or as a browser would decode it. */
export const hasEmail = (text: string) =>
  EMAIL.test(
    decodeHTML(text)
      .replace(PERCENT, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
      // The fullwidth and the small @ become the usual one.
      .normalize('NFKC'),
  )

/** Whether HTML, or Markdown with HTML in it, contains an e-mail address: in its source, or in the text between the tags. */
export const hasEmailInHtml = (html: string) =>
  hasEmail(html) || hasEmail(replaceTags(html.replace(COMMENT, ''), ({ name }) => (BREAKS.has(name) ? ' ' : '')))
