import { dirname } from 'node:path'
import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import {
  type CheckedPost,
  PreviewRequestSchema,
  type RenderedPreview,
  type TextProblem,
  WorkingFieldsSchema,
} from '#contract/writing.ts'
import { renderedChecksOf } from '#server/blog/render/checked-text.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import { withoutTitle } from '#server/content/files/post-text.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { escapeUnknownTags } from '#server/text/scan/plain-tags.ts'
import { optionsOf, PART_OF_PAGE } from '#server/text/scan/render-options.ts'
import { tableOfContents } from '#server/text/scan/table-of-contents.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { checkPost } from './check-post.ts'

type PreviewOptions = {
  renderer: Pick<Renderer, 'html' | 'htmlWithLines' | 'check'>
  /** Gives the images of a post's own folder their stored URLs. */
  placeImages: (id: string, html: string) => Promise<string>
  /** The page that the preview fills. */
  frame: () => Promise<Response>
  content: { snapshot(): Snapshot }
  publicDir: string
  /** Gets the images that a text names from other replicas. */
  fetchImages(text: string): Promise<void>
  now: () => Date
}

/** What a post would look like to visitors, and what to fix before that. Nothing is stored. */
export function previewRoutes(options: PreviewOptions, requireAdmin: RequireAdmin) {
  const { renderer, placeImages, frame, content, publicDir, fetchImages, now } = options

  async function preview(request: Request) {
    await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: WORKING_COPY_MAX_BYTES })
    const { format, content: source, summary, title, id = '' } = parseOrThrow(PreviewRequestSchema, sent)
    const [body, short] = await Promise.all([
      renderable(
        'content',
        renderer.htmlWithLines(
          format,
          withoutTitle(format, source, title),
          optionsOf(content.snapshot().posts.get(id)),
        ),
      ),
      renderable('summary', renderer.html('html', escapeUnknownTags(summary), PART_OF_PAGE)),
    ])
    const { minutes } = tableOfContents(body)
    const words = toPlainText('html', body).split(' ').filter(Boolean).length
    const placed = await placeImages(id, body)
    return json({ content: placed, summary: short, minutes, words } satisfies RenderedPreview, PRIVATE)
  }

  async function check(request: Request) {
    await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: WORKING_COPY_MAX_BYTES })
    const fields = parseOrThrow(WorkingFieldsSchema, sent)
    const options = optionsOf(content.snapshot().posts.get(fields.address))
    const checked = await renderer.check({ format: fields.format, source: fields.content, options })
    await fetchImages([fields.content, fields.summary, fields.image].join('\n'))
    const site = { snapshot: content.snapshot(), storageDir: dirname(publicDir), now: now() }
    const found = checkPost(fields, { ...site, rendered: renderedChecksOf(checked) })
    const unreadable = await Promise.all([
      unrenderable('content', renderer.html(fields.format, fields.content)),
      unrenderable('summary', renderer.html('html', escapeUnknownTags(fields.summary), PART_OF_PAGE)),
    ])
    return json({ problems: [...unreadable.flat(), ...found] } satisfies CheckedPost, PRIVATE)
  }

  return new Elysia({ name: 'previews' })
    .post(adminPaths.writingPreview, ({ request }) => preview(request), { parse: 'none' })
    .post(adminPaths.writingCheck, ({ request }) => check(request), { parse: 'none' })
    .get(adminPaths.previewFrame, frame)
    .head(adminPaths.previewFrame, frame)
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

async function unrenderable(field: string, html: Promise<string>): Promise<TextProblem[]> {
  try {
    await html
    return []
  } catch (error) {
    if (error instanceof UnrenderableContentError) return [{ severity: 'error', field, message: error.message }]
    throw error
  }
}
