import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { DescribedTerm, Post, PostCard, PostLink, PostPage, RelatedPost } from '#contract/posts.ts'
import { authorsOf, type PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'
import { tableOfContents } from '#server/text/scan/table-of-contents.ts'
import { cutBetweenWords, toPlainText } from '#server/text/scan/to-plain-text.ts'
import { tradeOf } from './post-trade.ts'
import { createRelatedPosts } from './related-posts.ts'

/** The live posts published before (`previous`) and after (`next`) a post, and the most similar ones. */
type PostContext = { previous: PostEntry | undefined; next: PostEntry | undefined; related: PostEntry[] }

/** `live` is sorted newest first, then by id. `entry` need not be one of them. */
function adjacentPosts(entry: PostEntry, live: readonly PostEntry[]): Omit<PostContext, 'related'> {
  const isOlder = ({ date, id }: PostEntry) => (date === entry.date ? id > entry.id : date < entry.date)
  const older = live.findIndex(isOlder)
  const newest = (older === -1 ? live.length : older) - 1
  return { previous: live[older], next: live[newest]?.id === entry.id ? live[newest - 1] : live[newest] }
}

/** `live` is sorted newest first, then by id. */
export function createPostContext() {
  const findRelated = createRelatedPosts()
  return (entry: PostEntry, live: readonly PostEntry[], compared: (post: PostEntry) => void): PostContext => ({
    ...adjacentPosts(entry, live),
    related: findRelated(entry, live, compared),
  })
}

/** A post as its page shows it. `shown` is what it shows of a related post. */
export function postPage(
  post: Post,
  { seo_title, seo_description, canonical }: Pick<PostEntry, 'seo_title' | 'seo_description' | 'canonical'>,
  { previous, next, related }: PostContext,
  snapshot: Snapshot,
  shown: (entry: PostEntry) => RelatedPost,
): PostPage {
  return {
    ...post,
    ...tableOfContents(post.content),
    description: seo_description || excerpt(post.summary),
    ...(seo_title && { seo_title }),
    ...(canonical && { canonical }),
    previous: linkTo(previous),
    next: linkTo(next),
    trade: tradeOf(post.tags, snapshot),
    related: related.map(shown),
  }
}

const linkTo = (post: PostEntry | undefined): PostLink | null =>
  post ? { id: post.id, title: post.title, ...(post.lang && { lang: post.lang }) } : null

/** The length that search engines show. */
const DESCRIPTION_MAX_CHARACTERS = 160

/** Returns the first words of HTML as plain text, for the description of a page. */
export function excerpt(html: string): string {
  const text = toPlainText('html', html)
  return text.length <= DESCRIPTION_MAX_CHARACTERS ? text : `${cutBetweenWords(text, DESCRIPTION_MAX_CHARACTERS)}…`
}

/** A post's authors: their names, and the id of a single one with a page. Any other text is a name, without e-mail addresses. */
export function authorOf(
  { author }: Pick<PostEntry, 'author'>,
  { authors, authorNames }: Pick<Snapshot, 'authors' | 'authorNames'>,
): Pick<PostCard, 'author' | 'author_id'> {
  const entry = author === null ? undefined : authors.get(author)
  if (entry) return { author: entry.name, author_id: entry.id }
  const names = authorsOf({ author }).map((one) => authors.get(one)?.name ?? authorNames.get(one) ?? one)
  return { author: names.map(withoutEmails).filter(Boolean).join(', ') || null, author_id: null }
}

const withoutEmails = (name: string) =>
  hasEmail(name)
    ? name
        .split(/\s+/)
        .filter((word) => !hasEmail(word))
        .join(' ')
    : name

type Queries = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  author(id: string): Promise<Author | undefined>
  term(kind: 'categories' | 'tags', id: string): DescribedTerm | undefined
  categories(): DescribedTerm[]
  tags(): DescribedTerm[]
}

/** The API for a route's `load` on the server. */
export const createPageData = ({ list, page, author, term, categories, tags }: Queries): BlogApi => ({
  async cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    return list({ ...narrowed, page, per_page, fields: 'card' })
  },
  post: (id) => page(id),
  author,
  term: async (kind, id) => term(kind, id),
  categories: async () => categories(),
  tags: async () => tags(),
})
