/** Longer than any emoji; combining marks may continue for ever. */
const LONGEST_LETTER = 64

/** In browsers without it, only pairs of surrogates stay together. */
const letters = 'Segmenter' in Intl ? new Intl.Segmenter('und', { granularity: 'grapheme' }) : undefined

/** Returns the beginning of a text, at most as many UTF-16 units long, without a part of an emoji or of a letter with marks. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const end = letters?.segment(text.slice(0, maxCharacters + LONGEST_LETTER)).containing(maxCharacters)?.index
  // Of a letter with more marks than fit, what fits.
  return text.slice(0, end === undefined || maxCharacters - end > LONGEST_LETTER ? maxCharacters : end).toWellFormed()
}
