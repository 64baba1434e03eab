import * as v from 'valibot'
import { LoginRequestSchema } from '#contract/login-request.ts'
import { apiPaths } from '#contract/paths.ts'
import { METRICS_PATH } from '#server/ops/metrics/routes.ts'
import { type Call, fieldsBody, json, messageResponse, publicJson } from '#server/ops/openapi/call.ts'
import { OPENAPI_PATH } from '#server/ops/openapi/places.ts'
import {
  ContentStateShape,
  HealthShape,
  LoggedInShape,
  LoginErrorShape,
  ProblemsShape,
  ReadinessShape,
} from '#server/ops/openapi/shapes/site.ts'

/** Logging in and out, the state of the content, and what machines ask of the process. */
export const siteCalls: readonly Call[] = [
  {
    method: 'post',
    path: apiPaths.login,
    id: 'logIn',
    tag: 'Administrator',
    summary: 'Gives a token for the calls that need one',
    text: 'Good for 12 hours. A wrong e-mail or password is 422, never 401. Where a second factor is on, `errors.code` asks for `code`. After 50 failures in 15 minutes with one e-mail, `errors.proofOfWork` asks for the solved `challenge` (ALTCHA, JSON in base64) as `proofOfWork`, except where `deviceToken` of an earlier login is sent.',
    body: fieldsBody(LoginRequestSchema),
    answers: {
      200: json('The token: `Authorization: Bearer …`; `deviceToken` is sent with later logins.', LoggedInShape),
      422: json('Something is wrong with what was sent, or a `code` or `proofOfWork` is needed.', LoginErrorShape),
    },
    refuses: [429],
  },
  {
    method: 'delete',
    path: apiPaths.sessions,
    id: 'logOutEverywhere',
    tag: 'Administrator',
    summary: 'Ends every session',
    bearer: 'always',
    answers: { 200: messageResponse('No token given so far is valid any longer.') },
  },
  {
    method: 'get',
    path: apiPaths.contentProblems,
    id: 'listContentProblems',
    tag: 'Content',
    summary: 'Says what is wrong with the content files',
    bearer: 'always',
    answers: { 200: json('How many there are, and the first 100 of them, errors first.', ProblemsShape) },
  },
  {
    method: 'get',
    path: apiPaths.contentState,
    id: 'readContentState',
    tag: 'Content',
    summary: 'Says what git makes of the saves',
    bearer: 'always',
    answers: { 200: json('The branch, what waits, and what somebody has to do.', ContentStateShape) },
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'checkHealth',
    tag: 'Machines',
    summary: 'Answers as long as the process does',
    answers: { 200: json('It does.', HealthShape) },
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'checkReadiness',
    tag: 'Machines',
    summary: 'Says how the content, the logs, the notifications and git are',
    text: 'Whatever it says, the site serves.',
    answers: { 200: json('In words; `problems` counts bad content files.', ReadinessShape) },
  },
  {
    method: 'get',
    path: METRICS_PATH,
    id: 'readFigures',
    tag: 'Machines',
    summary: 'Gives figures of the site for Prometheus',
    text: 'Where METRICS_TOKEN is set, and asks for it. With METRICS_PORT they are at that port instead; with neither, nowhere.',
    bearer: 'figures',
    answers: { 200: { text: 'The text format of Prometheus.', type: 'text/plain' } },
  },
  {
    method: 'get',
    path: OPENAPI_PATH,
    id: 'readDescription',
    tag: 'Machines',
    summary: 'Gives this description',
    answers: { 200: publicJson('OpenAPI 3.1.', v.looseObject({ openapi: v.literal('3.1.0') })) },
  },
]
