import * as v from 'valibot'
import { CAPTCHA_PATH, CaptchaTokenSchema } from '#contract/captcha.ts'
import { ContactMessageSchema } from '#contract/contact.ts'
import { LandingSchema } from '#contract/landing.ts'
import { apiPaths } from '#contract/paths.ts'
import { PlansSchema } from '#contract/plans.ts'
import { RegistrationSchema } from '#contract/registration.ts'
import { type Call, fieldsBody, json, messageResponse, publicJson } from '#server/ops/openapi/call.ts'
import { ChallengeShape } from '#server/ops/openapi/shapes/site.ts'

const tag = 'Visitors'
const BY_PAGE = ' A browser that sends the form by itself, without a script, is answered with a page or led on (303).'

/** What anybody may call: prices, and the two forms. */
export const visitorCalls: readonly Call[] = [
  {
    method: 'get',
    path: apiPaths.plans,
    id: 'listPrices',
    tag,
    summary: 'Gives the prices, in plan order',
    text: 'In USD per user and month. Whoever asks for `text/html` gets the page at this address instead.',
    answers: { 200: publicJson('Essentials, Professional, Business, Enterprise.', PlansSchema.entries.plans) },
  },
  {
    method: 'get',
    path: `${apiPaths.landings}/{id}`,
    id: 'readLanding',
    tag,
    summary: 'Gives what the page of a trade shows',
    answers: { 200: publicJson('`{name}` in it stands for the product’s name.', LandingSchema) },
  },
  {
    method: 'post',
    path: apiPaths.register,
    id: 'register',
    tag,
    summary: 'Signs a company up for the free trial',
    text: `The same token, e-mail and username again answers the same and stores nothing.${BY_PAGE}`,
    body: fieldsBody(RegistrationSchema),
    answers: {
      200: { text: 'The address where the browser goes next. The sign-up is on the disk.', type: 'text/plain' },
    },
    refuses: [429, 503],
  },
  {
    method: 'post',
    path: apiPaths.contactMessages,
    id: 'sendMessage',
    tag,
    summary: 'Sends a message to the vendor',
    text: `It is stored before it is answered.${BY_PAGE}`,
    body: fieldsBody(v.object({ ...ContactMessageSchema.entries, ...CaptchaTokenSchema.entries })),
    answers: { 201: messageResponse('It has arrived.') },
    refuses: [429, 503],
  },
  {
    method: 'get',
    path: CAPTCHA_PATH,
    id: 'readChallenge',
    tag,
    summary: 'Gives a challenge to solve before one of the two forms is sent',
    text: 'Only where CAPTCHA is on; 404 elsewhere. The solution is sent as `reCaptchaToken`, once, within 20 minutes.',
    answers: { 200: json('A challenge of altcha-lib, signed.', ChallengeShape) },
    refuses: [404],
  },
]
