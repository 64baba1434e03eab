import * as v from 'valibot'
import { TextDiffSchema } from '#contract/history.ts'
import { timestamp } from '#contract/posts.ts'

/** A save that was acknowledged and could not be merged with what others have pushed since. */
const StuckSaveSchema = v.strictObject({
  /** A UUID. */
  id: v.string(),
  at: timestamp,
  /** The first line that its commit would have had. */
  subject: v.string(),
  /** Who made it; null: the site itself. */
  author: v.nullable(v.string()),
  reason: v.string(),
  /** Whether the site can make the change; otherwise it names files that only an operator changes. */
  canApply: v.boolean(),
  /** Its files, as git names them. `diff`: what it changed; null for images and other files that are no text. */
  files: v.array(v.strictObject({ path: v.string(), diff: v.nullable(TextDiffSchema) })),
})
export type StuckSave = v.InferOutput<typeof StuckSaveSchema>

/** GET /api/stuck-saves (administrator): the oldest first. */
export const StuckSavesSchema = v.strictObject({ saves: v.array(StuckSaveSchema) })
export type StuckSaves = v.InferOutput<typeof StuckSavesSchema>
