/** Letters of scripts that are written from right to left, such as Arabic and Hebrew. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const PARTS = /<(\/?)([a-z]\w*)[^<>]*>|&#?\w{1,40};|\p{L}+/gu
const CODE = new Set(['pre', 'code', 'kbd', 'samp'])

/** Without those of code, tags and entities, which say nothing about the direction of a text. */
function lettersOf(html: string): string {
  let letters = ''
  /** The element of code that the text is in. */
  let code: string | undefined
  for (const [part, slash, name] of html.matchAll(PARTS)) {
    if (name === undefined) letters += part.startsWith('&') || code !== undefined ? '' : part
    else if (!CODE.has(name)) continue
    else if (slash === '') code ??= name
    else if (code === name) code = undefined
  }
  return letters
}

const isNameOfCallout = (html: string, at: number) =>
  /data-callout="\w+"[^<>]{0,40}>$/.test(html.slice(Math.max(0, at - 80), at))

const startsRtl = (letters: string) => letters.search(RTL) === 0

/**
 * Marks in sanitized HTML what does not have the direction that `dir="auto"` finds for a sanitized text: code, and blocks of the other
 * direction, without the names of callouts, which are English. Texts without right-to-left letters stay as they are.
 */
export function withDirections(html: string): string {
  if (!RTL.test(html)) return html
  const isRtl = startsRtl(lettersOf(html))
  return html.replace(
    /<(p|h\d|[uod]l|blockquote|table|figcaption|caption|pre|code|kbd|samp)(?=[\s>])(?![^>]{0,5000} dir=)/g,
    (tag, name: string, at: number) => {
      if (CODE.has(name)) return `${tag} dir=ltr`
      const letters = lettersOf(html.slice(at, html.indexOf(`</${name}>`, at)))
      if (isRtl) return !letters || RTL.test(letters) || isNameOfCallout(html, at) ? tag : `${tag} dir=ltr`
      return startsRtl(letters) ? `${tag} dir=rtl` : tag
    },
  )
}
