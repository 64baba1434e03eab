import type { PostPage } from '#contract/posts.ts'
import type { Page } from '#server/http/endpoint.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import type { PostQueries } from './post-queries.ts'
import type { PreviewLinks } from './preview-links.ts'

type ShownPreviewsOptions = {
  queries: Pick<PostQueries, 'page'>
  previews: Pick<PreviewLinks, 'read'>
  /** `moved`: the post is public by now. `none`: the link is unknown, expired or revoked. `full`: too many wait. */
  pages: {
    show(post: PostPage, until: string): Promise<Response>
    moved(id: string): Response
    none(): Response
    full(error: UnavailableError): Response
  }
}

/** Not cached, and for anybody with a link. */
const PREVIEWS_AT_ONCE = 2

/** The page behind a preview link, `pagePaths.preview`. */
export function shownPreviews({ queries, previews, pages }: ShownPreviewsOptions): Page {
  const fairQueue = createFairQueue({ atOnce: PREVIEWS_AT_ONCE, busy: 'Too many previews are requested right now.' })

  async function render(token: string): Promise<Response> {
    const preview = await previews.read(token)
    const post = preview && (await queries.page(preview.id, { all: true }))
    if (!post) return pages.none()
    return post.state === 'live' ? pages.moved(post.id) : pages.show(post, preview.until)
  }

  return {
    path: '/preview/:token',
    handle: ({ params: { token = '' } }) =>
      fairQueue(() => render(token)).catch((error) => {
        if (error instanceof UnavailableError) return pages.full(error)
        throw error
      }),
  }
}
