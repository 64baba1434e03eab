import type { PostEntry } from '#server/content/files/post-file.ts'
import { postsShowing } from './picture-uses.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * What a page can depend on (see `trackedSnapshot`), and what a change invalidates:
 * `post:ID` anything of that post, or the target of that old id · `card:ID` what a list or a link shows of it · `list` members or
 * order of any list, and with them adjacent and related posts · `any-card` · `any-post` · `og-image:ID` its social image ·
 * `terms` any category or tag · `authors` any author · `landing:ID` · `page-texts:ID` · `old-path:PATH` the post of a former URL · `site` site.yml or a legal text · `plans`.
 */
export type InvalidationKey =
  | `${'post' | 'card' | 'og-image' | 'landing' | 'page-texts' | 'old-path'}:${string}`
  | 'list'
  | 'any-card'
  | 'any-post'
  | 'terms'
  | 'authors'
  | 'site'
  | 'plans'

/** Called with each key that a page depends on, of records that do not exist yet too. */
export type TrackDependency = (key: InvalidationKey) => void

export const postKey = (id: string): InvalidationKey => `post:${id}`
export const cardKey = (id: string): InvalidationKey => `card:${id}`
export const ogImageKey = (id: string): InvalidationKey => `og-image:${id}`
/** What shows a post's image: its page, and its card in lists. */
export const imageKeys = (id: string): InvalidationKey[] => [postKey(id), cardKey(id), 'any-card']

/** The parts of a snapshot that pages read by entry: the key of an entry. */
export const entryKeys = {
  aliases: postKey,
  oldPaths: (path: string): InvalidationKey => `old-path:${path}`,
  landings: (id: string): InvalidationKey => `landing:${id}`,
  pageTexts: (id: string): InvalidationKey => `page-texts:${id}`,
} as const

/** The parts that have one key. Legal texts and prices of plugins are facts of every page. */
export const partKeys = {
  categories: 'terms',
  tags: 'terms',
  authors: 'authors',
  authorNames: 'authors',
  site: 'site',
  legal: 'site',
  pluginPrices: 'site',
  plans: 'plans',
} as const satisfies Partial<Record<keyof Snapshot, InvalidationKey>>

/** The names of an object's own properties, with their types. */
const namesOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[]

/** What changed between two snapshots. */
export function changedKeys(before: Snapshot, after: Snapshot): Set<InvalidationKey> {
  const keys = changedIn(before.posts, after.posts).flatMap((id) =>
    keysOfPost(before.posts.get(id), after.posts.get(id)),
  )
  for (const file of changedIn(before.pictures, after.pictures))
    for (const { id } of [...postsShowing(before, file), ...postsShowing(after, file)]) keys.push(...imageKeys(id))
  for (const part of namesOf(entryKeys)) keys.push(...changedIn(before[part], after[part]).map(entryKeys[part]))
  for (const part of namesOf(partKeys)) if (differ(before[part], after[part])) keys.push(partKeys[part])
  return new Set(keys)
}

/** The ids of the entries that were added, removed or replaced. */
function changedIn(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  if (before === after) return []
  const changed: string[] = []
  for (const [id, one] of after) if (before.get(id) !== one) changed.push(id)
  for (const id of before.keys()) if (!after.has(id)) changed.push(id)
  return changed
}

/** What decides whether and where a post is in a list. */
export const LIST_FIELDS = ['date', 'draft', 'unlisted', 'expires', 'category', 'tags', 'author'] as const
/** What a card of a post shows. */
export const CARD_FIELDS = [
  'title',
  'lang',
  'summary',
  'teaser',
  'image',
  'imageAlt',
  'image_focus',
  'category',
  'tags',
  'date',
  'updated',
  'author',
] as const

function keysOfPost(before?: PostEntry, after?: PostEntry): InvalidationKey[] {
  const id = (after ?? before)?.id
  if (id === undefined) return []
  const isChanged = (field: keyof PostEntry) => differ(before?.[field], after?.[field])
  // The file of a category may change which posts are in it, and the page of a section hides posts.
  if (!(['revision', 'file', 'category', 'tags', 'draft'] as const).some(isChanged)) return []
  return [
    postKey(id),
    'any-post',
    ...(CARD_FIELDS.some(isChanged) ? [cardKey(id), 'any-card' as const] : []),
    ...(LIST_FIELDS.some(isChanged) ? ['list' as const] : []),
  ]
}

const differ = (a: unknown, b: unknown) => a !== b && !Bun.deepEquals(a, b)

/** Announces records that change without a change of content, such as images that were encoded, to those who use them. */
export function createRecordChanges() {
  const listeners: ((keys: ReadonlySet<InvalidationKey>) => void)[] = []
  return {
    on: (listener: (keys: ReadonlySet<InvalidationKey>) => void) => void listeners.push(listener),
    emit(keys: ReadonlySet<InvalidationKey>): void {
      for (const listener of listeners) listener(keys)
    },
  }
}
