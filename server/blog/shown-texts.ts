import type { PostForm } from '#contract/post-form.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { inFormat } from '#server/content/files/post-names.ts'
import { withoutTitle } from '#server/content/files/post-text.ts'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { escapeUnknownTags } from '#server/text/scan/escape-unknown-tags.ts'
import { replaceTags } from '#server/text/scan/html-tags.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { optionsOf, PART_OF_PAGE } from '#server/text/scan/render-options.ts'
import type { Renderer } from './render/renderer.ts'

/** What decides how the page of a post shows its body. */
export type ShownPost = Pick<PostEntry, 'format' | 'title'> & Partial<Pick<PostEntry, 'file' | 'math'>>

/** A post whose file has the format of a form, as a save leaves it. */
export const shownAs = (
  { format, title }: Pick<PostForm, 'format' | 'title'>,
  post: PostEntry | undefined,
): ShownPost => ({
  format,
  title,
  ...(post && { file: inFormat(post.file, format), math: post.math }),
})

/** What the page of a post renders of its body: all but a heading that repeats the title above it, with the options of its file. */
export const shownBody = (post: ShownPost, body: string) =>
  [post.format, withoutTitle(post.format, body, post.title), optionsOf(post)] as const

/** What pages render of a summary; without one, of the beginning of the text. */
export const shownSummary = ({ summary, teaser = '' }: Pick<PostEntry, 'summary' | 'teaser'>) =>
  ['html', summary === '' ? Bun.escapeHTML(teaser) : escapeUnknownTags(summary), PART_OF_PAGE] as const

/** Pictures, tables, formulas and links to players, which are drawn without words. */
const SHOWN = /<(?:img|table|math)[\s/>]|\sdata-embed=/i
const BLANK = /[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g

/** Whether readers see nothing of rendered and sanitized HTML: no text, no picture, table or embed. */
const showsNothing = (html: string): boolean =>
  !SHOWN.test(html) && decodeEntities(replaceTags(html, () => '')).replace(BLANK, '') === ''

/** Whether readers see nothing of this body. One that cannot be rendered is none of these. */
export const isBodyBlank = async ({ html }: Pick<Renderer, 'html'>, post: ShownPost, body: string): Promise<boolean> =>
  showsNothing(await html(...shownBody(post, body)).catch(() => 'unknown'))

/**
 * Returns what is wrong with texts that cannot be rendered, and with content of which readers see nothing unless `mayBeBlank`. They
 * are rendered as the page renders them, which finds the results in the cache.
 */
export async function textErrors(
  { html }: Pick<Renderer, 'html'>,
  post: ShownPost,
  { summary, content, mayBeBlank }: { summary: string; content: string; mayBeBlank: boolean },
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const check = async (field: 'summary' | 'content', rendered: Promise<string>) => {
    const shown = await rendered.catch((error) => {
      if (!(error instanceof UnrenderableContentError)) throw error
      errors[field] = { message: error.message }
    })
    if (field === 'content' && !mayBeBlank && shown !== undefined && showsNothing(shown))
      errors.content = { message: 'Content is required: readers would see nothing of this text.' }
  }
  await check('summary', html(...shownSummary({ summary })))
  await check('content', html(...shownBody(post, content)))
  return errors
}
