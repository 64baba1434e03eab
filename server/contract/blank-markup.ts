/** Comments, and elements whose content is never shown; an unclosed one ends with the text. */
const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|title|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi
const BLANK_ENTITY = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy|#0{0,5}(?:32|160|173|8203)|#x0{0,5}(?:20|a0|ad|200b));/gi
/** Of headings, lists, quotes, emphasis, code, tables and rules in Markdown. */
const MARKS = /[#>*+_~`|=-]+/g
const BLANK = /[\s\u00ad\u200b-\u200d\u2060\ufeff]+/g

/** Whether HTML, or Markdown with HTML in it, has neither words nor a picture, a table or a player: `<p></p>`, `---`. */
export function isBlankMarkup(text: string): boolean {
  const shown = text.replace(HIDDEN, '')
  if (/<(?:img|table|math|iframe|video|audio)[\s/>]/i.test(shown)) return false
  return shown.replace(TAG, '').replace(BLANK_ENTITY, '').replace(MARKS, '').replace(BLANK, '') === ''
}
