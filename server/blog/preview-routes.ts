import { Elysia } from 'elysia'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { PreviewLink } from '#contract/posts.ts'
import { json } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import type { PreviewPages } from '#server/pages/preview-page.tsx'
import type { PostQueries } from './post-queries.ts'
import { knownId } from './request.ts'

export type PreviewRoutesOptions = {
  queries: Pick<PostQueries, 'post' | 'page'>
  previews: {
    issue(id: string): Promise<{ token: string; until: string }>
    read(token: string): Promise<{ id: string; until: string } | undefined>
  }
  pages: PreviewPages
}

const LINKS = `${apiPaths.posts}/:id/preview` as const
/** `pagePaths.preview` */
const PAGE = '/preview/:token'
/** Tokens have about 200 characters; longer texts are rejected without verification. */
const TOKEN_MAX_CHARACTERS = 512

/** Preview links: each shows one post that is not public. */
export function previewRoutes(
  { queries, previews, pages }: PreviewRoutesOptions,
  { requireAdmin, audit }: RequestTools,
) {
  async function link(request: Request, id: string) {
    await requireAdmin(request)
    const post = await queries.post(knownId(id), { all: true })
    if (!post) throw new NotFoundError('This post does not exist.')
    if (post.state === 'live') throw new ConflictError('This post is public: its own address can be shared.')
    const { token, until } = await previews.issue(post.id)
    await audit(request, 'preview-link.issued', { subject: post.id })
    return json({ path: pagePaths.preview(token), until } satisfies PreviewLink, { status: 201 })
  }

  async function show(token: string): Promise<Response> {
    const preview = token.length > TOKEN_MAX_CHARACTERS ? undefined : await previews.read(token)
    const post = preview && (await queries.page(preview.id, { all: true }))
    if (!preview || !post) return pages.none()
    return post.state === 'live' ? pages.moved(post.id) : pages.show(post, preview.until)
  }

  return new Elysia({ name: 'preview' })
    .post(LINKS, ({ request, params }) => link(request, params.id), { parse: 'none' })
    .get(PAGE, ({ params }) => show(params.token))
    .head(PAGE, ({ params }) => show(params.token))
    .use(rejectOtherMethods({ [LINKS]: ['POST'], [PAGE]: ['GET'] }))
}
