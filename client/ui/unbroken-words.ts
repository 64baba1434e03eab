/** Fits into a line of a headline on the narrowest phone. */
const CHARACTERS_MAX = 15
/** Forbids a line break. */
const WORD_JOINER = '\u2060'

/**
 * Keeps words with hyphens, such as "auto-bill-pay", from breaking at them. `title`: text, or HTML whose tags are all in words.
 * Browsers balance headlines with word joiners, but not those with elements that have rules for spaces.
 */
export const unbrokenWords = (title: string) =>
  title.replace(/\S+-\S+/g, (word) =>
    word.replace(/<[^>]*>/g, '').length <= CHARACTERS_MAX ? word.replaceAll('-', `-${WORD_JOINER}`) : word,
  )
