import * as v from 'valibot'
import { timestamp } from '#contract/posts.ts'
import { trimmed } from '#contract/trimmed.ts'

/** Passkeys (WebAuthn) of administrators, and how they log in. Field names of authenticators' responses are those of WebAuthn. */

export const PASSKEY_NAME_MAX_CHARACTERS = 60
export const PASSKEYS_MAX = 20
/** The time in which a browser must answer a challenge. */
export const CHALLENGE_LIFETIME_MINUTES = 5

/**
 * `password`: e-mail and password, or a passkey alone. `two-steps`: e-mail and password, then a passkey or a code.
 * `passkey`: a passkey alone; passwords are rejected.
 */
export const LOGIN_METHODS = ['password', 'two-steps', 'passkey'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

const base64url = (maxCharacters: number) =>
  v.pipe(v.string(), v.maxLength(maxCharacters), v.regex(/^[\w-]+$/, 'This is not base64url.'))
/** WebAuthn limits it to 1023 bytes. */
const credentialId = base64url(1_364)
const clientData = base64url(4_000)
/** `internal`, `usb`, `hybrid` …: new ones may be added, so they are not listed here. */
const transports = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10))

/** What an authenticator returns at a login or confirmation. */
export const AssertionSchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: clientData,
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    /** The administrator's id; authenticators that store no account leave it out. */
    userHandle: v.optional(base64url(100)),
  }),
})
export type Assertion = v.InferOutput<typeof AssertionSchema>

const passkeyName = v.pipe(
  v.optional(v.string('Name is required.'), ''),
  trimmed(),
  v.nonEmpty('Name is required.'),
  v.maxLength(PASSKEY_NAME_MAX_CHARACTERS, `Name must be at most ${PASSKEY_NAME_MAX_CHARACTERS} characters long`),
)

/** POST /api/admin/passkeys: what an authenticator returns for a new passkey, and its name. */
export const NewPasskeySchema = v.object({
  name: passkeyName,
  passkey: v.object({
    id: credentialId,
    rawId: credentialId,
    type: v.literal('public-key'),
    response: v.object({
      clientDataJSON: clientData,
      attestationObject: base64url(12_000),
      transports: v.optional(transports),
    }),
  }),
})
export type NewPasskey = v.InferOutput<typeof NewPasskeySchema>

/** POST /api/admin/passkeys/:id. */
export const PasskeyNameSchema = v.object({ name: passkeyName })
export type PasskeyName = v.InferOutput<typeof PasskeyNameSchema>

/** POST /api/admin/confirmation/passkey. */
export const PasskeyAssertionSchema = v.object({ passkey: AssertionSchema })
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertionSchema>

/** POST /api/admin/login/passkey. With the `deviceToken` of an earlier login, the administrator gets no mail about a new browser. */
export const PasskeyLoginRequestSchema = v.object({
  ...PasskeyAssertionSchema.entries,
  deviceToken: v.optional(v.pipe(v.string(), v.maxLength(512))),
})

/** POST /api/admin/login-method. */
export const LoginMethodSchema = v.object({
  method: v.picklist(LOGIN_METHODS, `Method must be one of: ${LOGIN_METHODS.join(', ')}`),
})

/** GET /api/admin/passkeys. */
export const PasskeyListSchema = v.strictObject({
  /** Whether passkeys can be used at this address of the site. */
  available: v.boolean(),
  method: v.picklist(LOGIN_METHODS),
  passkeys: v.array(
    v.strictObject({ id: v.string(), name: v.string(), added: timestamp, lastUsed: v.nullable(timestamp) }),
  ),
})
export type PasskeyList = v.InferOutput<typeof PasskeyListSchema>
export type Passkey = PasskeyList['passkeys'][number]

/** GET /api/admin/login/passkey. */
export const PasskeyLoginSchema = v.strictObject({ available: v.boolean() })

/** Why passkeys are not available. */
export const PASSKEYS_UNAVAILABLE =
  'Passkeys require https: they are offered where PUBLIC_URL begins with https, and on localhost.'
/** One text for every reason, so that it discloses nothing. */
export const PASSKEY_REJECTED = 'This passkey was not accepted. Please try again, or log in another way.'
export const PASSWORD_FIRST = 'You chose to log in with your password first, then with the passkey. Enter both here.'
