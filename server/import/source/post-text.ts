import { stringify } from 'yaml'
import { cutText } from '#contract/cut-text.ts'
import {
  AUTHOR_NAME_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  TAGS_PER_POST_MAX,
  TITLE_MAX_CHARACTERS,
} from '#contract/limits.ts'
import { extraLimits, isCanonical } from '#contract/post-extras.ts'
import { isHidingTag } from '#server/content/dialects/post-hiding.ts'
import { oneLine } from '#server/text/scan/lines.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import type { BuildContext } from './candidate.ts'
import type { ImportedPost } from './imported.ts'

type Body = { text: string; image: string | undefined }

const IMAGE_ALT_MAX_CHARACTERS = 300

/** The file of an exported post: the front matter in the order of the site's own files, without empty keys. */
export function postText(post: Omit<ImportedPost, 'body'>, { text, image }: Body, context: BuildContext) {
  const changes: string[] = []
  const limited = (value: string, max: number, name: string): string => {
    const line = oneLine(value)
    if (line.length <= max) return line
    changes.push(`the ${name} was longer than ${max} characters and was cut`)
    return `${cutText(line, max - 1).trimEnd()}…`
  }
  const title =
    limited(post.title, TITLE_MAX_CHARACTERS, 'title') || limited(cutText(toPlainText('md', text), 60), 60, 'title')
  if (oneLine(post.title) === '') changes.push('a post without a title got its first words as title')
  const [category, ...others] = post.categories
  if (others.length > 0) changes.push('further categories became tags: a post has one category')
  const tags = [...new Set([...others, ...post.tags].map((tag) => context.termId('tags', tag)))]
  if (tags.length > TAGS_PER_POST_MAX) changes.push(`tags beyond the first ${TAGS_PER_POST_MAX} were left out`)
  const [author, ...further] = post.authors
  if (further.length > 0) changes.push('further authors were left out: a post has one author')
  const isUndated = post.date === null && post.state === 'live'
  if (isUndated) changes.push('a post without a date became a draft')
  const canonical = isCanonical(post.canonical) && post.canonical.length <= extraLimits.canonical ? post.canonical : ''
  const fields = {
    title: title || 'Untitled',
    summary: cutText(post.summary, SUMMARY_MAX_CHARACTERS),
    category: category && context.termId('categories', category),
    tags: tags.slice(0, TAGS_PER_POST_MAX),
    image,
    image_alt: image && limited(post.image?.alt ?? '', IMAGE_ALT_MAX_CHARACTERS, 'description of the image'),
    image_caption:
      image && limited(toPlainText('html', post.image?.caption ?? ''), extraLimits.image_caption, 'caption'),
    date: post.date && shortDate(post.date),
    updated: post.updated && post.updated !== post.date ? shortDate(post.updated) : undefined,
    // A tag may hide a post that does not say that it is public.
    draft: post.state === 'draft' || isUndated || (tags.some(isHidingTag) ? false : undefined),
    aliases: post.oldPaths,
    author: author && cutText(context.authorId(author), AUTHOR_NAME_MAX_CHARACTERS),
    seo_title: limited(post.seoTitle, extraLimits.seo_title, 'title for search engines'),
    seo_description: limited(post.seoDescription, extraLimits.seo_description, 'description for search engines'),
    canonical,
  }
  const written = Object.entries(fields).filter(
    ([, value]) => value === false || (value && (!Array.isArray(value) || value.length > 0)),
  )
  return { text: `---\n${stringify(Object.fromEntries(written), { lineWidth: 0 })}---\n\n${text.trim()}\n`, changes }
}

/** `2023-04-19T00:00:00.000Z` is `2023-04-19`. */
const shortDate = (date: string) => date.replace(/T00:00:00(?:\.000)?Z$/, '').replace(/\.000Z$/, 'Z')
