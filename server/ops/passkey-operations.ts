import * as v from 'valibot'
import { ConfirmedSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { MessageSchema } from '#contract/api.ts'
import { LoggedInSchema } from '#contract/login-request.ts'
import {
  LoginMethodSchema,
  NewPasskeySchema,
  PasskeyAssertionSchema,
  PasskeyListSchema,
  PasskeyLoginRequestSchema,
  PasskeyLoginSchema,
  PasskeyNameSchema,
} from '#contract/passkeys.ts'
import { confirmationNeeded } from './account-operations.ts'
import { admin, created, json, jsonBody, message, visitors } from './operation.ts'

/** WebAuthn's own format. */
const options = json(
  v.looseObject({ challenge: v.string() }),
  'Options of WebAuthn, as JSON. The challenge is valid once, for five minutes.',
)
const NOT_OFFERED = '404 where passkeys are not offered: without https, except on localhost.'
const ONE = `${adminPaths.passkeys}/{id}`
const sensitive = { errorResponses: confirmationNeeded }
const loggedIn = json(LoggedInSchema, 'The token of a session.')
const confirmed = json(ConfirmedSchema, 'Until when sensitive actions need no confirmation.')
const stored = created(MessageSchema, 'Stored.')

export const passkeyOperations = [
  visitors.get(
    adminPaths.passkeyLogin,
    'findPasskeyLogin',
    'Says whether logins with a passkey are offered',
    json(PasskeyLoginSchema, 'They are offered where PUBLIC_URL is https, and on localhost.'),
  ),
  visitors.post(adminPaths.passkeyLoginOptions, 'startPasskeyLogin', 'Starts a login with a passkey', options, {
    description: `The options are the same for everybody, and not limited. ${NOT_OFFERED}`,
    errors: [404],
  }),
  visitors.post(adminPaths.passkeyLogin, 'logInWithPasskey', 'Logs in with a passkey alone', loggedIn, {
    description: `With the response of the authenticator. One that is not accepted is 422 and limited like a wrong password. ${NOT_OFFERED}`,
    body: jsonBody(PasskeyLoginRequestSchema),
    errors: [404],
  }),
  admin.get(
    adminPaths.passkeys,
    'listPasskeys',
    'Lists the passkeys of the administrator',
    json(PasskeyListSchema, 'The passkeys and the login method.'),
  ),
  admin.post(adminPaths.newPasskeyOptions, 'startPasskey', 'Starts the creation of a passkey', options, {
    ...sensitive,
    description: NOT_OFFERED,
    errors: [404],
  }),
  admin.post(adminPaths.passkeys, 'addPasskey', 'Stores a new passkey', stored, {
    ...sensitive,
    description: NOT_OFFERED,
    body: jsonBody(NewPasskeySchema),
    errors: [404, 409],
  }),
  admin.post(ONE, 'renamePasskey', 'Renames a passkey', message('Renamed.'), { body: jsonBody(PasskeyNameSchema) }),
  admin.delete(ONE, 'removePasskey', 'Removes a passkey', message('Removed.'), {
    ...sensitive,
    description: 'Ends all other sessions of the administrator. 409 for the last one while logins require a passkey.',
    errors: [409],
  }),
  admin.post(adminPaths.loginMethod, 'setLoginMethod', 'Chooses how the administrator logs in', message('Changed.'), {
    ...sensitive,
    description:
      '`password`: password, or a passkey. `two-steps`: password, then a passkey or a code. `passkey`: passkeys only. 409 unless one that logs in without an e-mail was used within the last ten minutes. Leaving it is 403 without a use of a passkey within that time. Ends all other sessions.',
    body: jsonBody(LoginMethodSchema),
    errors: [409],
  }),
  admin.post(adminPaths.passkeyConfirmationOptions, 'startConfirmation', 'Starts a confirmation by passkey', options, {
    description: NOT_OFFERED,
    errors: [404],
  }),
  admin.post(adminPaths.passkeyConfirmation, 'confirmWithPasskey', 'Confirms with a passkey', confirmed, {
    description: NOT_OFFERED,
    body: jsonBody(PasskeyAssertionSchema),
    errors: [404, 429],
  }),
]
