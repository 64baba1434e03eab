import * as v from 'valibot'
import { ContentStateSchema } from '#contract/content.ts'

/** `not-checked`: it does not apply to this site, or what it needs did not answer. */
const FindingStateSchema = v.picklist(['ok', 'warning', 'problem', 'not-checked'])
export type FindingState = v.InferOutput<typeof FindingStateSchema>

/** What a check of `bun run doctor` has found out. `text` says what to do where something is wrong, and contains no secret. */
const CheckedFindingSchema = v.strictObject({ name: v.string(), state: FindingStateSchema, text: v.string() })
export type CheckedFinding = v.InferOutput<typeof CheckedFindingSchema>

/** GET /api/admin/site/checks (administrator). */
export const SiteChecksSchema = v.strictObject({ checks: v.array(CheckedFindingSchema) })
export type SiteChecks = v.InferOutput<typeof SiteChecksSchema>

/** GET /api/admin/site/arrival (administrator, or `bun run doctor`): how the request arrived. */
export const ArrivalSchema = v.strictObject({
  /** The other end of the connection: a proxy, or the client. */
  peer: v.string(),
  /** Whether TRUSTED_PROXIES has it. */
  isTrusted: v.boolean(),
  hasForwardedFor: v.boolean(),
  /** What counts as the client. */
  address: v.string(),
})
export type Arrival = v.InferOutput<typeof ArrivalSchema>

const moment = v.nullable(v.string())

const ReplicaSchema = v.strictObject({
  /** The name of its machine or container; empty for a version that does not say it. */
  host: v.string(),
  isThis: v.boolean(),
  seenAt: v.string(),
  /** The last time that its checkout and the remote were equal; null: not since its start. */
  syncedAt: moment,
})
export type Replica = v.InferOutput<typeof ReplicaSchema>

/** GET /api/admin/site (administrator): the state of the process that answers, and of what it depends on. */
export const SiteStateSchema = v.strictObject({
  version: v.string(),
  /** `unknown` where the build did not know it. */
  commit: v.string(),
  bun: v.string(),
  host: v.string(),
  startedAt: v.string(),
  uptimeSeconds: v.number(),
  /** Whether saves can be written. */
  disk: v.picklist(['ok', 'full', 'failing']),
  folders: v.array(
    v.strictObject({ name: v.picklist(['content', 'storage', 'private']), freeBytes: v.nullable(v.number()) }),
  ),
  /** `files`: there is no DATABASE_URL. */
  database: v.picklist(['files', 'ok', 'away']),
  content: ContentStateSchema,
  /** Since the start. */
  pushedAt: moment,
  syncedAt: moment,
  /** Present where several follow one remote; null while the database does not say it. */
  replicas: v.exactOptional(v.nullable(v.array(ReplicaSchema))),
  stuckSaves: v.number(),
  lastBackupAt: moment,
})
export type SiteState = v.InferOutput<typeof SiteStateSchema>
