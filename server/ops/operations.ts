import * as v from 'valibot'
import { MessageSchema } from '#contract/api.ts'
import { AuthorSchema } from '#contract/author.ts'
import { ContactMessageSchema } from '#contract/contact.ts'
import { GitSummarySchema, WarningSchema } from '#contract/content.ts'
import { LandingSchema } from '#contract/landing.ts'
import { apiPaths, METRICS_PATH } from '#contract/paths.ts'
import * as posts from '#contract/posts.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { PlansSchema } from '#contract/site.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { confirmationNeeded, FOR_GOOD } from './account-operations.ts'
import { administratorOperations } from './administrator-operations.ts'
import { historyOperations } from './history-operations.ts'
import { leadOperations } from './lead-operations.ts'
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
  putQuery,
  revalidated,
  visitors,
} from './operation.ts'
import { postOperations } from './post-operations.ts'
import { siteOperations } from './site-operations.ts'
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

const listedTerms = revalidated(
  v.array(posts.ListedTermSchema),
  'Sorted by name. `unfiled`: posts name it, but it has no file yet; only with `state=all`.',
)
const listedByState = {
  description:
    'Leaves out those that only drafts, scheduled or expired posts use: `state=all` includes them, and requires a token. `state=live` lists those that have a page, because live posts use them.',
  query: v.object({ state: v.optional(v.picklist(['live', 'all'])) }),
}
const readTerm = revalidated(posts.DescribedTermSchema, 'The current id, the name and the description.')
const newTerms = created(posts.CreateTermsResultSchema, 'The new ones, and a sentence.')
const renamedTerm = json(posts.TermSchema, 'The new name; the id stays.')
const renaming = jsonBody(posts.RenameTermSchema)

/** Categories and tags have the same operations. */
const termOperations = (kind: 'categories' | 'tags', one: string, ids: string, deletion: Details) => [
  visitors.get(apiPaths[kind], `list${ids}`, `Lists the ${kind}`, listedTerms, {
    ...listedByState,
  }),
  admin.post(apiPaths[kind], `create${ids}`, `Creates ${kind}, except existing names`, newTerms, {
    body: jsonBody(posts.CreateTermsSchema),
  }),
  visitors.get(
    `${apiPaths[kind]}/{id}`,
    `read${one[0]?.toUpperCase()}${one.slice(1)}`,
    `Returns a ${one} that has a page`,
    readTerm,
    {
      description: 'By its id or a former one, which the file of the term names in `aliases`.',
    },
  ),
  admin.post(`${apiPaths[kind]}/{id}`, `update${ids}`, `Renames a ${one}, from an HTML form`, renamedTerm, {
    ...{ query: putQuery, body: renaming, errors: [405] },
  }),
  admin.put(`${apiPaths[kind]}/{id}`, `rename${ids}`, `Renames a ${one}`, renamedTerm, { body: renaming }),
  admin.delete(`${apiPaths[kind]}/{id}`, `delete${ids}`, `Deletes a ${one}`, message('Deleted.'), deletion),
]
const categoryDeletion = {
  description: `Rejected while posts use it. ${FOR_GOOD}`,
  errors: [409],
  errorResponses: confirmationNeeded,
}
const tagDeletion = { description: `Its posts lose the tag. ${FOR_GOOD}`, errorResponses: confirmationNeeded }

const authors = revalidated(v.array(posts.TermSchema), 'Sorted by name.')
const author = revalidated(AuthorSchema, 'The author; the biography is sanitized HTML.')

const authorOperations = [
  visitors.get(apiPaths.authors, 'listAuthors', 'Lists the authors', authors, listedByState),
  visitors.get(`${apiPaths.authors}/{id}`, 'readAuthor', 'Returns what the page of an author shows', author),
]

const health = json(v.strictObject({ status: v.literal('ok') }), 'Alive.')
const readiness = v.strictObject({
  status: v.picklist(['ok', 'degraded']),
  problems: v.number(),
  storage: v.picklist(['ok', 'failing']),
  notifications: v.picklist(['ok', 'waiting', 'off']),
  git: GitSummarySchema,
  images_waiting: v.number(),
  database: v.exactOptional(v.picklist(['ok', 'away'])),
  warnings: v.exactOptional(v.array(WarningSchema)),
})
const ready = json(readiness, 'The site serves requests whatever the state. `problems` counts invalid content files.')
const saving = json(v.strictObject({ status: v.literal('ok') }), 'It can.')
const metrics = { description: 'The Prometheus text format.', type: 'text/plain' }
const openApi = revalidated(v.looseObject({ openapi: v.literal('3.1.0') }), 'OpenAPI 3.1.')

const machineOperations = [
  visitors.get('/healthz', 'checkHealth', 'Checks that the process is alive', health),
  visitors.get(
    '/readyz',
    'checkReadiness',
    'Returns the state of the content, the logs, the database of DATABASE_URL, the notifications and git',
    ready,
  ),
  visitors.get('/readyz/saves', 'checkSaving', 'Checks that this process can store saves', saving, {
    description: '503 also while the process closes. A proxy in front of several replicas asks for it.',
    errors: [503],
  }),
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
