import { decodeEntities } from './entities.ts'
import { replaceTags } from './html-tags.ts'

/** Pictures, tables, formulas and links to players, which are drawn without words. */
const SHOWN = /<(?:img|table|math)[\s/>]|\sdata-embed=/i
const BLANK = /[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g

/** Whether readers see nothing of rendered and sanitized HTML: no text, no picture, table or embed. */
export const showsNothing = (html: string): boolean =>
  !SHOWN.test(html) && decodeEntities(replaceTags(html, () => '')).replace(BLANK, '') === ''
