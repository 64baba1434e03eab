/** What a key of front matter says about who may see the post. Whatever is not understood must never become public. */
export type PostState = 'public' | 'hidden' | 'unclear'

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
const SHOWING = new Set(['published', 'publish', 'is_published', 'ispublished', 'render'])

/** The state that a key of this name and value says; `hidden` and `unclear` both hide the post. */
export function stateOf(name: string, value: unknown): PostState {
  const key = name.toLowerCase().split('.').at(-1) ?? ''
  const text = String(value ?? '')
    .trim()
    .toLowerCase()
  if (key === 'permalink') return text === 'false' ? 'hidden' : 'public'
  if (key === 'password') return NO.includes(text) ? 'public' : 'hidden'
  if (name.includes('build.') || key === 'status' || key === 'visibility') return namedState(text)
  if (key === 'published' && text === '') return 'public'
  const isYes = YES.includes(text)
  if (!isYes && !NO.includes(text)) return HIDDEN.has(text) ? 'hidden' : 'unclear'
  return isYes === SHOWING.has(key) ? 'public' : 'hidden'
}

function namedState(text: string): PostState {
  if (text === '' || PUBLIC.has(text) || text === 'true') return 'public'
  return HIDDEN.has(text) || text === 'false' ? 'hidden' : 'unclear'
}

/** The value that makes a key say this; `undefined`: without the key. */
export function stateThere(name: string, isHidden: boolean): unknown {
  const key = name.toLowerCase().split('.').at(-1) ?? ''
  if (key === 'status') return isHidden ? 'draft' : 'published'
  if (key === 'visibility') return isHidden ? 'hidden' : 'public'
  if (key === 'permalink' || key === 'password') return isHidden ? true : undefined
  if (name.toLowerCase().includes('build.')) return isHidden ? 'never' : 'always'
  return SHOWING.has(key) ? !isHidden : isHidden
}
