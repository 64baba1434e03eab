import { isBlankMarkup } from '#contract/blank-markup.ts'
import { cutText } from '#contract/cut-text.ts'
import { pagePaths } from '#contract/paths.ts'
import { exemptionOf, postFormSchema } from '#contract/post-form.ts'
import { isNewTerm } from '#contract/term-choice.ts'
import { validate } from '#contract/validate.ts'
import type { TextProblem, WorkingFields } from '#contract/writing.ts'
import { hiddenBySection } from '#server/blog/post-changes.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { imageOf, isSiteImage, nameFor } from '#server/content/files/post-names.ts'
import { type TermKind, termAt } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { bodyFindings, type Finding, siteUrls } from '#server/content/text-problems.ts'
import type { CheckedText } from '#server/text/scan/checked-text.ts'
import { escapeUnknownTags } from '#server/text/scan/escape-unknown-tags.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import { optionsOf } from '#server/text/scan/render-options.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'

/** Search results cut longer texts. */
const TITLE_SHOWN_CHARACTERS = 60
const DESCRIPTION_SHOWN_CHARACTERS = 160
/** Of a link or a name in a message. */
const MESSAGE_MAX_CHARACTERS = 300
const PROBLEMS_MAX = 100

/** `checked`: what only rendering knows about the content. */
type Site = { snapshot: Snapshot; storageDir: string; now: Date; checked?: CheckedText }

/**
 * What to fix before a post is published, in plain words: what its form is rejected for, which prevents it, and what
 * `bun run content:check` reports.
 */
export function checkPost(fields: WorkingFields, site: Site): TextProblem[] {
  const { snapshot, storageDir } = site
  const post = snapshot.posts.get(fields.address)
  const urls = siteUrls(snapshot, storageDir)
  const base = pagePaths.post(fields.address)
  const where = { base, file: post?.file, urls, isPost: true }
  const content = bodyFindings(fields.content, {
    format: fields.format,
    ...where,
    checked: site.checked,
    options: optionsOf(post),
  })
  const summary = bodyFindings(escapeUnknownTags(fields.summary), { format: 'html', ...where })
  return [
    ...formProblems(fields, snapshot, post),
    ...(post?.hiddenBy ? [error('draft', hiddenBySection(post.hiddenBy))] : []),
    ...dateProblems(fields, site),
    ...lengthProblems(fields),
    ...summaryProblems(fields),
    ...imageProblems(fields, post, urls.hasImage),
    ...summary.map(({ reason }) => warning('summary', inWords(reason))),
    ...[...content, ...missingColocated(fields, post, snapshot)]
      .sort(byIndex)
      .map((one) => inContent(one, fields.content)),
  ].slice(0, PROBLEMS_MAX)
}

const warning = (field: string, message: string): TextProblem => ({ severity: 'warning', field, message })
const error = (field: string, message: string): TextProblem => ({ severity: 'error', field, message })
const byIndex = (a: Finding, b: Finding) => a.index - b.index

/** What a request to publish the post is rejected for. */
function formProblems(
  { image: _, ...fields }: WorkingFields,
  snapshot: Snapshot,
  post: PostEntry | undefined,
): TextProblem[] {
  const form = { ...fields, address: fields.address || undefined, draft: 'false' }
  // The text of the post is not known here; the dashboard knows whether it was empty.
  const stored = post && exemptionOf({ ...post, content: fields.content, category_id: post.category })
  const checked = validate(postFormSchema(stored), form)
  const rejected = checked.ok ? [] : Object.entries(checked.errors).map(([field, { message }]) => error(field, message))
  const isKnown = (kind: TermKind, id: string) => isNewTerm({ id }) || termAt(snapshot, kind, id) !== undefined
  const isKnownCategory = fields.category_id === '' || isKnown('categories', fields.category_id)
  const known = new Set(rejected.map(({ field }) => field))
  if (!isKnownCategory && !known.has('category_id'))
    rejected.push(error('category_id', 'This category does not exist.'))
  if (!known.has('tags') && !fields.tags.every((tag) => isKnown('tags', tag)))
    rejected.push(error('tags', 'A tag of this post does not exist any more.'))
  return rejected
}

function dateProblems({ expires }: WorkingFields, { now }: Site): TextProblem[] {
  const isOver = expires !== '' && Date.parse(expires) <= now.getTime()
  return isOver ? [warning('expires', 'The expiry date is over, so visitors would not see the post.')] : []
}

function lengthProblems({ title, seo_title, seo_description }: WorkingFields): TextProblem[] {
  const [field, shown] = seo_title ? ['seo_title', seo_title] : ['title', title]
  const problems: TextProblem[] = []
  if (shown.trim().length > TITLE_SHOWN_CHARACTERS)
    problems.push(warning(field, tooLong('title', TITLE_SHOWN_CHARACTERS, shown)))
  if (seo_description.length > DESCRIPTION_SHOWN_CHARACTERS)
    problems.push(warning('seo_description', tooLong('description', DESCRIPTION_SHOWN_CHARACTERS, seo_description)))
  return problems
}

/** A summary of an image alone is accepted, but search results show nothing. */
const summaryProblems = ({ summary }: WorkingFields): TextProblem[] =>
  !isBlankMarkup(summary) && toPlainText('html', summary).trim() === ''
    ? [warning('summary', 'The summary has no text.')]
    : []

const tooLong = (what: string, shown: number, text: string) =>
  `Search results show about ${shown} characters of a ${what}. This one has ${text.trim().length}.`

function imageProblems(
  { image, image_alt }: WorkingFields,
  post: PostEntry | undefined,
  hasImage: (image: string, file: string | undefined) => boolean,
): TextProblem[] {
  if (image === '') return []
  const problems = image_alt.trim() === '' ? [warning('image_alt', NO_ALT)] : []
  const isThere = hasImage(image, post?.file)
  return isThere ? problems : [...problems, warning('image', 'The featured image does not exist any more.')]
}

const NO_ALT = 'The featured image has no description: describe it for people who cannot see it.'

/** Images that are not in the folder of the post. */
function missingColocated(
  { content, format }: WorkingFields,
  post: PostEntry | undefined,
  { pictures }: Snapshot,
): Finding[] {
  if (!post) return []
  return referencesIn(withoutCode(content, format), format).flatMap(({ kind, to, index }) => {
    const image = kind === 'picture' && !isSiteImage(to) ? imageOf(post.file, to) : undefined
    return image === undefined || pictures.has(image)
      ? []
      : [
          {
            index,
            reason: `there is no image ${nameFor(post.file, image)} in the folder of this post`,
            severity: 'error' as const,
          },
        ]
  })
}

function inContent({ index, reason }: Finding, content: string): TextProblem {
  const before = content.slice(0, index)
  const line = before.split('\n').length
  return { ...warning('content', inWords(reason)), line, column: index - before.lastIndexOf('\n') }
}

/** The check writes `file:line:column reason`; here it is a sentence. */
function inWords(reason: string): string {
  const words = reason.length > MESSAGE_MAX_CHARACTERS ? `${cutText(reason, MESSAGE_MAX_CHARACTERS)}…` : reason
  return `${words.replace(/^[a-z]+(?=:? )/, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)}.`
}
