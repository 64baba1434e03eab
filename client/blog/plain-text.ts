/** Tags that stand inside a word or a sentence; every other tag ends a line, so it becomes a space. */
const INLINE_TAG = /<\/?(?:a|abbr|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(?=[\s>])(?:"[^"]*"|[^">])*>/g
/** A quoted attribute may hold a `>`: that one does not end the tag. */
const TAG = /<(?:"[^"]*"|[^">])*>/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of sanitised HTML as one line of plain text. They are text from here on: never put them back as HTML. */
export const stripTags = (html: string) =>
  html
    .replace(INLINE_TAG, '')
    .replace(TAG, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** What search engines show under a title. */
const DESCRIPTION_MAX_CHARACTERS = 160

/** The first words of sanitised HTML, cut between words, for the description of a page. */
export function excerpt(html: string): string {
  const text = stripTags(html)
  if (text.length <= DESCRIPTION_MAX_CHARACTERS) return text
  const cut = text.slice(0, DESCRIPTION_MAX_CHARACTERS)
  const words = cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:.–—-]+$/, '')
  return `${words}…`
}
