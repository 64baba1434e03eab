/** Formulas: presentational MathML, without links and other languages inside. */
const mathTags =
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup ' +
  'munder mover munderover mmultiscripts mprescripts mtable mtr mtd'
const mathAttributes =
  'display displaystyle scriptlevel mathvariant mathsize stretchy fence form separator lspace rspace accent accentunder ' +
  'movablelimits largeop symmetric minsize maxsize linethickness notation columnspan'

/**
 * The allowed HTML of a post. Anything else is removed and its text stays. No classes but those of highlighted code and of formulas: the
 * site's own could cover the page. `input` is a disabled checkbox (see `isRemovedInput`).
 */
export const allowedTags: readonly string[] = (
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var sub sup strong b em i u s del ins mark small ' +
  'abbr cite q time a img figure figcaption table caption colgroup col thead tbody tfoot tr th td div span section article aside ' +
  'header footer details summary address bdi bdo wbr ruby rt rp input ' +
  mathTags
).split(' ')

export const allowedAttributes: readonly string[] = (
  'href title lang dir src alt width height colspan rowspan scope headers align start reversed type datetime open checked ' +
  'id class role aria-label data-callout data-embed ' +
  mathAttributes
).split(' ')

/** Set by the renderer only. */
export const setAttributes: readonly string[] = ['loading', 'decoding', 'rel', 'srcset', 'sizes', 'disabled']

/** What is negative or huge could cover the page. */
const LENGTH = /^\d{1,5}(?:\.\d{1,6})?(?:px|em|ex|pt|mu|%)?$/

/** Attributes of footnotes, callouts, stored images, code and formulas, with the only values that they may have. */
const ownValues: Readonly<Record<string, RegExp>> = {
  role: /^note$/,
  'aria-label': /^(?:Footnotes|Footnote \d{1,5}|Back to reference \d{1,5}(?:-\d{1,5})?|Done|To do)$/,
  'data-embed': /^(?:video|page)$/,
  'data-callout': /^(?:note|tip|important|warning|caution)$/,
  class:
    /^(?:tok-(?:comment|keyword|string|number|title|name|meta|addition|deletion)|tml-(?:left|right|overline|underline))$/,
  width: LENGTH,
  height: LENGTH,
  lspace: LENGTH,
  rspace: LENGTH,
  linethickness: LENGTH,
  minsize: LENGTH,
  maxsize: LENGTH,
  srcset: /^\/storage\/[a-z0-9/-]+\.webp \d{1,5}w(?:, \/storage\/[a-z0-9/-]+\.webp \d{1,5}w)*$/,
}

/** Ids that the page of a post uses itself, or that our scripts look up. */
const PAGE_IDS: ReadonlySet<string> = new Set(
  'root main mark contents product-pages more-info mobile-menu privacy-policy privacy-policy-title privacy-text site-facts page-data script-urls posters'.split(
    ' ',
  ),
)
const PAGE_ID_PREFIX = /^icon-/i
const ID = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:-]{0,119}$/u

const isAnchorId = (id: string) => ID.test(id) && !PAGE_IDS.has(id.toLowerCase()) && !PAGE_ID_PREFIX.test(id)

/**
 * Returns the id that stored HTML may have in place of this one: with a prefix where a page uses it, without other characters
 * in front; `undefined` if there is none.
 */
export function anchorId(wanted: string): string | undefined {
  const id = wanted.replace(/^[^\p{L}\p{N}]+/u, '')
  return id === '' ? undefined : [id, `at-${id}`].find(isAnchorId)
}

/** Whether an allowed attribute may have this value. URLs other than those of images are checked by the sanitizer. */
export const isAllowedValue = (attribute: string, value: string): boolean =>
  attribute === 'src'
    ? isOwnPicture(value)
    : attribute === 'id'
      ? isAnchorId(value)
      : (ownValues[attribute]?.test(value) ?? true)

/** A post can ask for nothing: of all fields, only the checkboxes of task lists stay. */
export const isRemovedInput = (type: string | null | undefined): boolean => type?.toLowerCase() !== 'checkbox'

/** The sanitizer's settings, for the server when it renders and for the browser right before it shows foreign HTML. */
export const storedHtmlProfile = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: [...allowedAttributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
}

const PICTURE_DATA = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]*$/

/** From this site, or embedded in the text, as the CSP allows. A URL that is relative to another site is neither. */
function isOwnPicture(src: string): boolean {
  if (src.startsWith('data:')) return PICTURE_DATA.test(src)
  return ['https://one.invalid', 'https://other.invalid'].every(
    (site) => URL.canParse(src, site) && new URL(src, site).origin === site,
  )
}
