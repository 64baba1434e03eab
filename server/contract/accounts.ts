import * as v from 'valibot'
import { confirmationKinds } from '#contract/confirmation.ts'
import { LOGIN_CODE_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts'
import { timestamp } from '#contract/posts.ts'
import { trimmed } from '#contract/trimmed.ts'

/** Administrators, their sessions and invitations. All administrators have equal rights. */

/** The name of an administrator who was not asked for one. */
export const FIRST_NAME = 'Administrator'

/** A login that is still valid. */
export const SessionSchema = v.strictObject({
  id: v.string(),
  /** Whether the request came with this session. */
  current: v.boolean(),
  started: timestamp,
  /** Written at most once a minute. */
  lastUsed: timestamp,
  /** `Firefox on Linux`; never the whole user agent. */
  browser: v.string(),
  /** Anonymized: `203.0.113.0/24`. */
  address: v.string(),
})
export type Session = v.InferOutput<typeof SessionSchema>
export const SessionListSchema = v.strictObject({ sessions: v.array(SessionSchema) })
export type SessionList = v.InferOutput<typeof SessionListSchema>

/** The administrator of the session: GET /api/admin/account. */
export const AccountSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  /** The id of a file in content/authors, which posts of this administrator name as their author. */
  author: v.nullable(v.string()),
  /** The name that a new post shows if its author is left empty; `null`: none, because the account has only a default name. */
  byline: v.nullable(v.string()),
  /** `null`: only the password is asked for. */
  code: v.nullable(v.strictObject({ since: timestamp, recoveryCodesLeft: v.number() })),
  /** Until when sensitive actions need no confirmation; in the past: they need one. */
  confirmedUntil: timestamp,
})
export type Account = v.InferOutput<typeof AccountSchema>

/** The body of the 403 of an action that needs a confirmation first: POST /api/admin/confirmation, then again. */
export const ConfirmationNeededSchema = v.strictObject({
  message: v.string(),
  confirmation: v.picklist(confirmationKinds),
})
export type ConfirmationNeeded = v.InferOutput<typeof ConfirmationNeededSchema>

/** POST /api/admin/confirmation. One of both. */
export const ConfirmationSchema = v.object({
  password: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_MAX_CHARACTERS))),
  code: v.optional(v.pipe(v.string(), v.maxLength(LOGIN_CODE_MAX_CHARACTERS), trimmed())),
})
export type Confirmation = v.InferOutput<typeof ConfirmationSchema>
export const ConfirmedSchema = v.strictObject({ confirmedUntil: timestamp })
export type Confirmed = v.InferOutput<typeof ConfirmedSchema>

export const AdministratorListSchema = v.strictObject({
  administrators: v.array(
    v.strictObject({
      id: v.string(),
      name: v.string(),
      email: v.string(),
      /** The administrator of the request. */
      current: v.boolean(),
      /** Whether more than the password is needed: a code or a passkey. */
      secondFactor: v.boolean(),
      /** The last use of any session; `null` without a session. */
      lastUsed: v.nullable(timestamp),
    }),
  ),
  invitations: v.array(v.strictObject({ id: v.string(), email: v.string(), invitedBy: v.string(), until: timestamp })),
})
export type AdministratorList = v.InferOutput<typeof AdministratorListSchema>

/** The link is shown once; the server stores only a hash of its token. */
export const InvitedSchema = v.strictObject({ path: v.string(), until: timestamp })
export type Invited = v.InferOutput<typeof InvitedSchema>

/** For whom an invitation is, and the name of the administrator who invited, or `shell`. */
export const InvitedPersonSchema = v.strictObject({ email: v.string(), invitedBy: v.string() })
export type InvitedPerson = v.InferOutput<typeof InvitedPersonSchema>
