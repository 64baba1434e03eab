/** Letters of scripts that are written from right to left, such as Arabic and Hebrew. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Without those of code, tags and entities, which say nothing about the direction of a text. */
const lettersOf = (html: string) => html.replace(/<(pre|code|kbd|samp)\b.*?<\/\1>|<[^>]*>|&#?\w+;|\P{L}/gsu, '')

const startsRtl = (letters: string) => letters.search(RTL) === 0

/**
 * Marks what does not have the direction that `dir="auto"` finds for a sanitized text: code, and blocks of the other
 * direction, without the names of callouts, which are English. Texts without right-to-left letters stay as they are.
 */
export function withDirections(html: string): string {
  if (!RTL.test(html)) return html
  const isRtl = startsRtl(lettersOf(html))
  return html.replace(
    /<(p|h\d|[uod]l|blockquote|table|figcaption|caption|pre|code|kbd|samp)(?=[\s>])(?![^>]* dir=)/g,
    (tag, name: string, at: number) => {
      if (/^(?:pr|co|kb|s)/.test(name)) return `${tag} dir=ltr`
      const letters = lettersOf(html.slice(at, html.indexOf(`</${name}>`, at)))
      if (isRtl) return !letters || RTL.test(letters) || html.startsWith('</svg>', at - 6) ? tag : `${tag} dir=ltr`
      return startsRtl(letters) ? `${tag} dir=rtl` : tag
    },
  )
}
