import * as v from 'valibot'
import { ConfirmationNeededSchema, ConfirmationSchema, ConfirmedSchema, SessionListSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { MessageSchema } from '#contract/api.ts'
import { LoggedInSchema, LoginErrorSchema, LoginRequestSchema } from '#contract/login-request.ts'
import { admin, formBody, json, message, visitors } from './operation.ts'

const LOGIN =
  'Valid until the session ends: after 14 days without use, after 30 days, or when it is ended. A wrong e-mail or password is 422, never 401. With a second factor, `errors.code` asks for `code`. After 50 failures in 15 minutes with one e-mail, `errors.proofOfWork` asks for the solved `challenge` (ALTCHA, JSON in base64) as `proofOfWork`, except with the `deviceToken` of an earlier login.'
const loggedIn = json(LoggedInSchema, 'The token: `Authorization: Bearer …`. Send `deviceToken` with later logins.')
const sessionList = json(SessionListSchema, 'The last used one first.')
const confirmed = json(ConfirmedSchema, 'Until when sensitive actions need no further confirmation.')
/** The error of an operation that requires a confirmation within the last ten minutes. */
export const confirmationNeeded = {
  403: json(
    v.strictObject({
      ...MessageSchema.entries,
      confirmation: v.exactOptional(ConfirmationNeededSchema.entries.confirmation),
      expectedOrigin: v.exactOptional(v.string()),
    }),
    'With `confirmation`: confirm with `POST /api/admin/confirmation`, then send this again. Otherwise a write from another website, with `expectedOrigin`.',
  ),
}

/** Of deletions. */
export const FOR_GOOD = 'Without git, which has what is deleted, a confirmation is needed.'

export const accountOperations = [
  visitors.post(adminPaths.login, 'logIn', 'Returns a token for the operations that require one', loggedIn, {
    description: LOGIN,
    body: formBody(LoginRequestSchema),
    errorResponses: { 422: json(LoginErrorSchema, 'Invalid input, or a `code` or `proofOfWork` is required.') },
  }),
  admin.get(adminPaths.sessions, 'listSessions', 'Lists the open sessions of the administrator', sessionList),
  admin.delete(
    adminPaths.sessions,
    'logOutEverywhere',
    'Ends every session of the administrator',
    message('All tokens of the administrator, and the preview links, are invalid now.'),
    { errorResponses: confirmationNeeded },
  ),
  admin.delete(adminPaths.otherSessions, 'endOtherSessions', 'Ends all other sessions', message('Ended.'), {
    errorResponses: confirmationNeeded,
  }),
  admin.delete(`${adminPaths.sessions}/{id}`, 'endSession', 'Ends a session of the administrator', message('Ended.'), {
    description: 'Of another session: after a confirmation.',
    errorResponses: confirmationNeeded,
  }),
  admin.delete(adminPaths.logOut, 'logOut', 'Ends the session of this token', message('The token is invalid now.')),
  admin.post(adminPaths.confirmation, 'confirm', 'Confirms that the administrator is present', confirmed, {
    description:
      'With the password, or a code if the second factor is on. Wrong ones are 422; five of a session within 15 minutes are 429. A login confirms, too.',
    body: formBody(ConfirmationSchema),
    errors: [429],
  }),
]
