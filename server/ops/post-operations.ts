import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { BULK_POSTS_MAX, BulkResultSchema, BulkSchema } from '#contract/bulk.ts'
import { apiPaths } from '#contract/paths.ts'
import { PostFormSchema, PostQuerySchema } from '#contract/post-form.ts'
import { AllPostsQuerySchema } from '#contract/post-list.ts'
import * as posts from '#contract/posts.ts'
import { DeletionSchema } from '#contract/trash.ts'
import { confirmationNeeded, FOR_GOOD } from './account-operations.ts'
import { admin, created, json, jsonBody, putQuery, readers, revalidated } from './operation.ts'

export const POST = `${apiPaths.posts}/{id}`
const LIST_POSTS = `Without a query, the newest live posts in full: at most 500 posts and 5 MB of JSON. If there are more, the \`Link\` header has the URL of the rest (\`rel="next"\`): the same query with \`after\`, a cursor that continues after the last post sent, even if posts are added or deleted meanwhile. \`fields=card\` leaves out the content; \`page\` and \`per_page\` select a page. \`q\` returns the posts that contain all its words, the best match first: words in the title weigh most, then the category and tags, the summary, the text; \`found\` marks the matches, as HTML. \`state\` includes posts that are not live and requires a token. Only with \`state\`: \`author\` may be a part of a name, \`from\` and \`to\` are days in UTC, both inclusive, and \`sort\` and \`order\` sort the pages.`
const UPDATE_POST =
  'A multipart form as for a new post. With `revision`, edits made since are merged; if both changed the same field, the response is 409 with both versions. Without it, the form overwrites.'
const IMAGE =
  'JPEG, PNG, WebP or GIF. Without one, `image_path` names an image of the media library, or is empty for none; without both, an update keeps the image that the post has.'

const { tags, ...postFields } = PostFormSchema.entries
const image = v.optional(v.pipe(v.file(), v.description(IMAGE)))
const postBody = {
  schema: v.object({ ...postFields, 'tags[]': v.optional(tags), image }),
  types: ['multipart/form-data'],
}
const updated = json(posts.SavedPostSchema, 'The updated post. `merged` names the fields taken from other edits.')
const errorResponses = {
  409: json(posts.StalePostSchema, 'Another edit changed the same fields: both versions. Nothing was written.'),
}
const postList = {
  ...revalidated(
    v.union([v.array(posts.PostSchema), v.array(posts.PostCardSchema)]),
    'Posts; without their content if `fields=card`.',
  ),
  headers: {
    'x-total-count': 'The number of matching posts, sent or not.',
    link: 'The URL of the following posts, `rel="next"`; absent on the last page.',
  },
}
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

const CHANGE_POSTS = `At most ${BULK_POSTS_MAX} posts, in one commit. \`tags\` are the ids to add or remove, \`category\` is the id of the new category. A post that cannot be changed is rejected with a reason, and the others are changed: an incomplete draft is not published, for example. Tags and categories leave \`updated\` as it is.`
const deletion = json(DeletionSchema, 'Deleted. `restorable`: the trash has it.')
const bulkResult = json(BulkResultSchema, 'What happened to each post.')

/** Posts: reading, changing, several at once. */
export const postOperations = [
  readers.get(apiPaths.posts, 'listPosts', 'Lists posts, newest first', postList, {
    description: LIST_POSTS,
    query: AllPostsQuerySchema,
    errors: [422, 503],
  }),
  admin.post(apiPaths.posts, 'createPost', 'Creates a post', newPost, { body: postBody }),
  readers.get(POST, 'readPost', 'Returns a post', onePost, {
    description: 'Live posts are public. `state=all` returns any post with its source, and requires a token.',
    query: v.object({ state: PostQuerySchema.entries.state }),
  }),
  admin.post(POST, 'updatePost', 'Updates a post', updated, {
    description: UPDATE_POST,
    ...{ query: putQuery, body: postBody, errorResponses, errors: [405] },
  }),
  admin.put(POST, 'putPost', 'Updates a post, with the PUT method', updated, { body: postBody, errorResponses }),
  admin.delete(POST, 'deletePost', 'Deletes a post', deletion, {
    description: FOR_GOOD,
    errorResponses: confirmationNeeded,
  }),
  admin.post(adminPaths.bulk, 'changePosts', 'Applies one action to several posts', bulkResult, {
    description: CHANGE_POSTS,
    body: jsonBody(BulkSchema),
    errorResponses: confirmationNeeded,
  }),
  admin.post(`${POST}/preview`, 'previewPost', 'Creates a link to a post that is not public', previewLink, {
    errors: [409],
  }),
  admin.get(adminPaths.schedule, 'readSchedule', 'Returns the next change by the schedule', schedule),
]
