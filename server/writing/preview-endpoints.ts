import { dirname } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { isBlankMarkup } from '#contract/blank-markup.ts'
import { WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import {
  CheckedPostSchema,
  PreviewRequestSchema,
  RenderedPreviewSchema,
  type TextProblem,
  type WorkingFields,
  WorkingFieldsSchema,
} from '#contract/writing.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import { shownAs, shownBody, shownSummary, textErrors } from '#server/blog/shown-texts.ts'
import { summaryOf } from '#server/content/files/post-text.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { endpoint, jsonBody, ok, privately } from '#server/http/endpoint.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { optionsOf } from '#server/text/scan/render-options.ts'
import { tableOfContents } from '#server/text/scan/table-of-contents.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { freeId } from '#server/text/scan/words.ts'
import { checkPost } from './check-post.ts'

type PreviewOptions = {
  renderer: Pick<Renderer, 'html' | 'htmlWithLines' | 'check'>
  /** Gives the images of a post's own folder their stored URLs. */
  placeImages: (id: string, html: string) => Promise<string>
  content: { snapshot(): Snapshot }
  publicDir: string
  /** Gets the images that a text names from other replicas. */
  fetchImages(text: string): Promise<void>
  now: () => Date
}

/** What a post would look like to visitors, and what to fix before that. Nothing is stored. */
export function previewEndpoints(options: PreviewOptions) {
  const { renderer, placeImages, content, publicDir, fetchImages, now } = options

  return [
    endpoint({
      id: 'previewText',
      summary: 'Renders a text as visitors would see it',
      description: 'Nothing is stored. `id`: the post whose folder the images are in.',
      method: 'POST',
      path: adminPaths.writingPreview,
      access: 'administrator',
      body: jsonBody(PreviewRequestSchema, { maxBytes: WORKING_COPY_MAX_BYTES }),
      response: privately(
        ok(
          RenderedPreviewSchema,
          'Sanitized HTML. `data-line` is the line of the content that a top-level element begins at.',
        ),
      ),
      async handle({ body: { format, content: source, summary, title, id = '' } }) {
        const shown = shownAs({ format, title }, content.snapshot().posts.get(id))
        const [body, short] = await Promise.all([
          renderable('content', renderer.htmlWithLines(...shownBody(shown, source))),
          renderable('summary', renderer.html(...shownSummary({ summary }))),
        ])
        const { minutes } = tableOfContents(body)
        const words = toPlainText('html', body).split(' ').filter(Boolean).length
        return { content: await placeImages(id, body), summary: short, minutes, words }
      },
    }),
    endpoint({
      id: 'checkPost',
      summary: 'Returns what to mend before a post is published',
      description: 'Errors prevent publishing, warnings do not. Nothing is stored.',
      method: 'POST',
      path: adminPaths.writingCheck,
      access: 'administrator',
      body: jsonBody(WorkingFieldsSchema, { maxBytes: WORKING_COPY_MAX_BYTES }),
      response: privately(
        ok(CheckedPostSchema, 'At most about 100 problems, with line and column in the content where they are known.'),
      ),
      async handle({ body: fields }) {
        const shown = shownAs(fields, content.snapshot().posts.get(fields.address))
        const options = optionsOf(shown)
        const checked = await renderer.check({ format: fields.format, source: fields.content, options })
        await fetchImages([fields.content, fields.summary, fields.image].join('\n'))
        const site = { snapshot: content.snapshot(), storageDir: dirname(publicDir), now: now() }
        const found = checkPost(fields, { ...site, checked })
        const errors = await textErrors(renderer, shown, { ...fields, mayBeBlank: true })
        const unreadable = Object.entries(errors).map(
          ([field, { message }]): TextProblem => ({ severity: 'error', field, message }),
        )
        return { problems: [...unreadable, ...found], ...(await missingFrom(fields, site.snapshot)) }
      },
    }),
  ]
}

/** What publishing fills in: the address of a new post, and a summary. */
async function missingFrom({ address, title, summary, content, format }: WorkingFields, snapshot: Snapshot) {
  const isTaken = async (id: string) => snapshot.posts.has(id) || snapshot.aliases.has(id)
  const beginning = isBlankMarkup(summary) ? summaryOf(format, content) : ''
  return {
    ...(address === '' && title.trim() !== '' && { address: await freeId(makeId(title, 'post'), isTaken) }),
    ...(beginning !== '' && { beginning }),
  }
}

/** Throws `ValidationError` for a text that cannot be rendered. */
async function renderable(field: string, html: Promise<string>): Promise<string> {
  try {
    return await html
  } catch (error) {
    if (error instanceof UnrenderableContentError) throw new ValidationError({ [field]: { message: error.message } })
    throw error
  }
}
