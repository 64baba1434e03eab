import * as v from 'valibot'
import { BRANCH_FILES_MAX, TAGS_READ_MAX } from '#contract/limits.ts'
import { postFormSchema } from '#contract/post-form.ts'
import { timestamp } from '#contract/posts.ts'

const count = v.pipe(v.number(), v.integer())

const BranchProblemSchema = v.strictObject({
  /** Its path in the content folder. */
  file: v.string(),
  line: count,
  reason: v.string(),
  severity: v.picklist(['error', 'warning']),
})
export type BranchProblem = v.InferOutput<typeof BranchProblemSchema>

const BranchSchema = v.strictObject({
  name: v.string(),
  /** The id of its newest commit. */
  tip: v.string(),
  author: v.string(),
  /** Of its newest commit. */
  at: timestamp,
  /** The first line of the message of its newest commit. */
  subject: v.string(),
  /** How many files it changes. */
  files: count,
  /** Files that the site does not merge: links, private files, code. At most ten of them. */
  rejected: v.array(v.string()),
  rejectedCount: count,
  /** Files of which the branch and the live site have changed the same lines. `canResolve`: it is a post, so the site can ask. */
  conflicts: v.array(v.strictObject({ file: v.string(), canResolve: v.boolean() })),
  /** What the checks of the content find in the branch, and not in the live site. At most fifty, errors first. */
  problems: v.array(BranchProblemSchema),
  errors: count,
  warnings: count,
  /** Why it is not checked, and can be neither previewed nor published. */
  reason: v.nullable(v.string()),
  canPreview: v.boolean(),
  canPublish: v.boolean(),
  canRemove: v.boolean(),
  /** Links to its preview have been created and not ended. */
  hasLinks: v.boolean(),
})
export type ListedBranch = v.InferOutput<typeof BranchSchema>

/** GET /api/branches (administrator): those that change content, the newest first. `reason` explains why there are none. */
export const BranchListSchema = v.variant('kept', [
  v.strictObject({ kept: v.literal(false), reason: v.string() }),
  v.strictObject({
    kept: v.literal(true),
    branches: v.array(BranchSchema),
    /** Beyond the limits: more than are listed, and those without a commit for `BRANCH_MAX_DAYS`. */
    more: count,
    older: count,
    /** The name of the live branch. */
    live: v.string(),
    /** The remote could not be reached, so these are the branches as of the last time. */
    isOutdated: v.boolean(),
    /** Why nothing can be published now. */
    waiting: v.nullable(v.string()),
  }),
])
export type BranchList = v.InferOutput<typeof BranchListSchema>

const NO_NAME = 'Choose a branch.'
const name = v.pipe(v.string(NO_NAME), v.nonEmpty(NO_NAME), v.maxLength(200, NO_NAME))
const NO_TIP = 'This is no commit.'
const tip = v.pipe(v.string(NO_TIP), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, NO_TIP))

export const BranchNameSchema = v.object({ name })
/** `tip`: as it was shown. */
export const BranchTipSchema = v.object({ name, tip })

const NO_FILE = 'Choose a file.'
const file = v.pipe(v.string(NO_FILE), v.nonEmpty(NO_FILE), v.maxLength(1_000, NO_FILE))

/** GET /api/branches/conflict (administrator): `file`: its path in the content folder. */
export const BranchConflictSchema = v.object({ name, tip, file })

/** A post that is public in both versions may lack what a new one needs. */
const resolvedForm = postFormSchema({ lacks: ['summary', 'content', 'category_id'], tags: TAGS_READ_MAX })

/** POST /api/branches/publish: `resolved`: what became of posts with conflicts, with the revision of the live one. */
export const PublishBranchSchema = v.object({
  name,
  tip,
  resolved: v.optional(
    v.pipe(
      v.array(v.object({ file, form: resolvedForm }, 'This is no resolved post.'), 'This must be a list of posts.'),
      v.maxLength(BRANCH_FILES_MAX, 'These are too many posts.'),
    ),
    [],
  ),
})
export type PublishBranch = v.InferOutput<typeof PublishBranchSchema>

/** A page that a branch changes. A path is null where visitors have no such page. */
const BranchPageSchema = v.strictObject({
  title: v.string(),
  /** Its path in the content folder. */
  file: v.string(),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
})
export type BranchPage = v.InferOutput<typeof BranchPageSchema>

/** GET /api/branches/pages?name= (administrator) */
export const BranchPagesSchema = v.strictObject({
  tip: v.string(),
  pages: v.array(BranchPageSchema),
  /** How many changed files are no page, such as images. */
  others: count,
})
export type BranchPages = v.InferOutput<typeof BranchPagesSchema>

/** POST /api/branches/previews (administrator): the beginnings of paths, with the branch and without it. */
export const BranchPreviewSchema = v.strictObject({
  after: v.string(),
  before: v.string(),
  until: timestamp,
})
export type BranchPreview = v.InferOutput<typeof BranchPreviewSchema>
