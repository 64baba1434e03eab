import type { PostEntry } from './post-file.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * What a page can depend on, and what a change invalidates:
 * `post:ID` anything of that post, or the target of that old id · `card:ID` what a list shows of it · `link:ID` what a link to it
 * shows · `context:ID` its adjacent and related posts · `context` those of any post · `list` members or order of any list ·
 * `any-post` a card or a list · `og-image:ID` its social image · `terms` any category or tag · `landing:ID` ·
 * `site` site.yml or a legal text · `plans`.
 */
export type InvalidationKey =
  | `${'post' | 'card' | 'link' | 'context' | 'og-image' | 'landing'}:${string}`
  | 'list'
  | 'context'
  | 'any-post'
  | 'terms'
  | 'site'
  | 'plans'

/** Called with each key that a page depends on, of records that do not exist yet too. */
export type TrackDependency = (key: InvalidationKey) => void

const CARD = 'card:'

export const postKey = (id: string): InvalidationKey => `post:${id}`
export const cardKey = (id: string): InvalidationKey => `${CARD}${id}`
export const linkKey = (id: string): InvalidationKey => `link:${id}`
export const contextKey = (id: string): InvalidationKey => `context:${id}`
export const ogImageKey = (id: string): InvalidationKey => `og-image:${id}`
export const landingKey = (id: string): InvalidationKey => `landing:${id}`
/** What shows a post's image: its page, and its card in lists. */
export const imageKeys = (id: string): InvalidationKey[] => [postKey(id), cardKey(id)]

/** The posts whose cards changed. */
export const changedCards = (keys: Iterable<InvalidationKey>): string[] =>
  [...keys].filter((key) => key.startsWith(CARD)).map((key) => key.slice(CARD.length))

/** These keys, and `any-post` where a card or a list changed. */
export const withAnyPost = (keys: readonly InvalidationKey[]): InvalidationKey[] =>
  keys.some((key) => key === 'list' || key.startsWith(CARD)) ? [...keys, 'any-post'] : [...keys]

/** What changed between two snapshots. */
export function changedKeys(before: Snapshot, after: Snapshot): Set<InvalidationKey> {
  const keys = new Set<InvalidationKey>()
  for (const id of changedPosts(before.posts, after.posts)) {
    addPostKeys(keys, id, before.posts.get(id), after.posts.get(id))
  }
  for (const file of new Set([...before.pictures.keys(), ...after.pictures.keys()])) {
    const [, id = ''] = file.split('/')
    if (before.pictures.get(file) !== after.pictures.get(file)) for (const key of imageKeys(id)) keys.add(key)
  }
  for (const alias of new Set([...before.aliases.keys(), ...after.aliases.keys()])) {
    if (before.aliases.get(alias) !== after.aliases.get(alias)) keys.add(postKey(alias))
  }
  for (const id of new Set([...before.landings.keys(), ...after.landings.keys()])) {
    if (before.landings.get(id)?.revision !== after.landings.get(id)?.revision) keys.add(landingKey(id))
  }
  if (differ(before.categories, after.categories) || differ(before.tags, after.tags)) keys.add('terms')
  if (differ(before.site, after.site) || differ(before.legal, after.legal)) keys.add('site')
  if (differ(before.plans, after.plans)) keys.add('plans')
  return keys
}

function addPostKeys(keys: Set<InvalidationKey>, id: string, before?: PostEntry, after?: PostEntry): void {
  if (before === after || (before?.revision === after?.revision && before?.file === after?.file)) return
  keys.add(postKey(id))
  if (differ(before && onCard(before), after && onCard(after))) keys.add(cardKey(id))
  if (differ(before && inLists(before), after && inLists(after))) keys.add('list')
}

const onCard = ({ title, summary, image, imageAlt, category, tags, date, updated, author }: PostEntry) => ({
  title,
  summary,
  image,
  imageAlt,
  category,
  tags,
  date,
  updated,
  author,
})

const inLists = ({ date, draft, expires, category, tags }: PostEntry) => ({ date, draft, expires, category, tags })

const differ = (one: unknown, other: unknown) => one !== other && !Bun.deepEquals(one, other)

type Posts = Snapshot['posts']

const lastDiff = new WeakMap<Posts, { before: WeakRef<Posts>; ids: readonly string[] }>()

/** The ids of the posts that were added, removed or changed. Computed once for all listeners of the same change. */
export function changedPosts(before: Posts, after: Posts): readonly string[] {
  const known = lastDiff.get(after)
  if (known?.before.deref() === before) return known.ids
  const ids: string[] = []
  for (const [id, post] of after) if (before.get(id) !== post) ids.push(id)
  for (const id of before.keys()) if (!after.has(id)) ids.push(id)
  lastDiff.set(after, { before: new WeakRef(before), ids })
  return ids
}
