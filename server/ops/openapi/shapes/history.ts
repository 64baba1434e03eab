import * as v from 'valibot'
import type { DiffPart, FieldDiff, PostHistory, PostVersion, PostVersionDetail, TextDiff } from '#contract/history.ts'
import { EditableShape, moment } from './posts.ts'

export const VersionShape = v.strictObject({
  commit: v.string(),
  at: moment,
  author: v.string(),
  subject: v.string(),
}) satisfies v.GenericSchema<PostVersion>

export const HistoryShape = v.variant('kept', [
  v.strictObject({ kept: v.literal(false), reason: v.string() }),
  v.strictObject({
    kept: v.literal(true),
    versions: v.array(VersionShape),
    more: v.boolean(),
    uncommitted: v.boolean(),
    revision: v.string(),
  }),
]) satisfies v.GenericSchema<PostHistory>

const PartShape = v.strictObject({
  kind: v.picklist(['same', 'added', 'removed']),
  text: v.string(),
}) satisfies v.GenericSchema<DiffPart>

const FieldDiffShape = v.variant('kind', [
  v.strictObject({ field: v.string(), kind: v.literal('text'), parts: v.array(PartShape) }),
  v.strictObject({
    field: v.string(),
    kind: v.literal('list'),
    added: v.array(v.string()),
    removed: v.array(v.string()),
  }),
]) satisfies v.GenericSchema<FieldDiff>

const TextDiffShape = v.strictObject({
  hunks: v.array(v.strictObject({ skipped: v.number(), parts: v.array(PartShape) })),
  cut: v.boolean(),
}) satisfies v.GenericSchema<TextDiff>

export const VersionDetailShape = v.strictObject({
  version: VersionShape,
  isFirst: v.boolean(),
  isCurrent: v.boolean(),
  fields: v.array(FieldDiffShape),
  body: TextDiffShape,
  wholeFile: v.boolean(),
  post: v.nullable(EditableShape),
  problem: v.nullable(v.string()),
  notes: v.array(v.string()),
}) satisfies v.GenericSchema<PostVersionDetail>
