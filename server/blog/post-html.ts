import type { PostFormat } from '#contract/post-form.ts'
import type { Content } from '#server/content/content.ts'
import { bodyOf, type PostEntry } from '#server/content/post-file.ts'
import { withoutTitle } from '#server/content/post-text.ts'
import type { Log } from '#server/http/log.ts'
import { DomainError } from '#server/lib/errors.ts'
import { escapeUnknownTags } from '#server/lib/plain-tags.ts'
import { optionsOf, PART_OF_PAGE, type RenderOptions } from '#server/lib/render-options.ts'
import { type ColocatedImages, placePictures } from './colocated-images.ts'
import type { Renderer } from './render/renderer.ts'

type PostHtmlDeps = {
  content: Pick<Content, 'text'>
  renderer: Renderer
  colocatedImages: Pick<ColocatedImages, 'storedPath'>
  log: Log
}

/** The texts of posts as sanitized HTML, with their images in place. */
export function createPostHtml({ content, renderer, colocatedImages, log }: PostHtmlDeps) {
  const withImages = (entry: PostEntry, safe: string) =>
    entry.beside ? placePictures(safe, entry.file, (name) => colocatedImages.storedPath(entry, name)) : safe

  /** Returns an empty text for a file that is missing or cannot be rendered, so that the page or list still works. */
  async function orEmpty(entry: PostEntry, html: Promise<string>): Promise<string> {
    try {
      return await html
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      log.warn('post not rendered', { file: entry.file, reason: error.message })
      return ''
    }
  }

  const render = (format: PostFormat, source: string, options?: RenderOptions) => renderer.html(format, source, options)

  /** Throws `UnrenderableContentError`. */
  const summaryOf = ({ summary, teaser = '' }: PostEntry) =>
    render('html', summary === '' ? Bun.escapeHTML(teaser) : escapeUnknownTags(summary), PART_OF_PAGE)

  /** The same for another text of the post's file. Throws `UnrenderableContentError`. */
  const bodyOfText = async (entry: PostEntry, text: string) =>
    withImages(
      entry,
      await render(entry.format, withoutTitle(entry.format, bodyOf(text), entry.title), optionsOf(entry)),
    )

  return {
    summaryOf,
    bodyOfText,
    summary: (entry: PostEntry) => orEmpty(entry, summaryOf(entry)),
    /** The body as it was in the snapshot, not a newer text on disk. */
    body: (entry: PostEntry) =>
      orEmpty(
        entry,
        content.text(entry).then((text) => bodyOfText(entry, text)),
      ),
  }
}
