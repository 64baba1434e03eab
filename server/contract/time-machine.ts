import * as v from 'valibot'
import { timestamp } from '#contract/posts.ts'

const CommitSchema = v.strictObject({
  commit: v.string(),
  at: timestamp,
  author: v.string(),
  /** The first line of the commit's message. */
  subject: v.string(),
})
export type ContentCommit = v.InferOutput<typeof CommitSchema>

/** GET /api/time-machine (administrator): the newest commits of the content; `reason` explains why there are none. */
export const ContentCommitsSchema = v.variant('kept', [
  v.strictObject({ kept: v.literal(false), reason: v.string() }),
  v.strictObject({ kept: v.literal(true), commits: v.array(CommitSchema) }),
])
export type ContentCommits = v.InferOutput<typeof ContentCommitsSchema>

const NO_MOMENT = 'Choose a date and time, or a commit.'

/** POST /api/time-machine: one of both. */
export const MomentSchema = v.pipe(
  v.object({
    at: v.optional(v.pipe(v.string(NO_MOMENT), v.isoTimestamp('This is no date and time.'))),
    commit: v.optional(v.pipe(v.string(NO_MOMENT), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'This is no commit.'))),
  }),
  v.forward(
    v.check(({ at, commit }) => (at === undefined) !== (commit === undefined), NO_MOMENT),
    ['at'],
  ),
)
/** A commit, and the time by which its posts are public: ISO 8601. */
export type Moment = { commit: string; at: string }

export type MomentRequest = v.InferInput<typeof MomentSchema>

/** A path of the site, when the link expires, the moment that it shows, and how many files today's rules reject. */
export const TimeMachineLinkSchema = v.strictObject({
  path: v.string(),
  until: timestamp,
  commit: v.string(),
  at: timestamp,
  rejected: v.number(),
})
export type TimeMachineLink = v.InferOutput<typeof TimeMachineLinkSchema>
