import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { type BulkResult, BulkSchema } from '#contract/bulk.ts'
import { MULTIPART_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { PostQuerySchema, postStates } from '#contract/post-form.ts'
import { AllPostsQuerySchema } from '#contract/post-list.ts'
import type { PostPage, PreviewLink, SavedPost } from '#contract/posts.ts'
import { HIDDEN_ROUTE, MethodNotAllowedError } from '#server/http/errors.ts'
import {
  LIST_TIMEOUT_SECONDS,
  parseOrThrow,
  queryOf,
  type RequestTools,
  readForm,
  readJson,
} from '#server/http/request.ts'
import { apiHeaders, headOnly, json, publicJson, withoutBody } from '#server/http/responses.ts'
import { ConflictError, NotFoundError, UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { createListResponses, type ListResponsesDeps } from './list-responses.ts'
import type { PostQueries } from './post-queries.ts'
import { type Posts, sentPost } from './posts.ts'
import type { PreviewLinks } from './preview-links.ts'

export type PostRoutesOptions = Pick<ListResponsesDeps, 'cache'> & {
  queries: PostQueries
  posts: Posts
  /** Links that each show one post that is not public. */
  previews: Pick<PreviewLinks, 'issue' | 'read'>
  /** The pages behind these links. `moved`: the post is public by now. `none`: the link is unknown, expired or revoked. `full`: too many wait. */
  pages: {
    show(post: PostPage, until: string): Promise<Response>
    moved(id: string): Response
    none(): Response
    full(error: UnavailableError): Response
  }
  /** Whether deleted posts can be restored. */
  canRestore(): boolean
  /** The name of who made a revision of a post; null if it is unknown. */
  lastEditor(id: string, revision: string): Promise<string | null>
  /** Unsaved texts, which are obsolete once they are saved. */
  workingCopies: { removeSaved(administrator: string, keys: readonly string[]): Promise<void> }
}

/** A post that was never rendered waits for the worker. */
const RENDERED_AT_ONCE = 4
/** Not cached, and for anybody with a link. */
const PREVIEWS_AT_ONCE = 2
const ONE = `${apiPaths.posts}/:id` as const
const PREVIEWS = `${ONE}/preview` as const
/** `pagePaths.preview` */
const PREVIEW_PAGE = '/preview/:token'

/** Public reads ignore the Authorization header, so that an expired session does not lock visitors out of the blog. */
export function postRoutes(options: PostRoutesOptions, tools: RequestTools) {
  const { queries, posts, previews, pages, canRestore, workingCopies, lastEditor } = options
  const { requireAdmin, requireConfirmation, audit } = tools
  const inTurn = createFairQueue({ atOnce: RENDERED_AT_ONCE, busy: 'Too many posts are requested right now.' })
  const previewsInTurn = createFairQueue({
    atOnce: PREVIEWS_AT_ONCE,
    busy: 'Too many previews are requested right now.',
  })
  const lists = createListResponses({ ...options, ...queries })
  const extendTimeout = tools.extendTimeout(LIST_TIMEOUT_SECONDS)

  /** `?state=…` includes posts that are not live, for administrators. */
  async function seesAll(request: Request, { state }: Record<string, string>): Promise<boolean> {
    if (state !== 'all' && !postStates.some((one) => one === state)) return false
    await requireAdmin(request)
    return true
  }

  async function list(request: Request) {
    const asked = queryOf(request)
    const all = await seesAll(request, asked)
    const restoreTimeout = extendTimeout(request)
    try {
      const isHead = request.method === 'HEAD'
      if (!all) {
        const send = await lists.open(parseOrThrow(PostQuerySchema, asked), isHead)
        const answer = await send(request)
        return isHead ? withoutBody(answer) : answer
      }
      const { text, headers } = await lists.openAll(parseOrThrow(AllPostsQuerySchema, asked), isHead)
      return isHead ? headOnly(privateHeaders(headers)) : privateText(text, headers)
    } finally {
      restoreTimeout()
    }
  }

  async function showSchedule(request: Request) {
    await requireAdmin(request)
    return privateJson(queries.schedule())
  }

  async function one(request: Request, id: string) {
    if (await seesAll(request, queryOf(request))) return privateJson(found(await queries.editable(id)))
    return publicJson(request, found(await inTurn(() => queries.page(id))))
  }

  async function create(request: Request) {
    const { administrator } = await requireAdmin(request)
    const sent = await sentPost(await readForm(request, { maxBytes: MULTIPART_MAX_BYTES }))
    const id = await posts.create(sent, administrator)
    const { working_copy } = sent.fields
    if (working_copy) await workingCopies.removeSaved(administrator.id, [working_copy])
    await audit(request, 'post.created', { subject: id })
    return json(found(await queries.post(id, { all: true })), { status: 201 })
  }

  async function update(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    if (isPlainPost(request)) throw new MethodNotAllowedError(['GET', 'HEAD', 'PUT', 'DELETE'])
    const form = await readForm(request, { maxBytes: MULTIPART_MAX_BYTES })
    const sent = await sentPost(form, await posts.exemption(id))
    const updated = await posts.update(id, sent, administrator)
    if ('stale' in updated) {
      const { stale } = updated
      return json({ ...stale, by: await lastEditor(updated.id, stale.current.revision) }, { status: 409 })
    }
    await workingCopies.removeSaved(administrator.id, [updated.id, updated.from].map(workingCopyKey))
    await audit(request, 'post.changed', { subject: id })
    const { merged } = updated
    const post: SavedPost = found(await queries.post(id, { all: true }))
    return json(merged.length === 0 ? post : { ...post, merged })
  }

  async function remove(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    if (!canRestore()) await requireConfirmation(request)
    await posts.remove(id, administrator)
    await audit(request, 'post.deleted', { subject: id })
    return json({ message: 'The post was deleted.', restorable: canRestore() })
  }

  async function changeAll(request: Request) {
    const { administrator } = await requireAdmin(request)
    const bulk = parseOrThrow(BulkSchema, await readJson(request))
    if (bulk.action === 'delete' && !canRestore()) await requireConfirmation(request)
    const result = await posts.changeAll(bulk, administrator)
    const { action } = bulk
    const noted = result.changed.map(({ id }) =>
      action === 'delete'
        ? audit(request, 'post.deleted', { subject: id })
        : audit(request, 'post.changed', { subject: id, detail: action }),
    )
    await Promise.all(noted)
    return json({ ...result, restorable: action === 'delete' && canRestore() } satisfies BulkResult)
  }

  async function issuePreview(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    const post = found(await queries.post(id, { all: true }))
    if (post.state === 'live') throw new ConflictError('This post is public: its own address can be shared.')
    const { token, until } = await previews.issue(post.id, administrator.id)
    await audit(request, 'preview-link.issued', { subject: post.id })
    return json({ path: pagePaths.preview(token), until } satisfies PreviewLink, { status: 201 })
  }

  const showPreview = (token: string): Promise<Response> =>
    previewsInTurn(() => renderPreview(token)).catch((error) => {
      if (error instanceof UnavailableError) return pages.full(error)
      throw error
    })

  async function renderPreview(token: string): Promise<Response> {
    const preview = await previews.read(token)
    const post = preview && (await queries.page(preview.id, { all: true }))
    if (!post) return pages.none()
    return post.state === 'live' ? pages.moved(post.id) : pages.show(post, preview.until)
  }

  return (
    new Elysia()
      .get(apiPaths.posts, ({ request }) => list(request))
      .head(apiPaths.posts, ({ request }) => list(request), HIDDEN_ROUTE)
      .get(adminPaths.schedule, ({ request }) => showSchedule(request))
      .post(apiPaths.posts, ({ request }) => create(request), { parse: 'none' })
      // A post may have this id as well.
      .get(adminPaths.bulk, ({ request }) => one(request, 'bulk'), HIDDEN_ROUTE)
      .put(adminPaths.bulk, ({ request }) => update(request, 'bulk'), { parse: 'none', ...HIDDEN_ROUTE })
      .delete(adminPaths.bulk, ({ request }) => remove(request, 'bulk'), { parse: 'none', ...HIDDEN_ROUTE })
      .post(adminPaths.bulk, ({ request }) => (isPlainPost(request) ? changeAll(request) : update(request, 'bulk')), {
        parse: 'none',
      })
      .get(ONE, ({ request, params }) => one(request, params.id))
      .post(ONE, ({ request, params }) => update(request, params.id), { parse: 'none' })
      .put(ONE, ({ request, params }) => update(request, params.id), { parse: 'none' })
      .delete(ONE, ({ request, params }) => remove(request, params.id), { parse: 'none' })
      .post(PREVIEWS, ({ request, params }) => issuePreview(request, params.id), { parse: 'none' })
      .get(PREVIEW_PAGE, ({ params }) => showPreview(params.token))
      .head(PREVIEW_PAGE, ({ params }) => showPreview(params.token))
  )
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new NotFoundError('This post does not exist.')
  return thing
}

const workingCopyKey = (id: string) => `post-${id}`

/** Updates are sent as POST with `?_method=PUT`; any other POST to a post or term is not allowed. */
export const isPlainPost = (request: Request) =>
  request.method === 'POST' && queryOf(request)._method?.toUpperCase() !== 'PUT'

/** A response with JSON for administrators, which no cache may store. */
const privateText = (text: string, more: Record<string, string> = {}): Response =>
  new Response(text, { headers: privateHeaders(more) })

const privateHeaders = (more: Record<string, string>) => ({
  ...apiHeaders,
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  ...more,
})

const privateJson = (body: unknown): Response => privateText(JSON.stringify(body))
