import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts'
import { trimmed } from '#contract/trimmed.ts'
import { ID_PATTERN, email as validEmail } from '#contract/validate.ts'

/** What people type on the account pages. In its own module, because browsers load it; of `accounts.ts` they use only types. */

export const ADMINISTRATOR_NAME_MAX_CHARACTERS = 80
export const INVITATION_LIFETIME_HOURS = 48

const password = v.pipe(
  v.optional(v.string('Password is required.'), ''),
  v.nonEmpty('Password is required.'),
  v.maxLength(PASSWORD_MAX_CHARACTERS, `Password must be at most ${PASSWORD_MAX_CHARACTERS} characters long`),
)
const email = v.pipe(
  v.optional(v.string('Email is required.'), ''),
  trimmed(),
  v.nonEmpty('Email is required.'),
  v.maxLength(EMAIL_MAX_CHARACTERS, `Email must be at most ${EMAIL_MAX_CHARACTERS} characters long`),
  validEmail('Email must be valid.'),
)
const name = v.pipe(
  v.optional(v.string('Name is required.'), ''),
  trimmed(),
  v.nonEmpty('Name is required.'),
  v.maxLength(
    ADMINISTRATOR_NAME_MAX_CHARACTERS,
    `Name must be at most ${ADMINISTRATOR_NAME_MAX_CHARACTERS} characters long`,
  ),
  // Git puts the name between these characters. Emoji and Persian words contain joiners.
  v.check((text) => !/[<>]|(?![\u200C\u200D])\p{C}/u.test(text), 'Name must not contain < or >.'),
  v.check((text) => !/^[\u200C\u200D]+$/.test(text), 'Name is required.'),
)

/** POST /api/admin/account: what is given changes. A new password or e-mail needs a confirmation. */
export const AccountChangeSchema = v.object({
  name: v.optional(name),
  email: v.optional(email),
  /** Its rules are those of the server: 12 to 128 characters, and not a common one. */
  password: v.optional(password),
  author: v.optional(v.nullable(v.pipe(v.string(), v.regex(ID_PATTERN, 'Author must be the id of an author.')))),
})
export type AccountChange = v.InferOutput<typeof AccountChangeSchema>

/** POST /api/admin/invitations. */
export const InvitationSchema = v.object({ email })
export type Invitation = v.InferOutput<typeof InvitationSchema>

export const INVALID_INVITATION =
  'This invitation is not valid: it was used, has expired, or was withdrawn. Ask for a new one.'
/** The fragment of the link. It is sent in the body, so that it reaches no log. */
const token = v.pipe(v.string(), v.maxLength(100, INVALID_INVITATION))

/** POST /api/admin/invitations/lookup. */
export const InvitationTokenSchema = v.object({ token })
export type InvitationToken = v.InferOutput<typeof InvitationTokenSchema>
/** POST /api/admin/invitations/accept. */
export const AcceptanceSchema = v.object({ token, name, password })
export type Acceptance = v.InferOutput<typeof AcceptanceSchema>
