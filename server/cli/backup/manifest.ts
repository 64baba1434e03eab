import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import { NewerFormatError } from '#server/storage/stored-json.ts'
import { pathProblem } from './names.ts'

export const MANIFEST = 'manifest.json'
export const BUNDLE = 'repository.bundle'
/** All other members belong to a part of the site, restored to where the manifest says. */
const parts = ['content', 'public', 'private'] as const
export type Part = (typeof parts)[number]

const NAME_MAX_CHARACTERS = 1000
const URL_MAX_CHARACTERS = 2000

/**
 * What `git check-ref-format --branch` rejects, and names that git would take for an option or another revision: control
 * characters and special ones, empty steps, steps that begin with a dot or end with `.lock`.
 */
const NO_BRANCH = /[\0-\x20\x7f~^:?*[\\]|^-|^(?:@|HEAD)$|\.\.|@\{|\.$|(?:^|\/)(?:[./]|$)|\.lock(?:\/|$)/
const BRANCHES = 'refs/heads/'

/**
 * An absolute path, or a URL that git opens over https, http or ssh. Neither user nor host may begin like an option (`%2d`
 * is `-`), and a second colon could name a transport helper: `ext::sh -c …` runs a command.
 */
const REMOTE_URLS = [
  /^(?:file:\/\/)?\//,
  /^(?:https?|ssh):\/\/(?:(?!-|%2d)[^/@]*@)?(?:[a-z\d]|\[[\da-f:])/i,
  /^(?:[a-z\d_][\w.-]*@)?[a-z\d][a-z\d.-]*:(?!-|\/\/)[^:]+$/i,
]

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))
export const BranchSchema = v.pipe(
  text(NAME_MAX_CHARACTERS),
  v.check((name) => !NO_BRANCH.test(name)),
)

/** A remote, and the branch on it that the checked-out branch follows, as `refs/heads/main`. */
export const RemoteSchema = v.object({
  /** Stricter than git's own rule, because it becomes a part of configuration keys and arguments. */
  name: v.pipe(BranchSchema, v.regex(/^[a-z\d][\w.-]*$/i)),
  url: v.pipe(
    text(URL_MAX_CHARACTERS),
    v.check((url) => !/[\0-\x20\x7f\\]/.test(url) && REMOTE_URLS.some((allowed) => allowed.test(url))),
  ),
  merge: v.pipe(
    v.string(),
    v.check((ref) => ref.startsWith(BRANCHES) && v.is(BranchSchema, ref.slice(BRANCHES.length))),
  ),
})
export type NamedRemote = v.InferOutput<typeof RemoteSchema>

const Place = v.pipe(
  v.string(),
  v.check((path) => pathProblem(path) === undefined),
)
/** Of a file, a link or a folder of a part. */
const MemberPath = v.pipe(v.string(), v.check(isInPart))
const Sum = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Size = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Member = v.object({
  path: v.string(),
  size: Size,
  sha256: Sum,
})
export type Member = v.InferOutput<typeof Member>

const Manifest = v.object({
  format: v.literal(1),
  /** The time of the backup, ISO 8601. */
  made: v.string(),
  /** Of the software. */
  version: v.string(),
  /** That it was built from; absent where the build does not say it, and in backups of earlier versions. */
  commit: v.optional(v.string()),
  /** Paths of the parts, relative to the folder they are restored to. */
  places: v.object({ content: Place, public: Place, private: Place }),
  git: v.nullable(
    v.object({
      /** Path of the checkout, relative to the same folder. */
      place: v.union([v.literal('.'), Place]),
      head: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)),
      /** `null`: detached. */
      branch: v.nullable(BranchSchema),
      remote: v.nullable(RemoteSchema),
    }),
  ),
  members: v.array(Member),
  /** Files of content and storage/public that equal the commit `head`. The version before had no sizes. */
  committed: v.array(v.object({ path: MemberPath, sha256: Sum, size: v.optional(Size, 0) })),
  /** Links that equal the commit; absent: those of the commit. */
  links: v.optional(v.array(MemberPath)),
  emptyFolders: v.optional(v.array(MemberPath), []),
})
export type Manifest = v.InferOutput<typeof Manifest>

/** Of a backup that a newer version has made. */
const NewerManifest = v.object({ format: v.pipe(v.number(), v.minValue(2)), version: v.optional(v.string()) })

function isInPart(path: string): boolean {
  return parts.some((part) => path.startsWith(`${part}/`)) && pathProblem(path) === undefined
}

/** Throws `OperatorError` for a name that no backup contains. */
export function checkName(path: string): void {
  if (path !== MANIFEST && path !== BUNDLE && !isInPart(path))
    throw new OperatorError('The archive holds a file with a name that no backup has. It is not used.')
}

/** Throws `OperatorError`. */
export function parseManifest(text: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text)
  const newer = v.safeParse(v.pipe(v.string(), v.parseJson(), NewerManifest), text)
  if (newer.success) throw new NewerFormatError('The archive', newer.output.format, newer.output.version)
  if (!parsed.success) throw new OperatorError('The archive has a manifest that cannot be read. It is not used.')
  return parsed.output
}

/** What backup, verification and restore report: the files that a restored site has from it. */
export const countOf = ({ members, committed }: Pick<Manifest, 'members' | 'committed'>) =>
  `${members.length + committed.length} files`

/** `version 0.2.0 (3f9a1c2)`. */
export const softwareOf = ({ version, commit }: Pick<Manifest, 'version' | 'commit'>) =>
  `version ${version}${commit === undefined ? '' : ` (${commit.slice(0, 7)})`}`
