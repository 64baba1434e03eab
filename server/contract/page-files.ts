import * as v from 'valibot'

/** A field of the form of a content file. `path`: its key in the file, `hero.headline`. */
const leaf = {
  path: v.string(),
  label: v.string(),
  help: v.nullable(v.string()),
  required: v.boolean(),
  /** `lines`: a text of several lines. */
  kind: v.picklist(['text', 'lines', 'number', 'flag', 'choice']),
  max: v.nullable(v.number()),
  /** Of a choice. */
  options: v.array(v.string()),
  /** What the site shows without a value of its own. */
  shipped: v.nullable(v.string()),
}
const FormLeafSchema = v.strictObject(leaf)
export type FormLeaf = v.InferOutput<typeof FormLeafSchema>

/** `fields`: of each entry, by keys in it; one with an empty path if the entries are texts. `names`: of entries that are always the same. */
const FormListSchema = v.strictObject({
  path: v.string(),
  label: v.string(),
  help: v.nullable(v.string()),
  required: v.boolean(),
  kind: v.literal('list'),
  min: v.number(),
  max: v.number(),
  names: v.array(v.string()),
  fields: v.array(FormLeafSchema),
  shipped: v.nullable(v.array(v.string())),
})
export type FormList = v.InferOutput<typeof FormListSchema>
export type FormField = FormLeaf | FormList

const FormSectionSchema = v.strictObject({
  /** Empty for the fields that belong to the page as a whole. */
  title: v.string(),
  help: v.nullable(v.string()),
  fields: v.array(v.union([FormLeafSchema, FormListSchema])),
})
export type FormSection = v.InferOutput<typeof FormSectionSchema>

const VALUE_MAX_CHARACTERS = 10_000
const text = v.pipe(v.string('must be text'), v.maxLength(VALUE_MAX_CHARACTERS, 'is too long'))
const LeafValueSchema = v.union([text, v.boolean()])
/** Numbers are as they are typed; an empty text is no value. */
export type LeafValue = v.InferOutput<typeof LeafValueSchema>
const ENTRIES_MAX = 50
const EntrySchema = v.union([text, v.pipe(v.record(v.string(), LeafValueSchema), v.maxEntries(ENTRIES_MAX))])
export type FormEntry = v.InferOutput<typeof EntrySchema>
const FIELDS_MAX = 200
/** The values of a form, by the paths of its fields. */
export const FormValuesSchema = v.pipe(
  v.record(v.string(), v.union([LeafValueSchema, v.pipe(v.array(EntrySchema), v.maxLength(ENTRIES_MAX))])),
  v.maxEntries(FIELDS_MAX),
)
export type FormValues = v.InferOutput<typeof FormValuesSchema>
export type FormValue = FormValues[string]

const file = v.pipe(v.string('The file is missing.'), v.maxLength(200, 'There is no form for this file.'))

const PageFileCardSchema = v.strictObject({
  file: v.string(),
  title: v.string(),
  /** The pages that show it, the first one first. */
  paths: v.array(v.string()),
  /** The site reads the file as it is. */
  isValid: v.boolean(),
  /** The file exists. */
  isStored: v.boolean(),
})
export type PageFileCard = v.InferOutput<typeof PageFileCardSchema>

/** GET /api/page-files (administrator): the content files that have forms, by the headings of their list. */
export const PageFilesSchema = v.strictObject({
  groups: v.array(v.strictObject({ title: v.string(), files: v.array(PageFileCardSchema) })),
})
export type PageFiles = v.InferOutput<typeof PageFilesSchema>

/** ?file=site.yml */
export const PageFileQuerySchema = v.object({ file })
export const PageVersionQuerySchema = v.object({
  file,
  commit: v.pipe(v.string('The commit is missing.'), v.regex(/^[0-9a-f]{40,64}$/, 'This is no commit.')),
})

/** GET /api/page-files/file (administrator) */
export const PageFileSchema = v.strictObject({
  ...PageFileCardSchema.entries,
  help: v.nullable(v.string()),
  sections: v.array(FormSectionSchema),
  values: FormValuesSchema,
  /** Keys without a field, as they are in the file. */
  others: v.array(v.strictObject({ key: v.string(), text: v.string() })),
})
export type PageFile = v.InferOutput<typeof PageFileSchema>

/** PUT /api/page-files/file (administrator). `base`: the values that the form began with; what others have changed since is merged. */
export const SavePageFileSchema = v.object({ file, base: FormValuesSchema, values: FormValuesSchema })
export type SavePageFile = v.InferOutput<typeof SavePageFileSchema>
/** The values now. `merged`: fields that others have changed since `base`. */
export const SavedPageFileSchema = v.strictObject({ values: FormValuesSchema, merged: v.array(v.string()) })
export type SavedPageFile = v.InferOutput<typeof SavedPageFileSchema>
/** 409: others have changed these fields, too, each in their way. `values`: those of the file now. */
export const StalePageFileSchema = v.strictObject({
  message: v.string(),
  conflicts: v.array(v.string()),
  values: FormValuesSchema,
})
export type StalePageFile = v.InferOutput<typeof StalePageFileSchema>

/** POST /api/page-files/preview (administrator). `path`: the page to show. */
export const PreviewPageFileSchema = v.object({
  ...SavePageFileSchema.entries,
  path: v.pipe(v.string('The page is missing.'), v.maxLength(200, 'There is no such page.')),
})
export type PreviewPageFile = v.InferOutput<typeof PreviewPageFileSchema>
/** What a form sends to `pageFilePaths.shownPreview`, in a frame. */
export const PagePreviewSchema = v.strictObject({ token: v.string(), change: v.string() })
export type PagePreview = v.InferOutput<typeof PagePreviewSchema>

const version = { commit: v.string(), at: v.string(), author: v.string(), subject: v.string() }
const PageVersionSchema = v.strictObject(version)
export type PageVersion = v.InferOutput<typeof PageVersionSchema>

/** GET /api/page-files/history (administrator) */
export const PageHistorySchema = v.variant('kept', [
  v.strictObject({ kept: v.literal(false), reason: v.string() }),
  v.strictObject({
    kept: v.literal(true),
    /** Newest first. */
    versions: v.array(PageVersionSchema),
    /** There are older ones in git. */
    more: v.boolean(),
  }),
])
export type PageHistory = v.InferOutput<typeof PageHistorySchema>

/** GET /api/page-files/version (administrator). The values are null where today's rules reject the file of that time, or there was none. */
export const PageVersionDetailSchema = v.strictObject({
  ...version,
  values: v.nullable(FormValuesSchema),
  before: v.nullable(FormValuesSchema),
  /** Lines without a field were changed, too. */
  changesOthers: v.boolean(),
})
export type PageVersionDetail = v.InferOutput<typeof PageVersionDetailSchema>
