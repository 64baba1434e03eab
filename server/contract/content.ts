import * as v from 'valibot'

/** An issue of a content file, at a position in it. */
const ContentProblemSchema = v.strictObject({
  /** Relative to the content folder: `posts/x.md`. */
  file: v.string(),
  /** Both count from 1. */
  line: v.number(),
  column: v.number(),
  reason: v.string(),
  severity: v.picklist(['error', 'warning']),
  /** What visitors see until it is fixed: the last good version of the file, nothing of it, or the file as it is. */
  shown: v.picklist(['last-good', 'nothing', 'as-it-is']),
})
export type ContentProblem = v.InferOutput<typeof ContentProblemSchema>

/** GET /api/content-problems (administrator): the number of issues, and the first of them, errors before warnings. */
export const ContentProblemsSchema = v.strictObject({ total: v.number(), problems: v.array(ContentProblemSchema) })
export type ContentProblems = v.InferOutput<typeof ContentProblemsSchema>

const file = v.pipe(
  v.string('The file is missing.'),
  v.nonEmpty('The file is missing.'),
  v.maxLength(300, 'This is no content file.'),
)

/** GET /api/content-file?file=posts/x.md (administrator): a file with problems, as it is on the disk. */
export const ContentFileQuerySchema = v.object({ file })
export const ContentFileSchema = v.strictObject({
  file: v.string(),
  text: v.string(),
  /** A repair sends it back. */
  revision: v.string(),
  problems: v.array(ContentProblemSchema),
  /** The text with `line`, and others of its kind, as strict YAML of the same values. Present where only lenient parsers read it. */
  repaired: v.exactOptional(v.strictObject({ line: v.number(), text: v.string() })),
})
export type ContentFile = v.InferOutput<typeof ContentFileSchema>

/** PUT /api/content-file (administrator) */
export const RepairContentFileSchema = v.object({
  file,
  text: v.string('The text is missing.'),
  revision: v.pipe(
    v.string('The revision is missing.'),
    v.nonEmpty('The revision is missing.'),
    v.maxLength(128, 'This is no revision.'),
  ),
})
export type RepairContentFile = v.InferOutput<typeof RepairContentFileSchema>

/** The text is still invalid, and nothing was written. `message`: the first problem, as `file:line:column reason`. */
export const InvalidContentFileSchema = v.strictObject({
  message: v.string(),
  problems: v.array(ContentProblemSchema),
})
export type InvalidContentFile = v.InferOutput<typeof InvalidContentFileSchema>

/**
 * `diverged`: the same lines were changed here and on the remote. `rejected`: the remote changes files that the site does
 * not accept from it.
 */
const gitStates = ['ok', 'waiting', 'diverged', 'rejected'] as const
export const GitSummarySchema = v.picklist(['off', ...gitStates])
export type GitSummary = v.InferOutput<typeof GitSummarySchema>

/**
 * Why saves are live and in no commit, or commits not on the remote; docs/operators.md has a row for each.
 * `failed`: for another reason.
 */
export const gitPauses = [
  'detached-head',
  'other-branch',
  'rebase',
  'cherry-pick',
  'revert',
  'bisect',
  'merge',
  'no-identity',
  'not-writable',
  'disk-full',
  'other-owner',
  'locked',
  'hook-rejected',
  'no-repository',
  'no-git',
  'failed',
] as const
export type GitPause = (typeof gitPauses)[number]

/** Commands to type, and where. */
const StepSchema = v.strictObject({ where: v.string(), commands: v.array(v.string()) })
export type Step = v.InferOutput<typeof StepSchema>

/**
 * What keeps this process from working as it should while it serves, one name each. `stuck-saves`: see `StuckSavesSchema`.
 * `remote-unreachable`: pushes of others do not arrive, and saves wait. `disk-full`, `disk-failing`: this process cannot save.
 * `clock-off`: its clock differs from the database's by more than five seconds. `proxy-untrusted`: all visitors share one limit.
 * `backup-old`: the last backup is more than two days old.
 */
export const WarningSchema = v.picklist([
  'stuck-saves',
  'remote-unreachable',
  'disk-full',
  'disk-failing',
  'clock-off',
  'proxy-untrusted',
  'backup-old',
])
export type Warning = v.InferOutput<typeof WarningSchema>
/** Present where there are some. */
const warnings = v.exactOptional(v.array(WarningSchema))

/** Present while the last attempt to send mail or call the webhook failed. It is retried; nothing is lost. */
const notificationsWaiting = v.exactOptional(v.literal(true))

/** GET /api/content-state (administrator): which saves are committed and pushed, and whether notifications arrive. */
export const ContentStateSchema = v.variant('git', [
  v.strictObject({ git: v.literal('off'), notificationsWaiting, warnings }),
  v.strictObject({
    git: v.picklist(gitStates),
    /** null where no branch is checked out. */
    branch: v.nullable(v.string()),
    /** The newest commit, in seven characters; null where there is none. */
    commit: v.nullable(v.string()),
    /** The remote branch that it is synchronized with: `origin/main`; null without one, or where GIT_PUSH is off. */
    follows: v.nullable(v.string()),
    /** Saves that are live but not committed yet, and why. */
    waiting: v.nullable(v.strictObject({ saves: v.number(), reason: v.string() })),
    /** Present while commits wait, or would wait: the name of the state, and how it ends. */
    paused: v.exactOptional(v.strictObject({ state: v.picklist(gitPauses), reason: v.string() })),
    /** Files, as git names them, whose saves stay uncommitted because of uncommitted manual edits to the same lines. */
    left: v.array(v.string()),
    /** Present for files with saves on the branch `saves-aside` that are not merged: the branch has changed the same lines. */
    aside: v.exactOptional(v.array(v.string())),
    /** Present for live content files that are in no commit, each with the rule that ignores it: `.gitignore:3`. */
    ignored: v.exactOptional(v.array(v.strictObject({ file: v.string(), rule: v.string() }))),
    /** Why the checkout and its remote branch cannot be synchronized, and how to resolve it. */
    apart: v.nullable(v.strictObject({ reason: v.string(), files: v.array(v.string()), steps: v.array(StepSchema) })),
    notificationsWaiting,
    warnings,
  }),
])
export type ContentState = v.InferOutput<typeof ContentStateSchema>
