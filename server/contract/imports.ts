import * as v from 'valibot'

/** Imports of other blogs in the dashboard: upload, plan, confirmation, report. */

/** In bytes; larger exports are imported from the shell. */
export const UPLOAD_MAX_BYTES = 1_000_000_000
export const UPLOAD_EXTENSIONS = ['.zip', '.xml', '.json'] as const
/** Titles that are listed for one state or one reason. */
export const IMPORT_TITLES_MAX = 20
/** Reasons of one kind that are listed. */
export const IMPORT_GROUPS_MAX = 50
const INTO_MAX_CHARACTERS = 100
const INTO = /^(?:[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*)?$/
const WRONG_FOLDER = 'Use lower-case letters, digits and hyphens, such as old-blog, or leave it empty.'
const WRONG_FILE = 'Choose a .zip, .xml or .json file.'

export const isUploadName = (name: string): boolean =>
  UPLOAD_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))

/** A folder below `content/posts`; empty for that folder itself. */
export const ImportFolderSchema = v.optional(
  v.pipe(v.string(WRONG_FOLDER), v.maxLength(INTO_MAX_CHARACTERS, WRONG_FOLDER), v.regex(INTO, WRONG_FOLDER)),
  '',
)

/** The query of POST /api/import; the body is the file. */
export const ImportUploadSchema = v.object({
  /** The name of the file, with `.zip`, `.xml` or `.json` at its end. */
  name: v.pipe(
    v.string(WRONG_FILE),
    v.maxLength(200, 'Give the file a shorter name.'),
    v.check(isUploadName, WRONG_FILE),
  ),
  into: ImportFolderSchema,
  /** Pages are imported as posts, too. */
  pages: v.optional(v.picklist(['true', 'false'], 'Send true or false.'), 'false'),
})

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Posts that share a reason: how many, and the titles of some. */
const GroupSchema = v.strictObject({ reason: v.string(), count, titles: v.array(v.string()) })
export type ImportGroup = v.InferOutput<typeof GroupSchema>
/** The most frequent reasons; `more`: how many reasons are not listed. */
const GroupsSchema = v.strictObject({ groups: v.array(GroupSchema), more: count })
export type ImportGroups = v.InferOutput<typeof GroupsSchema>

/** How many, and the titles of some. */
const TitlesSchema = v.strictObject({ count, titles: v.array(v.string()) })

export const ImportPlanSchema = v.strictObject({
  /** `WordPress`. */
  system: v.string(),
  site_url: v.nullable(v.string()),
  /** Entries of the export: live, draft, scheduled and rejected together. */
  total: count,
  live: TitlesSchema,
  draft: TitlesSchema,
  scheduled: TitlesSchema,
  rejected: GroupsSchema,
  rejected_count: count,
  /** Of posts that an earlier import wrote; `edited` and `deleted` happened on this site, so those are left as they are. */
  actions: v.strictObject({ add: count, update: count, same: count, edited: count, deleted: count }),
  /** What is different from the old post. */
  changed: GroupsSchema,
  /** Images that will not be shown. */
  missing_images: GroupsSchema,
  /** Comments, revisions and the like, which are not imported. */
  dropped: GroupsSchema,
  images: count,
  new_terms: v.strictObject({ categories: count, tags: count, authors: count }),
  /** New patterns of old URLs in `site.yml`. */
  permalinks: v.array(v.string()),
  notes: v.array(v.string()),
})
export type ImportPlanView = v.InferOutput<typeof ImportPlanSchema>

export const ImportReportSchema = v.strictObject({
  added: count,
  updated: count,
  images: count,
  /** Edited on this site since the plan: left as they are. */
  skipped: count,
  /** Some of the written posts, if they still exist. */
  posts: v.array(v.strictObject({ id: v.string(), title: v.string(), live: v.boolean() })),
})
export type ImportReportView = v.InferOutput<typeof ImportReportSchema>

/** `done` and `failed` are shown until they are dismissed. */
export const importPhases = ['uploading', 'reading', 'planned', 'writing', 'done', 'failed'] as const

export const ImportJobSchema = v.strictObject({
  id: v.string(),
  /** The name of the upload. */
  name: v.string(),
  /** The name of the administrator who uploaded it. */
  by: v.string(),
  into: v.string(),
  phase: v.picklist(importPhases),
  /** Bytes while it is uploaded, then posts; `total` is 0 while it is unknown. */
  progress: v.strictObject({ done: count, total: count }),
  plan: v.nullable(ImportPlanSchema),
  report: v.nullable(ImportReportSchema),
  /** Why the import failed, and what to do. */
  problem: v.nullable(v.string()),
})
export type ImportJobView = v.InferOutput<typeof ImportJobSchema>

/** GET /api/import. */
export const ImportStateSchema = v.strictObject({ job: v.nullable(ImportJobSchema) })
export type ImportState = v.InferOutput<typeof ImportStateSchema>
