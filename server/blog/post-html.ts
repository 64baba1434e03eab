import { pagePaths } from '#contract/paths.ts'
import type { Content } from '#server/content/content.ts'
import { bodyOf, type PostEntry } from '#server/content/files/post-file.ts'
import { DomainError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { type ColocatedImages, placePictures } from './colocated-images.ts'
import type { Renderer } from './render/renderer.ts'
import { shownBody, shownSummary } from './shown-texts.ts'

export type PostHtmlDeps = {
  content: Pick<Content, 'text'>
  renderer: Renderer
  colocatedImages: Pick<ColocatedImages, 'storedPath'>
  /** Finds the live post at a former URL. */
  postAt(path: string): Pick<PostEntry, 'id'> | undefined
  log: Log
}

/** The texts of posts as sanitized HTML, with their images and links to each other in place. */
export function createPostHtml({ content, renderer, colocatedImages, postAt, log }: PostHtmlDeps) {
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

  /** Throws `UnrenderableContentError`. */
  const summaryOf = (entry: PostEntry) => renderer.html(...shownSummary(entry))

  /** The same for another text of the post's file. Throws `UnrenderableContentError`. */
  const bodyOfText = async (entry: PostEntry, text: string) =>
    withPostLinks(withImages(entry, await renderer.html(...shownBody(entry, bodyOf(text)))), postAt)

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

/**
 * Points links to former URLs below `/posts/`, as tags such as `{% post_url %}` name files, at the posts themselves. Of a link to
 * a post that is not there or not public, only the words stay.
 */
function withPostLinks(html: string, postAt: PostHtmlDeps['postAt']): string {
  if (!html.includes('href="/posts/')) return html
  const rewriter = new HTMLRewriter().on('a[href^="/posts/"]', {
    element(link) {
      const [path = '', fragment] = (link.getAttribute('href') ?? '').split('#')
      const post = postAt(path)
      if (!post) link.removeAndKeepContent()
      else link.setAttribute('href', pagePaths.post(post.id) + (fragment === undefined ? '' : `#${fragment}`))
    },
  })
  return rewriter.transform(html)
}
