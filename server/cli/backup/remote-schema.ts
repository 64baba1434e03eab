import * as v from 'valibot'

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
