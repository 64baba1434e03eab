import { adminPaths } from '#contract/admin-paths.ts'
import { CodeSetupSchema, CodesOnSchema, RecoveryCodesSchema } from '#contract/codes.ts'
import { confirmationNeeded } from './account-operations.ts'
import { admin, json, jsonBody, message } from './operation.ts'

const setup = json(CodeSetupSchema, 'The secret and its QR code. Nothing is stored yet.')
const recoveryCodes = json(RecoveryCodesSchema, 'Each is valid once. They are shown only here.')
const sensitive = { errors: [409], errorResponses: confirmationNeeded }

/** Codes of an authenticator app, and recovery codes. */
export const codeOperations = [
  admin.post(adminPaths.codeSetup, 'setUpCodes', 'Makes a secret for an authenticator app', setup, {
    ...sensitive,
    description: 'It can be turned on for ten minutes, in this session. 409 if codes are on already.',
  }),
  admin.post(adminPaths.codes, 'turnCodesOn', 'Requires codes of the authenticator app from now on', recoveryCodes, {
    description:
      'Ends all other sessions of the administrator. A wrong code, and a setup that has expired or is of another session, are 422. Codes are limited like those of logins.',
    body: jsonBody(CodesOnSchema),
    errors: [409, 429],
    errorResponses: confirmationNeeded,
  }),
  admin.delete(adminPaths.codes, 'turnCodesOff', 'Requires no codes any more', message('Turned off.'), {
    ...sensitive,
    description: 'Ends all other sessions of the administrator. 409 if codes are off already.',
  }),
  admin.post(adminPaths.recoveryCodes, 'makeRecoveryCodes', 'Makes ten new recovery codes', recoveryCodes, {
    ...sensitive,
    description: 'The old ones become invalid. 409 if codes are off.',
  }),
]
