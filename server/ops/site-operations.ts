import * as v from 'valibot'
import { MessageSchema } from '#contract/api.ts'
import { ContactMessageSchema } from '#contract/contact.ts'
import { ContentProblemsSchema, ContentStateSchema, GitSummarySchema } from '#contract/content.ts'
import { LandingSchema } from '#contract/landing.ts'
import { LeadEventSchema, LeadFilterSchema, LeadPageSchema } from '#contract/lead-query.ts'
import { LeadListSchema, LeadSchema } from '#contract/leads.ts'
import { LoggedInSchema, LoginErrorSchema, LoginRequestSchema } from '#contract/login-request.ts'
import { apiPaths } from '#contract/paths.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { PlansSchema } from '#contract/site.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { METRICS_PATH } from './metrics-routes.ts'
import {
  created,
  formBody,
  json,
  jsonBody,
  message,
  OPENAPI_PATH,
  type Operation,
  operations,
  revalidated,
} from './operation.ts'

const { get, post } = operations()
const admin = operations('admin')

const LEAD = `${apiPaths.leads}/{id}`
const NATIVE_FORM = 'A form sent by a browser without scripts gets a page or a redirect (303).'
const LOGIN =
  'Valid for 12 hours. A wrong e-mail or password is 422, never 401. With a second factor, `errors.code` asks for `code`. After 50 failures in 15 minutes with one e-mail, `errors.proofOfWork` asks for the solved `challenge` (ALTCHA, JSON in base64) as `proofOfWork`, except with the `deviceToken` of an earlier login.'

/** altcha-lib's own format. */
const challenge = v.strictObject({ parameters: v.looseObject({ algorithm: v.string() }), signature: v.string() })
const readiness = v.strictObject({
  status: v.picklist(['ok', 'degraded']),
  problems: v.number(),
  storage: v.picklist(['ok', 'failing']),
  notifications: v.picklist(['ok', 'waiting', 'off']),
  git: GitSummarySchema,
})
const prices = revalidated(PlansSchema.entries.plans, 'Essentials, Professional, Business, Enterprise.')
const landing = revalidated(LandingSchema, '`{name}` is a placeholder for the product’s name.')
const redirectUrl = { description: 'Stored. The URL to which the browser goes next.', type: 'text/plain' }

export const visitorOperations: readonly Operation[] = [
  get(apiPaths.plans, 'listPrices', 'Lists the prices, in plan order', prices, {
    description: 'In USD per user and month. With `accept: text/html`, the response is the page at this path instead.',
  }),
  get(`${apiPaths.landings}/{id}`, 'readLanding', 'Returns the content of a landing page', landing),
  post(apiPaths.register, 'register', 'Signs a company up for the free trial', redirectUrl, {
    description: `The same token, e-mail and username again returns the same and stores nothing. ${NATIVE_FORM}`,
    body: formBody(RegistrationSchema),
  }),
  post(apiPaths.contactMessages, 'sendMessage', 'Sends a message to the vendor', created(MessageSchema, 'Stored.'), {
    description: `The response follows after the message is stored. ${NATIVE_FORM}`,
    body: formBody(ContactMessageSchema),
  }),
  get(
    CAPTCHA_PATH,
    'readChallenge',
    'Returns a challenge to solve before one of the two forms is sent',
    json(
      challenge,
      'A signed challenge of altcha-lib. Send its solution as `reCaptchaToken`, once, within 20 minutes.',
    ),
    { description: 'Only where CAPTCHA is on, otherwise 404.', errors: [404] },
  ),
]

const leads = json(LeadListSchema, 'A page; pass `next` as `before` for the next, older page.')
const lead = json(LeadSchema, 'Everything that was sent, except the password, and the events since.')
const csv = {
  description: 'CSV according to RFC 4180, in UTF-8.',
  type: 'text/csv',
  headers: { 'content-disposition': 'The name of the file.' },
}

export const leadOperations: readonly Operation[] = [
  admin.get(apiPaths.leads, 'listLeads', 'Lists sign-ups and messages, newest first', leads, {
    query: v.object({ ...LeadFilterSchema.entries, ...LeadPageSchema.entries }),
    errors: [422],
  }),
  admin.get(apiPaths.leadsCsv, 'exportLeads', 'Exports the same as CSV', csv, {
    query: LeadFilterSchema,
    errors: [422],
  }),
  admin.get(LEAD, 'readLead', 'Returns a sign-up or a message', lead),
  admin.delete(LEAD, 'eraseLead', 'Erases the personal data of a lead', message('Only its id and time remain.')),
  admin.post(`${LEAD}/events`, 'noteLeadEvent', 'Changes the state of a lead, or marks it as read', lead, {
    body: jsonBody(LeadEventSchema),
  }),
]

const loggedIn = json(LoggedInSchema, 'The token: `Authorization: Bearer …`. Send `deviceToken` with later logins.')
const issues = json(ContentProblemsSchema, 'The number of issues, and the first 100, errors first.')
const contentState = json(ContentStateSchema, 'The branch, pending commits, and steps to resolve a divergence.')

export const adminOperations: readonly Operation[] = [
  post(apiPaths.login, 'logIn', 'Returns a token for the operations that require one', loggedIn, {
    description: LOGIN,
    body: formBody(LoginRequestSchema),
    errorResponses: { 422: json(LoginErrorSchema, 'Invalid input, or a `code` or `proofOfWork` is required.') },
  }),
  admin.delete(apiPaths.sessions, 'logOutEverywhere', 'Ends every session', message('All tokens are invalid now.')),
  admin.get(apiPaths.contentProblems, 'listContentProblems', 'Lists the issues of the content files', issues),
  admin.get(apiPaths.contentState, 'readContentState', 'Returns the state of git and notifications', contentState),
]

const health = json(v.strictObject({ status: v.literal('ok') }), 'Alive.')
const ready = json(readiness, 'The site serves requests whatever the state. `problems` counts invalid content files.')
const metrics = { description: 'The Prometheus text format.', type: 'text/plain' }
const openApi = revalidated(v.looseObject({ openapi: v.literal('3.1.0') }), 'OpenAPI 3.1.')

export const machineOperations: readonly Operation[] = [
  get('/healthz', 'checkHealth', 'Checks that the process is alive', health),
  get('/readyz', 'checkReadiness', 'Returns the state of the content, the logs, the notifications and git', ready),
  operations('metrics').get(METRICS_PATH, 'readMetrics', 'Returns metrics for Prometheus', metrics, {
    description: 'Only with METRICS_TOKEN, which it requires. With METRICS_PORT, metrics are on that port instead.',
  }),
  get(OPENAPI_PATH, 'readDescription', 'Returns this document', openApi),
]
