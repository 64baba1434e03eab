import type { ImportedAuthor, ImportedTerm, ReaderOptions } from '#server/import/source/imported.ts'
import { withoutAddress } from './author-name.ts'
import { type Fields, fieldsOf, isOn, listOf, textOf } from './ghost-json.ts'

export type GhostArchive = ReturnType<typeof createArchive>

/** What the report calls tables that are not read. */
const TABLES: Readonly<Record<string, string>> = {
  subscribers: 'subscribers and members',
  members: 'subscribers and members',
  comments: 'comments',
  mobiledoc_revisions: 'revisions',
  post_revisions: 'revisions',
  newsletters: 'newsletters',
  snippets: 'snippets',
}

/** Collects what posts refer to from the tables of one site, and counts what is left out. */
export function createArchive(data: Fields, { pages }: ReaderOptions, dropped: Map<string, number>) {
  const rows = (table: string): Fields[] => listOf(data[table]).map(fieldsOf)
  const posts = rows('posts')
  const settings = new Map(rows('settings').map(({ key, value }) => [textOf(key), textOf(value)]))
  const tags = new Map(rows('tags').map((tag) => [textOf(tag.id), tag]))
  const users = new Map(rows('users').map((user) => [textOf(user.id), user]))
  const meta = new Map(rows('posts_meta').map((one) => [textOf(one.post_id), one]))
  const tagsOfPosts = relations(rows('posts_tags'), 'tag_id')
  const authorsOfPosts = relations(rows('posts_authors'), 'author_id')
  const siteUrl = siteUrlIn(posts, settings, rows('users'))

  const drop = (kind: string, count: number) => {
    if (count > 0) dropped.set(kind, (dropped.get(kind) ?? 0) + count)
  }
  for (const [table, kind] of Object.entries(TABLES)) drop(kind, rows(table).length)
  drop('e-mail addresses of authors', [...users.values()].filter(({ email }) => textOf(email) !== '').length)
  drop('internal tags', [...tags.values()].filter(isInternal).length)
  const injected = ['codeinjection_head', 'codeinjection_foot', 'ghost_head', 'ghost_foot']
  drop('code injected into all pages', injected.filter((key) => settings.get(key)).length)
  if (!pages) drop('pages', posts.filter(isPage).length)

  return {
    posts: pages ? posts : posts.filter((post) => !isPage(post)),
    siteUrl,
    permalink: settings.get('permalinks') || '/:slug/',
    meta: (id: string): Fields => meta.get(id) ?? {},
    /** The addresses of the site that Ghost wrote as a placeholder. */
    withUrls: (text: string): string => text.replaceAll('__GHOST_URL__', siteUrl ?? ''),
    tagsOf: (id: string): ImportedTerm[] =>
      (tagsOfPosts.get(id) ?? []).flatMap((tagId) => {
        const tag = tags.get(tagId)
        return tag && !isInternal(tag) ? [termOf(tag)] : []
      }),
    authorsOf: (id: string, authorId: string): ImportedAuthor[] =>
      (authorsOfPosts.get(id) ?? [authorId]).flatMap((userId) => {
        const user = users.get(userId)
        return user ? [authorOf(user)] : []
      }),
  }
}

/** Before version 3, a page was a post with a mark. */
const isPage = ({ type, page }: Fields): boolean => type === 'page' || (type === undefined && isOn(page))

const isInternal = ({ name, visibility }: Fields): boolean =>
  visibility === 'internal' || textOf(name).trim().startsWith('#')

function relations(rows: readonly Fields[], key: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const sorted = rows.toSorted((a, b) => (Number(a.sort_order) || 0) - (Number(b.sort_order) || 0))
  for (const row of sorted) {
    const post = textOf(row.post_id)
    const ids = found.get(post)
    if (ids) ids.push(textOf(row[key]))
    else found.set(post, [textOf(row[key])])
  }
  return found
}

const termOf = ({ name, slug, description }: Fields): ImportedTerm => ({
  name: textOf(name, slug).trim(),
  slug: textOf(slug),
  description: textOf(description),
})

/** The address is not read. */
const authorOf = ({ name, slug, bio, website }: Fields): ImportedAuthor => ({
  name: withoutAddress(textOf(name, slug).trim()),
  slug: withoutAddress(textOf(slug)),
  bio: textOf(bio),
  url: /^https?:\/\//i.test(textOf(website)) ? textOf(website) : '',
})

const IMAGE_FOLDER = '/content/images/'

/** An export does not name its site, but images of old versions have its whole URL: the most frequent one. */
function siteUrlIn(posts: readonly Fields[], settings: ReadonlyMap<string, string>, users: readonly Fields[]) {
  const images = [
    ...['logo', 'icon', 'cover_image'].map((key) => settings.get(key) ?? ''),
    ...users.map(({ profile_image }) => textOf(profile_image)),
    ...posts.map(({ feature_image, image }) => textOf(feature_image, image)),
  ]
  const counts = new Map<string, number>()
  for (const url of images) {
    const at = url.indexOf(IMAGE_FOLDER)
    const site = at === -1 ? '' : url.slice(0, at)
    if (/^https?:\/\/[^/\s]/.test(site) && URL.canParse(site)) counts.set(site, (counts.get(site) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most ? most[0] : null
}
