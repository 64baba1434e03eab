import * as v from 'valibot'
import { PostHistorySchema, PostVersionDetailSchema, RestoreSchema } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import { PostFormSchema, PostQuerySchema } from '#contract/post-form.ts'
import * as posts from '#contract/posts.ts'
import {
  CreateTermsResultSchema,
  CreateTermsSchema,
  DescribedTermSchema,
  RenameTermSchema,
  TermSchema,
} from '#contract/posts.ts'
import { created, json, jsonBody, message, type Operation, operations, revalidated } from './operation.ts'

const admin = operations('admin')
const readers = operations('optional')
const visitors = operations()

const POST = `${apiPaths.posts}/{id}`
const HISTORY = `${POST}/history`

const { tags, ...postFields } = PostFormSchema.entries
const IMAGE = 'JPEG, PNG, WebP or GIF. Without one, an update keeps the image that the post has.'
const image = v.optional(v.pipe(v.file(), v.description(IMAGE)))
const postBody = {
  schema: v.object({ ...postFields, 'tags[]': v.optional(tags), image }),
  types: ['multipart/form-data'],
}
const query = v.object({ _method: v.literal('PUT') })
const updated = json(posts.SavedPostSchema, 'The updated post. `merged` names the fields taken from other edits.')
const errorResponses = {
  409: json(posts.StalePostSchema, 'Another edit changed the same fields: both versions. Nothing was written.'),
}

const LIST_POSTS = `Without a query, the newest live posts in full: at most 500 posts and 5 MB of JSON. If there are more, the \`Link\` header has the URL of the rest (\`rel="next"\`): the same query with \`after\`, a cursor that continues after the last post sent, even if posts are added or deleted meanwhile. \`fields=card\` leaves out the content; \`page\` and \`per_page\` select a page. \`q\` returns the posts that contain all its words, the best match first: words in the title weigh most, then the category and tags, the summary, the text; \`found\` marks the matches, as HTML. \`state\` includes posts that are not live and requires a token.`
const UPDATE_POST =
  'A multipart form as for a new post. With `revision`, edits made since are merged; if both changed the same field, the response is 409 with both versions. Without it, the form overwrites.'
const PAGE_HEADERS = {
  'x-total-count': 'The number of matching posts, sent or not.',
  link: 'The URL of the following posts, `rel="next"`; absent on the last page.',
}
const postList = revalidated(
  v.union([v.array(posts.PostSchema), v.array(posts.PostCardSchema)]),
  'Posts; without their content if `fields=card`.',
  PAGE_HEADERS,
)
const onePost = revalidated(
  v.union([posts.PostPageSchema, posts.EditablePostSchema]),
  'The post, and what its page shows around it; with `state=all` its source instead.',
)
const newPost = created(posts.PostSchema, 'The new post.')
const previewLink = created(posts.PreviewLinkSchema, 'A path of the site, and when it expires.')
const schedule = json(
  posts.BlogScheduleSchema,
  'The next publication or expiry, and the number of posts in each state.',
)

export const postOperations: readonly Operation[] = [
  readers.get(apiPaths.posts, 'listPosts', 'Lists posts, newest first', postList, {
    description: LIST_POSTS,
    query: PostQuerySchema,
    errors: [422, 503],
  }),
  admin.post(apiPaths.posts, 'createPost', 'Creates a post', newPost, { body: postBody }),
  readers.get(POST, 'readPost', 'Returns a post', onePost, {
    description: 'Live posts are public. `state=all` returns any post with its source, and requires a token.',
    query: v.object({ state: PostQuerySchema.entries.state }),
  }),
  admin.post(POST, 'updatePost', 'Updates a post', updated, {
    description: UPDATE_POST,
    ...{ query, body: postBody, errorResponses, errors: [405] },
  }),
  admin.put(POST, 'putPost', 'Updates a post, with the PUT method', updated, { body: postBody, errorResponses }),
  admin.delete(POST, 'deletePost', 'Deletes a post', message('Deleted.')),
  admin.post(`${POST}/preview`, 'previewPost', 'Creates a link to a post that is not public', previewLink, {
    errors: [409],
  }),
  admin.get(apiPaths.schedule, 'readSchedule', 'Returns the next change by the schedule', schedule),
]

const listedTerms = revalidated(v.array(DescribedTermSchema), 'Sorted by name.')
const newTerms = created(CreateTermsResultSchema, 'The new ones, and a sentence.')
const renamedTerm = json(TermSchema, 'The new name; the id stays.')
const renaming = jsonBody(RenameTermSchema)

/** Categories and tags have the same operations. */
const termOperations = (kind: 'categories' | 'tags', one: string, Ids: string, deletion = {}): Operation[] => [
  visitors.get(apiPaths[kind], `list${Ids}`, `Lists the ${kind}`, listedTerms),
  admin.post(apiPaths[kind], `create${Ids}`, `Creates ${kind}, except existing names`, newTerms, {
    body: jsonBody(CreateTermsSchema),
  }),
  admin.post(`${apiPaths[kind]}/{id}`, `update${Ids}`, `Renames a ${one}, from an HTML form`, renamedTerm, {
    ...{ query, body: renaming, errors: [405] },
  }),
  admin.put(`${apiPaths[kind]}/{id}`, `rename${Ids}`, `Renames a ${one}`, renamedTerm, { body: renaming }),
  admin.delete(`${apiPaths[kind]}/{id}`, `delete${Ids}`, `Deletes a ${one}`, message('Deleted.'), deletion),
]

export const taxonomyOperations: readonly Operation[] = [
  ...termOperations('categories', 'category', 'Categories', {
    description: 'Rejected while posts use it.',
    errors: [409],
  }),
  ...termOperations('tags', 'tag', 'Tags', { description: 'Its posts lose the tag.' }),
]

const history = json(PostHistorySchema, 'The versions, newest first, or why there are none.')
const version = json(PostVersionDetailSchema, 'The version.')

export const historyOperations: readonly Operation[] = [
  admin.get(HISTORY, 'listVersions', 'Lists the versions of a post in git', history),
  admin.get(`${HISTORY}/{commit}`, 'readVersion', 'Returns an old version, and what it changed', version),
  admin.post(`${HISTORY}/{commit}/restore`, 'restoreVersion', 'Restores an old version', message('Restored.'), {
    body: jsonBody(RestoreSchema),
    errors: [409],
  }),
]
