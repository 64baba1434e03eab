import {
  AcceptanceSchema,
  AccountChangeSchema,
  InvitationSchema,
  InvitationTokenSchema,
} from '#contract/account-forms.ts'
import { AccountSchema, AdministratorListSchema, InvitedPersonSchema, InvitedSchema } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { confirmationNeeded } from './account-operations.ts'
import { admin, created, json, jsonBody, message, visitors } from './operation.ts'

const account = json(AccountSchema, 'The administrator of the token.')
const people = json(AdministratorListSchema, 'All administrators, and the invitations that can be accepted.')
const invited = created(InvitedSchema, 'The link, below PUBLIC_URL. It is shown only here.')
const invitedPerson = json(InvitedPersonSchema, 'For whom the invitation is, and who invited: a name, or `shell`.')

/** Administrators and invitations. */
export const peopleOperations = [
  admin.get(adminPaths.account, 'readAccount', 'Returns the administrator of the token', account),
  admin.post(adminPaths.account, 'changeAccount', 'Changes the administrator of the token', account, {
    description:
      'Changes what is given. Another e-mail or password requires a confirmation and ends all other sessions.',
    body: jsonBody(AccountChangeSchema),
    errorResponses: confirmationNeeded,
  }),
  admin.get(adminPaths.administrators, 'listAdministrators', 'Lists administrators and invitations', people),
  admin.delete(
    `${adminPaths.administrators}/{id}`,
    'removeAdministrator',
    'Removes an administrator and ends their sessions',
    message('Removed. What they wrote stays.'),
    { errors: [409], errorResponses: confirmationNeeded },
  ),
  admin.post(adminPaths.invitations, 'invite', 'Invites an administrator', invited, {
    description: 'The link is valid once, for 48 hours. It replaces an earlier invitation of the same e-mail.',
    body: jsonBody(InvitationSchema),
    errorResponses: confirmationNeeded,
  }),
  admin.delete(
    `${adminPaths.invitations}/{id}`,
    'withdrawInvitation',
    'Withdraws an invitation',
    message('The link is invalid now.'),
  ),
  visitors.post(adminPaths.lookUpInvitation, 'lookUpInvitation', 'Returns for whom an invitation is', invitedPerson, {
    description:
      'The token is the fragment of the link. One that was used, withdrawn or has expired is 422, as is one that never existed.',
    body: jsonBody(InvitationTokenSchema),
  }),
  visitors.post(
    adminPaths.acceptInvitation,
    'acceptInvitation',
    'Makes an administrator of whoever has the link',
    message('Log in with the e-mail of the invitation and the new password.'),
    {
      description:
        'The token is the fragment of the link. One that was used, withdrawn or has expired is 422, as is one that never existed.',
      body: jsonBody(AcceptanceSchema),
    },
  ),
]
