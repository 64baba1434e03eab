import { Elysia } from 'elysia'
import * as v from 'valibot'
import { MULTIPART_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { PostQuerySchema } from '#contract/post-form.ts'
import type { BlogSchedule, SavedPost } from '#contract/posts.ts'
import { LIST_TIMEOUT_SECONDS } from '#server/http/admission.ts'
import { MethodNotAllowedError } from '#server/http/errors.ts'
import { json, publicJson } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import { respond } from '#server/http/precompressed.ts'
import { parseOrThrow, readForm } from '#server/http/read-body.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { EditorQueries } from './editor-queries.ts'
import { listHeaders } from './list-responses.ts'
import { sentPost } from './post-form.ts'
import type { PostQueries } from './post-queries.ts'
import type { Posts } from './posts.ts'
import { isPlainPost, knownId, privateJson, privateText, type Query, queryOf } from './request.ts'

export type PostRoutesOptions = {
  queries: PostQueries
  editor: EditorQueries
  posts: Posts
  /** Upcoming publications and expiries. */
  schedule(): BlogSchedule
}

const ONE = `${apiPaths.posts}/:id` as const

/** Public reads ignore the Authorization header, so that an expired session does not lock visitors out of the blog. */
export function postRoutes({ queries, editor, posts, schedule }: PostRoutesOptions, tools: RequestTools) {
  const { requireAdmin, audit } = tools
  const extendTimeout = tools.extendTimeout(LIST_TIMEOUT_SECONDS)

  /** `?state=…` includes posts that are not live, for administrators. */
  async function seesAll(request: Request, { state }: Query): Promise<boolean> {
    if (state === undefined || !v.is(PostQuerySchema.entries.state, state)) return false
    await requireAdmin(request)
    return true
  }

  async function list(request: Request) {
    const asked = queryOf(request)
    const all = await seesAll(request, asked)
    const query = parseOrThrow(PostQuerySchema, asked)
    const restoreTimeout = extendTimeout(request)
    try {
      if (!all) return respond(request, await queries.remembered(query))
      const response = await queries.respond(query, { all })
      return privateText(response.json, listHeaders(query, response))
    } finally {
      restoreTimeout()
    }
  }

  async function showSchedule(request: Request) {
    await requireAdmin(request)
    return privateJson(schedule())
  }

  async function one(request: Request, id: string) {
    if (await seesAll(request, queryOf(request))) return privateJson(found(await editor.editable(knownId(id))))
    return publicJson(request, found(await queries.page(knownId(id))))
  }

  async function create(request: Request) {
    await requireAdmin(request)
    const id = await posts.create(await sentPost(await readForm(request, { maxBytes: MULTIPART_MAX_BYTES })))
    await audit(request, 'post.created', { subject: id })
    return json(found(await queries.post(id, { all: true })), { status: 201 })
  }

  async function update(request: Request, id: string) {
    await requireAdmin(request)
    if (isPlainPost(request)) throw new MethodNotAllowedError(['GET', 'HEAD', 'PUT', 'DELETE'])
    const sent = await sentPost(await readForm(request, { maxBytes: MULTIPART_MAX_BYTES }))
    const updated = await posts.update(knownId(id), sent)
    if ('stale' in updated) return json(updated.stale, { status: 409 })
    await audit(request, 'post.changed', { subject: id })
    const { merged } = updated
    const post: SavedPost = found(await queries.post(id, { all: true }))
    return json(merged.length === 0 ? post : { ...post, merged })
  }

  async function remove(request: Request, id: string) {
    await requireAdmin(request)
    await posts.remove(knownId(id))
    await audit(request, 'post.deleted', { subject: id })
    return json({ message: 'The post was deleted.' })
  }

  return new Elysia()
    .get(apiPaths.posts, ({ request }) => list(request))
    .get(apiPaths.schedule, ({ request }) => showSchedule(request))
    .post(apiPaths.posts, ({ request }) => create(request), { parse: 'none' })
    .get(ONE, ({ request, params }) => one(request, params.id))
    .post(ONE, ({ request, params }) => update(request, params.id), { parse: 'none' })
    .put(ONE, ({ request, params }) => update(request, params.id), { parse: 'none' })
    .delete(ONE, ({ request, params }) => remove(request, params.id), { parse: 'none' })
    .use(
      rejectOtherMethods({
        [apiPaths.posts]: ['GET', 'POST'],
        [apiPaths.schedule]: ['GET'],
        [ONE]: ['GET', 'POST', 'PUT', 'DELETE'],
      }),
    )
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new NotFoundError('This post does not exist.')
  return thing
}
