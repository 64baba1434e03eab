import { pagePaths } from '#contract/paths.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { Post } from '#contract/posts.ts'
import type { Site } from '#contract/site.ts'
import type { Term } from '#contract/terms.ts'
import { absoluteHtml } from './absolute-html.ts'
import type { Feed, FeedPost } from './feed.ts'
import { latest } from './sitemap.ts'

/** A list of posts that has feeds: the whole blog, or what belongs to a category or a tag. */
export type FeedList = { page: string; query: Pick<PostQuery, 'category' | 'tag'>; name?: Term }

export type FeedSources = {
  /** Whole posts, newest first. */
  newest: (query: FeedList['query'], count: number) => Promise<readonly Post[]>
  site: () => Site
  /** Origin of all addresses. Never that of a request. */
  origin: string
  /** Address of the site's icon. */
  icon: string | undefined
  now: () => Date
}

/** A reader that comes once a week misses nothing, and a feed of them stays small. */
export const FEED_POSTS_MAX = 50
/** Of so many characters of text, or a little more, a feed consists at most: what comes after has its summary. */
const TEXT_MAX_CHARACTERS = 1_000_000

/** The newest posts of a list. `self` is the path of the feed. */
export async function feedOf(
  list: FeedList,
  self: string,
  { origin, icon, now, ...sources }: FeedSources,
): Promise<Feed> {
  const { name, description } = sources.site()
  const posts = await sources.newest(list.query, FEED_POSTS_MAX)
  const blog = `${name} blog`
  const shown = withinLimit(posts).map((post) => feedPost(post, origin))
  return {
    title: list.name ? `${blog}: ${list.name.name}` : blog,
    description,
    page: origin + list.page,
    self: origin + self,
    icon: icon && origin + icon,
    publisher: { name, address: origin + pagePaths.home },
    posts: shown,
    updated: latest(shown.map(({ updated }) => updated)) ?? now().toISOString(),
    origin,
  }
}

function withinLimit(posts: readonly Post[]): Post[] {
  let characters = 0
  return posts.map((post) => {
    const isFull = characters < TEXT_MAX_CHARACTERS
    characters += post.content.length
    return isFull ? post : { ...post, content: post.summary }
  })
}

function feedPost(post: Post, origin: string): FeedPost {
  const { id, title, summary, content, author, category, tags, picture, date, updated } = post
  const address = origin + pagePaths.post(id)
  return {
    id,
    title,
    address,
    summary: absoluteHtml(summary, address),
    html: absoluteHtml(content, address),
    author,
    categories: [...(category ? [category] : []), ...tags],
    picture,
    date,
    updated: updated !== null && updated > date ? updated : date,
  }
}
