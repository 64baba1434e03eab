import { editDistance } from '#server/text/scan/edit-distance.ts'

/** What a key of front matter says about who may see the post. Whatever is not understood must never become public. */
export type Visibility = 'public' | 'hidden' | 'unclear'

const YES: readonly unknown[] = ['true', 'yes', 'on', 'y', '1']
const NO: readonly unknown[] = ['false', 'no', 'off', 'n', '0', '', 'null', '~']
const PUBLIC = new Set([
  'public',
  'published',
  'publish',
  'live',
  'scheduled',
  'future',
  'final',
  'release',
  'released',
  'always',
])
const HIDDEN = new Set([
  ...['draft', 'drafts', 'private', 'pending', 'hidden', 'unlisted', 'members', 'paid', 'tiers', 'trash', 'auto-draft'],
  ...['unpublished', 'password', 'internal', 'archived', 'never', 'local', 'wip', 'in-progress', 'inherit'],
])
/** Keys that are true for a public post. */
const SHOWING = new Set(
  'published publish ispublished render public ispublic visible isvisible listed islisted routable enabled active'.split(
    ' ',
  ),
)
/** Keys whose values are names of states. */
const NAMED = new Set('status visibility state access stage workflow workflowstate poststatus'.split(' '))
/** Keys that also mean other things, such as `hide: [toc]` and `state: Ohio`: they hide a post only where they clearly say so. */
const AMBIGUOUS = new Set([
  ...'hide public ispublic visible isvisible listed islisted routable enabled active deleted trash secret internal'.split(
    ' ',
  ),
  ...'inprogress state access stage workflow workflowstate poststatus'.split(' '),
])

/** Keys that hide a post in the system that wrote it, without being a draft there. */
export const hidingNames: readonly string[] = [
  ...['hidden', 'ishidden', 'unlisted', 'isunlisted', 'private', 'isprivate', 'protected', 'password', 'wip'],
  ...['visibility', 'render', 'headless', 'permalink', 'unpublished', 'eleventyexcludefromcollections'],
  ...['build.render', 'build.list', ...AMBIGUOUS],
]

/** Tags that hide a post in Nikola, unless it says that it is public. */
export const isHidingTag = (tag: string): boolean => tag === 'draft' || tag === 'private'

/** Capitals, hyphens and underscores do not tell keys apart: `is-draft`, `isDraft`, `_draft`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '')

/**
 * Whether front matter takes a post out of all lists, and says that it is no draft. `listed: false` alone hides it: it has done so
 * in every version.
 */
export function isUnlisted(data: Readonly<Record<string, unknown>>): boolean {
  const isNo = (key: string) => Object.entries(data).some(([name, value]) => plainName(name) === key && isFalse(value))
  return isNo('draft') && isNo('listed')
}
const isFalse = (value: unknown) => value !== null && value !== '' && NO.includes(textOf(value))

const STATES = ['draft', 'published', 'unlisted', 'hidden', 'private']

/** The key of a state that is one edit away. */
const misspelledState = (key: string) => STATES.find((state) => editDistance(key, state, 1) === 1)

/** Whether an unknown key is probably a misspelling of one that hides the post: `drafts: true`. */
export function isMisspelledState(name: string, value: unknown): boolean {
  const text = textOf(value)
  return (
    text !== '' &&
    (YES.includes(text) || NO.includes(text) || HIDDEN.has(text)) &&
    misspelledState(plainName(name)) !== undefined
  )
}

/** A list or map that is none of a single value is not understood. */
function textOf(value: unknown): string {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof one === 'object' && one !== null
    ? '?'
    : String(one ?? '')
        .trim()
        .toLowerCase()
}

function keyMeant(name: string): string {
  const key = plainName(name).split('.').at(-1) ?? ''
  return misspelledState(key) ?? key
}

/** What a key of this name and value says; `hidden` and `unclear` both hide the post. */
export function visibilityOf(name: string, value: unknown): Visibility {
  const key = keyMeant(name)
  const visibility = visibilityIn(name, key, textOf(value))
  return visibility === 'unclear' && AMBIGUOUS.has(key) ? 'public' : visibility
}

function visibilityIn(name: string, key: string, text: string): Visibility {
  if (key === 'permalink') return text === 'false' ? 'hidden' : 'public'
  if (key === 'password') return NO.includes(text) ? 'public' : 'hidden'
  if (name.includes('build.') || NAMED.has(key)) return namedVisibility(text)
  if (key === 'published' && text === '') return 'public'
  const isYes = YES.includes(text)
  if (!isYes && !NO.includes(text)) return HIDDEN.has(text) ? 'hidden' : 'unclear'
  return isYes === SHOWING.has(key) ? 'public' : 'hidden'
}

function namedVisibility(text: string): Visibility {
  if (text === '' || PUBLIC.has(text) || text === 'true') return 'public'
  return HIDDEN.has(text) || text === 'false' ? 'hidden' : 'unclear'
}

/** The value of a key that hides the post, or shows it; `undefined`: without the key. */
export function hidingValue(name: string, isHidden: boolean): unknown {
  const key = keyMeant(name)
  if (key === 'visibility') return isHidden ? 'hidden' : 'public'
  if (NAMED.has(key)) return isHidden ? 'draft' : 'published'
  if (key === 'permalink' || key === 'password') return isHidden ? true : undefined
  if (name.toLowerCase().includes('build.')) return isHidden ? 'never' : 'always'
  return SHOWING.has(key) ? !isHidden : isHidden
}
