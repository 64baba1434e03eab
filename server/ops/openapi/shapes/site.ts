import * as v from 'valibot'
import type { ContentProblem, ContentProblems, ContentState, Step } from '#contract/content.ts'
import type { ErrorBody } from '#contract/error-body.ts'
import type { LoggedIn, LoginErrorBody } from '#contract/login.ts'

const text = v.nullable(v.string())

/** The body of every answer that is not a success (decision 20). */
export const ErrorShape = v.strictObject({
  message: v.string(),
  errors: v.exactOptional(v.record(v.string(), v.strictObject({ message: v.string() }))),
  requestId: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<ErrorBody>

export const LoggedInShape = v.strictObject({
  token: v.string(),
  deviceToken: v.string(),
}) satisfies v.GenericSchema<LoggedIn>

export const LoginErrorShape = v.strictObject({
  ...ErrorShape.entries,
  challenge: v.exactOptional(v.looseObject({})),
  solver: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<LoginErrorBody>

const ProblemShape = v.strictObject({
  file: v.string(),
  line: v.number(),
  column: v.number(),
  reason: v.string(),
  severity: v.picklist(['error', 'warning']),
  shown: v.picklist(['last-good', 'nothing', 'as-it-is']),
}) satisfies v.GenericSchema<ContentProblem>

export const ProblemsShape = v.strictObject({
  total: v.number(),
  problems: v.array(ProblemShape),
}) satisfies v.GenericSchema<ContentProblems>

const StepShape = v.strictObject({
  where: v.string(),
  commands: v.array(v.string()),
}) satisfies v.GenericSchema<Step>

const notificationsWaiting = v.exactOptional(v.literal(true))

export const ContentStateShape = v.variant('git', [
  v.strictObject({ git: v.literal('off'), notificationsWaiting }),
  v.strictObject({
    notificationsWaiting,
    git: v.picklist(['ok', 'waiting', 'diverged', 'rejected']),
    branch: text,
    commit: text,
    follows: text,
    waiting: v.nullable(v.strictObject({ saves: v.number(), reason: v.string() })),
    left: v.array(v.string()),
    apart: v.nullable(v.strictObject({ reason: v.string(), files: v.array(v.string()), steps: v.array(StepShape) })),
  }),
]) satisfies v.GenericSchema<ContentState>

export const HealthShape = v.strictObject({ status: v.literal('ok') })

export const ReadinessShape = v.strictObject({
  status: v.picklist(['ok', 'degraded']),
  problems: v.number(),
  storage: v.picklist(['ok', 'failing']),
  notifications: v.picklist(['ok', 'waiting', 'off']),
  git: v.picklist(['off', 'ok', 'waiting', 'diverged', 'rejected']),
})

/** altcha-lib's own. */
export const ChallengeShape = v.strictObject({
  parameters: v.strictObject({
    algorithm: v.string(),
    cost: v.number(),
    data: v.strictObject({ until: v.number() }),
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    nonce: v.string(),
    salt: v.string(),
  }),
  signature: v.string(),
})
