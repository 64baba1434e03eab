import { changedPosts } from './diff-posts.ts'
import type { PostEntry, Snapshot } from './snapshot.ts'

/**
 * What a page may have used and must be drawn again for:
 * `post:<id>` anything of that post, or where an old id leads · `card:<id>` what a list shows of it · `list` members or order of any
 * list · `names` any category or tag · `landing:<id>` · `site` site.yml or a legal text · `plans`.
 */
export function changedKeys(before: Snapshot, after: Snapshot): Set<string> {
  const keys = new Set<string>()
  for (const id of changedPosts(before.posts, after.posts)) {
    addPostKeys(keys, id, before.posts.get(id), after.posts.get(id))
  }
  for (const file of new Set([...before.pictures.keys(), ...after.pictures.keys()])) {
    const [, id] = file.split('/')
    if (before.pictures.get(file) !== after.pictures.get(file)) keys.add(`post:${id}`).add(`card:${id}`)
  }
  for (const alias of new Set([...before.aliases.keys(), ...after.aliases.keys()])) {
    if (before.aliases.get(alias) !== after.aliases.get(alias)) keys.add(`post:${alias}`)
  }
  for (const id of new Set([...before.landings.keys(), ...after.landings.keys()])) {
    if (before.landings.get(id)?.revision !== after.landings.get(id)?.revision) keys.add(`landing:${id}`)
  }
  if (differ(before.categories, after.categories) || differ(before.tags, after.tags)) keys.add('names')
  if (differ(before.site, after.site) || differ(before.legal, after.legal)) keys.add('site')
  if (differ(before.plans, after.plans)) keys.add('plans')
  return keys
}

function addPostKeys(keys: Set<string>, id: string, before: PostEntry | undefined, after: PostEntry | undefined): void {
  if (before === after || (before?.revision === after?.revision && before?.file === after?.file)) return
  keys.add(`post:${id}`)
  if (differ(before && onCard(before), after && onCard(after))) keys.add(`card:${id}`)
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
