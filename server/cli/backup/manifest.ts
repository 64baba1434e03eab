import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'

const NAME_MAX_CHARACTERS = 1000
const URL_MAX_CHARACTERS = 2000

/** The characters that `git check-ref-format` forbids in a name, control characters and the space among them. */
const FORBIDDEN = /[\0-\x20\x7f~^:?*[\\]/

/** A branch as `git check-ref-format --branch` accepts it, so that git cannot take it for an option or for another revision. */
export const BranchSchema = v.pipe(v.string(), v.maxLength(NAME_MAX_CHARACTERS), v.check(isBranch))

/** A remote's name: stricter than git's own rule, because it becomes a part of configuration keys and arguments. */
const RemoteNameSchema = v.pipe(
  v.string(),
  v.maxLength(NAME_MAX_CHARACTERS),
  v.regex(/^[a-z\d][\w.-]*$/i),
  v.check(isBranch),
)

/** A URL that git opens over https, http or ssh, or a repository on this machine by its absolute path. */
const RemoteUrlSchema = v.pipe(v.string(), v.maxLength(URL_MAX_CHARACTERS), v.check(isRemoteUrl))

const BRANCHES = 'refs/heads/'

/** A remote, and the branch on it that the checked-out branch follows, as `refs/heads/main`. */
export const RemoteSchema = v.object({
  name: RemoteNameSchema,
  url: RemoteUrlSchema,
  merge: v.pipe(
    v.string(),
    v.check((ref) => ref.startsWith(BRANCHES) && v.is(BranchSchema, ref.slice(BRANCHES.length))),
  ),
})
export type NamedRemote = v.InferOutput<typeof RemoteSchema>

export const MANIFEST = 'manifest.json'
export const BUNDLE = 'repository.bundle'
/** All other members belong to a part of the site, restored to where the manifest says. */
export const parts = ['content', 'public', 'private'] as const
export type Part = (typeof parts)[number]

const Sum = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Place = v.pipe(v.string(), v.check(isPlace))
const MemberSchema = v.object({
  path: v.string(),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  sha256: Sum,
})
export type Member = v.InferOutput<typeof MemberSchema>

const ManifestSchema = v.object({
  format: v.literal(1),
  /** The time of the backup, ISO 8601. */
  made: v.string(),
  /** Of the software. */
  version: v.string(),
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
  members: v.array(MemberSchema),
  /** Files of content and storage/public that equal the commit `head`. */
  committed: v.array(v.omit(MemberSchema, ['size'])),
})
export type Manifest = v.InferOutput<typeof ManifestSchema>

/** Whether a path stays inside its folder and out of `.git`. */
function isPlace(path: string): boolean {
  const steps = path.split('/')
  const isStep = (step: string) => step !== '' && step !== '.' && step !== '..' && step.toLowerCase() !== '.git'
  const isControl = (character: string) => character < ' '
  return path.length <= 1000 && !path.includes('\\') && ![...path].some(isControl) && steps.every(isStep)
}

/** Throws `BackupError` for a name that no backup contains. */
export function checkName(path: string): void {
  if (path === MANIFEST || path === BUNDLE) return
  const [part, ...rest] = path.split('/')
  if (rest.length === 0 || !parts.some((one) => one === part) || !isPlace(path))
    throw new BackupError('The archive holds a file with a name that no backup has. It is not used.')
}

/** Throws `BackupError`. */
export function parseManifest(text: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ManifestSchema), text)
  if (!parsed.success) throw new BackupError('The archive has a manifest that cannot be read. It is not used.')
  return parsed.output
}

/** Nothing was backed up or restored; the message is for the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}

function isBranch(name: string): boolean {
  const steps = name.split('/')
  const isStep = (step: string) => step !== '' && !step.startsWith('.') && !step.endsWith('.lock')
  return (
    !FORBIDDEN.test(name) &&
    !name.startsWith('-') &&
    !name.endsWith('.') &&
    !name.includes('..') &&
    !name.includes('@{') &&
    !['@', 'HEAD'].includes(name) &&
    steps.every(isStep)
  )
}

const SCHEMES = ['https:', 'http:', 'ssh:', 'file:']
/** `git@host:path`. A second colon could name a transport helper: `ext::sh -c …` runs a command. */
const SCP = /^(?:[a-z\d_][\w.-]*@)?[a-z\d][a-z\d.-]*:(?!-|\/\/)[^:]+$/i

function isRemoteUrl(url: string): boolean {
  if (/[\0-\x20\x7f\\]/.test(url)) return false
  if (url.startsWith('/')) return true
  if (!url.includes('://')) return SCP.test(url)
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !SCHEMES.includes(parsed.protocol)) return false
  const starts = [parsed.hostname, decoded(parsed.username)]
  return (parsed.protocol === 'file:') === (parsed.hostname === '') && starts.every((one) => !one.startsWith('-'))
}

const decoded = (text: string) => text.replaceAll(/%2d/gi, '-')

/** The folder on this machine that a remote's URL names; `undefined` for a URL of another machine. */
export function folderOfRemote(url: string): string | undefined {
  if (url.startsWith('/')) return url
  return url.startsWith('file:') ? decodeURIComponent(new URL(url).pathname) : undefined
}

/** A remote's URL for people, without the password or token that it may hold. */
export const withoutSecret = (url: string) => url.replace(/^(https?:\/\/)[^/@]*@/, '$1***@')
