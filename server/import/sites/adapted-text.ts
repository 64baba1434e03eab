import { parseInline } from 'marked'
import { categoriesIn } from '#server/content/dialects/post-values.ts'
import { decodeFields, editPost, readFields, withKey } from '#server/content/files/post-file.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'

const UNLISTED = 'hidden: true takes a post out of lists in Jekyll, so it is at its URL, and in no list (listed: false)'

/** Jekyll publishes a post with `hidden: true`, which its lists leave out. Here that key hides posts. */
export function asUnlisted(text: string, changes: string[]): string {
  const edited = ifValid(() => {
    const { fields, data } = readFields(text)
    const without =
      fields.draft && /^(?:true|yes)$/i.test(String(data.hidden)) ? withKey(text, 'hidden', undefined) : text
    return without === text || decodeFields(without).draft
      ? text
      : withKey(withKey(without, 'draft', false), 'listed', false)
  })
  if (edited !== undefined && edited !== text) changes.push(UNLISTED)
  return edited ?? text
}

/** Other systems write this where a post has no category. */
const NO_CATEGORY = 'uncategorized'

export function withoutUncategorized(text: string, changes: string[]): string {
  const { fields, data, keys } = readFields(text)
  const categories = categoriesIn(data, keys)
  if (!categories.includes(NO_CATEGORY)) return text
  const [category = null] = categories.filter((id) => id !== NO_CATEGORY)
  const tags = fields.tags.filter((tag) => tag !== NO_CATEGORY && tag !== category)
  const edited = ifValid(() => editPost(text, { category, tags }))
  if (edited !== undefined) changes.push('the category "Uncategorized" was left out')
  return edited ?? text
}

/** Other systems have Markdown in a summary, this site HTML. */
export function withHtmlSummary(text: string, changes: string[]): string {
  const { summary } = readFields(text).fields
  if (!/[*_`[]/.test(summary) || summary.includes('<')) return text
  const html = parseInline(summary, { async: false }).trim()
  const edited = html.includes('<') ? ifValid(() => editPost(text, { summary: html })) : undefined
  if (edited !== undefined) changes.push('Markdown in the summary became HTML')
  return edited ?? text
}

/** `\\\\(x\\\\)` of kramdown, which a script of the layout shows as a formula. */
const TEX_BEGIN = /\\[([]/
const TEX_END = /\\[)\]]/
const hasTex = (text: string) => TEX_BEGIN.test(text) && TEX_END.test(text.slice(text.search(TEX_BEGIN)))

/** Formulas in brackets are read in posts that say so. */
export function withMath(text: string, changes: string[]): string {
  const { body, data } = readFields(text)
  if (!hasTex(body) || 'math' in data) return text
  const edited = ifValid(() => withKey(text, 'math', true))
  if (edited !== undefined) changes.push('formulas are shown: math: true was added')
  return edited ?? text
}
