import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { BULK_POSTS_MAX, BulkResultSchema, BulkSchema } from '#contract/bulk.ts'
import { MULTIPART_MAX_BYTES } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { PostFormSchema, PostQuerySchema, postStates } from '#contract/post-form.ts'
import { AllPostsQuerySchema } from '#contract/post-list.ts'
import * as posts from '#contract/posts.ts'
import { DeletionSchema } from '#contract/trash.ts'
import { parseOrThrow } from '#server/http/body.ts'
import {
  created,
  type Endpoint,
  endpoint,
  jsonBody,
  multipartBody,
  ok,
  revalidated,
  sentParameters,
} from '#server/http/endpoint.ts'
import { apiHeaders, headOnly, json, publicJson } from '#server/http/responses.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { createListResponses, LIST_TIMEOUT_SECONDS, type ListResponsesDeps } from './list-responses.ts'
import { termNoun } from './new-terms.ts'
import type { PostQueries } from './post-queries.ts'
import { type Posts, sentPost } from './posts.ts'
import type { PreviewLinks } from './preview-links.ts'
import { FOR_GOOD } from './term-endpoints.ts'

export type PostEndpointsOptions = Pick<ListResponsesDeps, 'cache'> & {
  queries: PostQueries
  posts: Posts
  /** Links that each show one post that is not public. */
  previews: Pick<PreviewLinks, 'issue'>
  /** Whether deleted posts can be restored. */
  canRestore(): boolean
  /** The name of who made a revision of a post; null if it is unknown. */
  lastEditor(id: string, revision: string): Promise<string | null>
  /** Unsaved texts, which are obsolete once they are saved. */
  workingCopies: { removeSaved(administrator: string, keys: readonly string[]): Promise<void> }
}

const LIST_POSTS = `Without a query, the newest live posts in full: at most 500 posts and 5 MB of JSON. If there are more, the \`Link\` header has the URL of the rest (\`rel="next"\`): the same query with \`after\`, a cursor that continues after the last post sent, even if posts are added or deleted meanwhile. \`fields=card\` leaves out the content; \`page\` and \`per_page\` select a page. \`q\` returns the posts that contain all its words, the best match first: words in the title weigh most, then the category and tags, the summary, the text; \`found\` marks the matches, as HTML. \`state\` includes posts that are not live and requires a token. Only with \`state\`: \`author\` may be a part of a name, \`from\` and \`to\` are days in UTC, both inclusive, and \`sort\` and \`order\` sort the pages.`
const UPDATE_POST =
  'A multipart form as for a new post. With `revision`, edits made since are merged; if both changed the same field, the response is 409 with both versions. Without it, the form overwrites.'
const IMAGE =
  'JPEG, PNG, WebP or GIF. Without one, `image_path` names an image of the media library, or is empty for none; without both, an update keeps the image that the post has.'
const CHANGE_POSTS = `At most ${BULK_POSTS_MAX} posts, in one commit. \`tags\` are the ids to add or remove, \`category\` is the id of the new category, \`author\` the id or the name of the new author. A post that cannot be changed is rejected with a reason, and the others are changed: an incomplete draft is not published, for example. Tags, categories and authors leave \`updated\` as it is.`

const DUPLICATE_POST =
  'The copy has the next free id, and neither dates nor a canonical URL nor former URLs. Images in the folder of the post are copied, stored ones are shared.'

const { tags, ...postFields } = PostFormSchema.entries
const postForm = multipartBody(
  v.object({
    ...postFields,
    'tags[]': v.optional(tags),
    image: v.optional(v.pipe(v.file(), v.description(IMAGE))),
  }),
  { maxBytes: MULTIPART_MAX_BYTES },
)
const staleSave = {
  409: ok(posts.StalePostSchema, 'Another edit changed the same fields: both versions. Nothing was written.'),
}
const WITHOUT_GIT = 'without git, which has deleted posts'

/** A post that was never rendered waits for the worker. */
const RENDERED_AT_ONCE = 4

/** `?state=…` includes posts that are not live. Public reads ignore the Authorization header, so that an expired session does not lock visitors out of the blog. */
const access = { states: ['all', ...postStates] }

/** Posts: reading, changing, several at once. */
export function postEndpoints(options: PostEndpointsOptions): Endpoint[] {
  const { queries, previews, canRestore, workingCopies, lastEditor } = options
  const fairQueue = createFairQueue({ atOnce: RENDERED_AT_ONCE, busy: 'Too many posts are requested right now.' })
  const lists = createListResponses({ ...options, ...queries })

  const listPosts = endpoint({
    id: 'listPosts',
    summary: 'Lists posts, newest first',
    description: LIST_POSTS,
    method: 'GET',
    path: apiPaths.posts,
    access,
    query: sentParameters(AllPostsQuerySchema),
    response: {
      ...revalidated(
        v.union([v.array(posts.PostSchema), v.array(posts.PostCardSchema)]),
        'Posts; without their content if `fields=card`.',
      ),
      headers: {
        'x-total-count': 'The number of matching posts, sent or not.',
        link: 'The URL of the following posts, `rel="next"`; absent on the last page.',
      },
    },
    errors: [422, 503],
    async handle({ request, query, who, extendTimeout }) {
      const restoreTimeout = extendTimeout(LIST_TIMEOUT_SECONDS)
      const isHead = request.method === 'HEAD'
      try {
        if (!who) return await (await lists.open(parseOrThrow(PostQuerySchema, query), isHead))(request)
        const { text, headers } = await lists.openAll(parseOrThrow(AllPostsQuerySchema, query), isHead)
        return isHead ? headOnly(privateHeaders(headers)) : new Response(text, { headers: privateHeaders(headers) })
      } finally {
        restoreTimeout()
      }
    },
  })

  const createPost = endpoint({
    id: 'createPost',
    summary: 'Creates a post',
    method: 'POST',
    path: apiPaths.posts,
    access: 'administrator',
    body: postForm,
    response: created(posts.PostSchema, 'The new post.'),
    async handle({ body, who: { person }, audit }) {
      const sent = await sentPost(body)
      const { id, terms } = await options.posts.create(sent, person)
      const { working_copy } = sent.fields
      if (working_copy) await workingCopies.removeSaved(person.id, [working_copy])
      for (const term of terms) await audit(`${termNoun[term.kind]}.created`, { subject: term.id })
      await audit('post.created', { subject: id })
      return found(await queries.post(id, { all: true }))
    },
  })

  const readPost = endpoint({
    id: 'readPost',
    summary: 'Returns a post',
    description: 'Live posts are public. `state=all` returns any post with its source, and requires a token.',
    method: 'GET',
    path: apiPaths.post.pattern,
    access,
    query: sentParameters(v.object({ state: PostQuerySchema.entries.state })),
    response: revalidated(
      v.union([posts.PostPageSchema, posts.EditablePostSchema]),
      'The post, and what its page shows around it; with `state=all` its source instead.',
    ),
    async handle({ request, params: { id }, who }) {
      if (who) return privateJson(found(await queries.editable(id)))
      return publicJson(request, found(await fairQueue(() => queries.page(id))))
    },
  })

  const updatePost = endpoint({
    id: 'putPost',
    summary: 'Updates a post, with the PUT method',
    method: 'PUT',
    path: apiPaths.post.pattern,
    fromForm: { id: 'updatePost', summary: 'Updates a post', description: UPDATE_POST, errorResponses: staleSave },
    access: 'administrator',
    body: postForm,
    response: ok(posts.SavedPostSchema, 'The updated post. `merged` names the fields taken from other edits.'),
    errorResponses: staleSave,
    async handle({ params: { id }, body, who: { person }, audit }) {
      const sent = await sentPost(body, await options.posts.exemption(id))
      const updated = await options.posts.update(id, sent, person)
      if ('stale' in updated) {
        const { stale } = updated
        return json({ ...stale, by: await lastEditor(updated.id, stale.current.revision) }, { status: 409 })
      }
      await workingCopies.removeSaved(person.id, [updated.id, updated.from].map(workingCopyKey))
      for (const term of updated.terms) await audit(`${termNoun[term.kind]}.created`, { subject: term.id })
      await audit('post.changed', { subject: id })
      const { merged } = updated
      const post: posts.SavedPost = found(await queries.post(id, { all: true }))
      return merged.length === 0 ? post : { ...post, merged }
    },
  })

  const deletePost = endpoint({
    id: 'deletePost',
    summary: 'Deletes a post',
    description: FOR_GOOD,
    method: 'DELETE',
    path: apiPaths.post.pattern,
    access: 'administrator',
    confirms: { effect: 'deletes for good', when: WITHOUT_GIT },
    response: ok(DeletionSchema, 'Deleted. `restorable`: the trash has it.'),
    async handle({ params: { id }, who, audit, requireConfirmation }) {
      if (!canRestore()) requireConfirmation()
      await options.posts.remove(id, who.person)
      await audit('post.deleted', { subject: id })
      return { message: 'The post was deleted.', restorable: canRestore() }
    },
  })

  const changePosts = endpoint({
    id: 'changePosts',
    summary: 'Applies one action to several posts',
    description: CHANGE_POSTS,
    method: 'POST',
    path: adminPaths.bulk,
    access: 'administrator',
    confirms: { effect: 'deletes for good', when: 'with `delete`, without git' },
    body: jsonBody(BulkSchema),
    response: ok(BulkResultSchema, 'What happened to each post.'),
    async handle({ body: bulk, who, audit, requireConfirmation }) {
      const { action } = bulk
      if (action === 'delete' && !canRestore()) requireConfirmation()
      const result = await options.posts.changeAll(bulk, who.person)
      const noted = result.changed.map(({ id }) =>
        action === 'delete'
          ? audit('post.deleted', { subject: id })
          : audit('post.changed', { subject: id, detail: action }),
      )
      await Promise.all(noted)
      return { ...result, restorable: action === 'delete' && canRestore() }
    },
  })

  const duplicatePost = endpoint({
    id: 'duplicatePost',
    summary: 'Copies a post as a draft',
    description: DUPLICATE_POST,
    method: 'POST',
    path: adminPaths.duplicates.pattern,
    access: 'administrator',
    response: created(posts.PostSchema, 'The copy.'),
    errors: [409],
    async handle({ params, who: { person }, audit }) {
      const id = await options.posts.duplicate(params.id, person)
      await audit('post.created', { subject: id })
      return found(await queries.post(id, { all: true }))
    },
  })

  const previewPost = endpoint({
    id: 'previewPost',
    summary: 'Creates a link to a post that is not public',
    method: 'POST',
    path: adminPaths.previews.pattern,
    access: 'administrator',
    response: created(posts.PreviewLinkSchema, 'A path of the site, and when it expires.'),
    errors: [409],
    async handle({ params, who, audit }) {
      const post = found(await queries.post(params.id, { all: true }))
      if (post.state === 'live') throw new ConflictError('This post is public: its own address can be shared.')
      const { token, until } = await previews.issue(post.id, who.person.id)
      await audit('preview-link.issued', { subject: post.id })
      return { path: pagePaths.preview(token), until }
    },
  })

  const readSchedule = endpoint({
    id: 'readSchedule',
    summary: 'Returns the next change by the schedule',
    method: 'GET',
    path: adminPaths.schedule,
    access: 'administrator',
    response: ok(posts.BlogScheduleSchema, 'The next publication or expiry, and the number of posts in each state.'),
    handle: () => privateJson(queries.schedule()),
  })

  const ofOne = [readPost, updatePost, deletePost]
  return [
    listPosts,
    createPost,
    ...ofOne,
    changePosts,
    duplicatePost,
    previewPost,
    readSchedule,
    ...ofOne.map((one) => at(one, adminPaths.bulk, { id: 'bulk' })),
  ]
}

/** The same at another path: a post may have the id `bulk` as well. */
const at = (one: Endpoint, path: string, params: Record<string, string>): Endpoint => ({
  ...one,
  path,
  isHidden: true,
  handle: (input) => one.handle(Object.assign(input, { params })),
})

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new NotFoundError('This post does not exist.')
  return thing
}

const workingCopyKey = (id: string) => `post-${id}`

/** Of a response for administrators, which no cache may store. */
const privateHeaders = (more: Record<string, string> = {}) => ({
  ...apiHeaders,
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  ...more,
})

const privateJson = (body: unknown) => new Response(JSON.stringify(body), { headers: privateHeaders() })
