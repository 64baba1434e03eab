import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { MessageSchema } from '#contract/api.ts'
import { AuditListSchema, AuditQuerySchema } from '#contract/audit.ts'
import { AuthorSchema } from '#contract/author.ts'
import { BULK_POSTS_MAX, BulkResultSchema, BulkSchema } from '#contract/bulk.ts'
import { ContactMessageSchema } from '#contract/contact.ts'
import { ContentProblemsSchema, ContentStateSchema, GitSummarySchema } from '#contract/content.ts'
import { PostHistorySchema, PostVersionDetailSchema, RestoreSchema } from '#contract/history.ts'
import { LandingSchema } from '#contract/landing.ts'
import { apiPaths } from '#contract/paths.ts'
import { PostFormSchema, PostQuerySchema } from '#contract/post-form.ts'
import { AllPostsQuerySchema } from '#contract/post-list.ts'
import * as posts from '#contract/posts.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { PlansSchema } from '#contract/site.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { DeletionSchema, TrashQuerySchema, TrashSchema } from '#contract/trash.ts'
import { administratorOperations } from './administrator-operations.ts'
import { leadOperations } from './lead-operations.ts'
import { METRICS_PATH } from './metrics-routes.ts'
import {
  admin,
  created,
  type Details,
  formBody,
  json,
  jsonBody,
  message,
  type Operation,
  operations,
  readers,
  revalidated,
  visitors,
} from './operation.ts'
import { editorOperations } from './writing-operations.ts'

const NATIVE_FORM = 'A form sent by a browser without scripts gets a page or a redirect (303).'
/** altcha-lib's own format. */
const challenge = json(
  v.strictObject({ parameters: v.looseObject({ algorithm: v.string() }), signature: v.string() }),
  'A signed challenge of altcha-lib. Send its solution as `reCaptchaToken`, once, within 20 minutes.',
)
const prices = revalidated(PlansSchema.entries.plans, 'Essentials, Professional, Business, Enterprise.')
const landing = revalidated(LandingSchema, '`{name}` is a placeholder for the product’s name.')
const storedMessage = created(MessageSchema, 'Stored.')
const redirectUrl = { description: 'Stored. The URL to which the browser goes next.', type: 'text/plain' }

const visitorOperations = [
  visitors.get(apiPaths.plans, 'listPrices', 'Lists the prices, in plan order', prices, {
    description: 'In USD per user and month. With `accept: text/html`, the response is the page at this path instead.',
  }),
  visitors.get(`${apiPaths.landings}/{id}`, 'readLanding', 'Returns the content of a landing page', landing),
  visitors.post(apiPaths.register, 'register', 'Signs a company up for the free trial', redirectUrl, {
    description: `The same token, e-mail and username again returns the same and stores nothing. ${NATIVE_FORM}`,
    body: formBody(RegistrationSchema),
  }),
  visitors.post(apiPaths.contactMessages, 'sendMessage', 'Sends a message to the vendor', storedMessage, {
    description: `The response follows after the message is stored. ${NATIVE_FORM}`,
    body: formBody(ContactMessageSchema),
  }),
  visitors.get(
    CAPTCHA_PATH,
    'readChallenge',
    'Returns a challenge to solve before one of the two forms is sent',
    challenge,
    { description: 'Only where CAPTCHA is on, otherwise 404.', errors: [404] },
  ),
]

const POST = `${apiPaths.posts}/{id}`
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
/** HTML forms have no PUT. */
const query = v.object({ _method: v.literal('PUT') })
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

const postOperations = [
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
    ...{ query, body: postBody, errorResponses, errors: [405] },
  }),
  admin.put(POST, 'putPost', 'Updates a post, with the PUT method', updated, { body: postBody, errorResponses }),
  admin.delete(POST, 'deletePost', 'Deletes a post', deletion),
  admin.post(adminPaths.bulk, 'changePosts', 'Applies one action to several posts', bulkResult, {
    description: CHANGE_POSTS,
    body: jsonBody(BulkSchema),
  }),
  admin.post(`${POST}/preview`, 'previewPost', 'Creates a link to a post that is not public', previewLink, {
    errors: [409],
  }),
  admin.get(adminPaths.schedule, 'readSchedule', 'Returns the next change by the schedule', schedule),
]

const listedTerms = revalidated(v.array(posts.DescribedTermSchema), 'Sorted by name.')
const newTerms = created(posts.CreateTermsResultSchema, 'The new ones, and a sentence.')
const renamedTerm = json(posts.TermSchema, 'The new name; the id stays.')
const renaming = jsonBody(posts.RenameTermSchema)

/** Categories and tags have the same operations. */
const termOperations = (kind: 'categories' | 'tags', one: string, ids: string, deletion: Details) => [
  visitors.get(apiPaths[kind], `list${ids}`, `Lists the ${kind}`, listedTerms),
  admin.post(apiPaths[kind], `create${ids}`, `Creates ${kind}, except existing names`, newTerms, {
    body: jsonBody(posts.CreateTermsSchema),
  }),
  admin.post(`${apiPaths[kind]}/{id}`, `update${ids}`, `Renames a ${one}, from an HTML form`, renamedTerm, {
    ...{ query, body: renaming, errors: [405] },
  }),
  admin.put(`${apiPaths[kind]}/{id}`, `rename${ids}`, `Renames a ${one}`, renamedTerm, { body: renaming }),
  admin.delete(`${apiPaths[kind]}/{id}`, `delete${ids}`, `Deletes a ${one}`, message('Deleted.'), deletion),
]
const categoryDeletion = { description: 'Rejected while posts use it.', errors: [409] }
const tagDeletion = { description: 'Its posts lose the tag.' }

const authors = revalidated(v.array(posts.TermSchema), 'Sorted by name.')
const author = revalidated(AuthorSchema, 'The author; the biography is sanitized HTML.')

const authorOperations = [
  visitors.get(apiPaths.authors, 'listAuthors', 'Lists the authors with a page', authors),
  visitors.get(`${apiPaths.authors}/{id}`, 'readAuthor', 'Returns what the page of an author shows', author),
]

const HISTORY = `${POST}/history`
const history = json(PostHistorySchema, 'The versions, newest first, or why there are none.')
const version = json(PostVersionDetailSchema, 'The version.')

const trash = json(TrashSchema, '50 posts a page, the newest deletion first, or why there are none.')

const historyOperations = [
  admin.get(HISTORY, 'listVersions', 'Lists the versions of a post in git', history),
  admin.get(`${HISTORY}/{commit}`, 'readVersion', 'Returns an old version, and what it changed', version),
  admin.post(`${HISTORY}/{commit}/restore`, 'restoreVersion', 'Restores an old version', message('Restored.'), {
    body: jsonBody(RestoreSchema),
    errors: [409],
  }),
  admin.get(adminPaths.trash, 'listDeletedPosts', 'Lists the posts that commits have deleted', trash, {
    query: TrashQuerySchema,
    errors: [422],
  }),
  admin.post(
    `${adminPaths.trash}/{id}/restore`,
    'restoreDeletedPost',
    'Restores a deleted post',
    message('Restored.'),
    {
      description: 'As it was, with its images: a post that was live is public again.',
      errors: [409, 422],
    },
  ),
]

const issues = json(ContentProblemsSchema, 'The number of issues, and the first 100, errors first.')
const auditEvents = json(AuditListSchema, '50 events; pass `next` as `before` for older ones.')
const contentState = json(ContentStateSchema, 'The branch, pending commits, and steps to resolve a divergence.')

const siteOperations = [
  admin.get(adminPaths.audit, 'listAuditEvents', 'Lists who did what, newest first', auditEvents, {
    description:
      '`people` has the names of the ids in `by` and `about`. The files of the audit log have the same events, as JSON lines.',
    query: AuditQuerySchema,
    errors: [422],
  }),
  admin.get(adminPaths.contentProblems, 'listContentProblems', 'Lists the issues of the content files', issues),
  admin.get(adminPaths.contentState, 'readContentState', 'Returns the state of git and notifications', contentState),
]

const health = json(v.strictObject({ status: v.literal('ok') }), 'Alive.')
const readiness = v.strictObject({
  status: v.picklist(['ok', 'degraded']),
  problems: v.number(),
  storage: v.picklist(['ok', 'failing']),
  notifications: v.picklist(['ok', 'waiting', 'off']),
  git: GitSummarySchema,
})
const ready = json(readiness, 'The site serves requests whatever the state. `problems` counts invalid content files.')
const metrics = { description: 'The Prometheus text format.', type: 'text/plain' }
const openApi = revalidated(v.looseObject({ openapi: v.literal('3.1.0') }), 'OpenAPI 3.1.')

const machineOperations = [
  visitors.get('/healthz', 'checkHealth', 'Checks that the process is alive', health),
  visitors.get(
    '/readyz',
    'checkReadiness',
    'Returns the state of the content, the logs, the notifications and git',
    ready,
  ),
  operations('metrics').get(METRICS_PATH, 'readMetrics', 'Returns metrics for Prometheus', metrics, {
    description: 'Only with METRICS_TOKEN, which it requires. With METRICS_PORT, metrics are on that port instead.',
  }),
  visitors.get('/api/openapi.json', 'readDescription', 'Returns this document', openApi),
]

/** A test compares them with the routes of the app. */
export const operationsByTag: Readonly<Record<string, readonly Operation[]>> = {
  Visitors: visitorOperations,
  Posts: postOperations,
  'Categories and tags': [
    ...termOperations('categories', 'category', 'Categories', categoryDeletion),
    ...termOperations('tags', 'tag', 'Tags', tagDeletion),
  ],
  Authors: authorOperations,
  History: historyOperations,
  ...editorOperations,
  Leads: leadOperations,
  Administration: [...administratorOperations, ...siteOperations],
  Machines: machineOperations,
}
