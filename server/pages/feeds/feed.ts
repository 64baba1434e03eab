import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { Post, Term } from '#contract/posts.ts'
import type { Site } from '#contract/site.ts'
import { latest } from './sitemap.ts'

/** A list of posts that has feeds: the whole blog, a category or a tag. */
export type FeedList = { page: string; query: Pick<PostQuery, 'category' | 'tag'>; name?: Term }

export type FeedSources = {
  /** Full posts, newest first. */
  newest: (query: FeedList['query'], count: number) => Promise<readonly Post[]>
  site: () => Site
  /** Origin of all URLs. Never that of a request. */
  origin: string
  /** Path of the site's icon. */
  icon: string | undefined
  now: () => Date
}

/** A post in a feed. All URLs are absolute. */
export type FeedPost = {
  id: string
  title: string
  url: string
  summary: string
  /** The full text, or the summary where the feed would grow too long. */
  html: string
  author: string | null
  categories: readonly { id: string; name: string }[]
  image: { url: string; type: string } | undefined
  /** ISO 8601. */
  date: string
  updated: string
}

/** A feed, independent of its format. All URLs are absolute. */
export type Feed = {
  title: string
  description: string
  /** The page that lists the same posts. */
  page: string
  self: string
  icon: string | undefined
  /** The author of posts without one. */
  publisher: { name: string; url: string }
  posts: readonly FeedPost[]
  /** ISO 8601: the last modification, or the current time of an empty feed. */
  updated: string
}

export const LANGUAGE = 'en-US'

/** Enough for readers that poll once a week. */
export const FEED_POSTS_MAX = 50
/** Posts beyond this length of a feed are sent with their summary only. */
const TEXT_MAX_CHARACTERS = 1_000_000

/** The newest posts of a list. `self` is the path of the feed. */
export async function createFeed(
  list: FeedList,
  self: string,
  { origin, icon, now, newest, site }: FeedSources,
): Promise<Feed> {
  const { name, description } = site()
  const blog = `${name} blog`
  const posts = withinLimit(await newest(list.query, FEED_POSTS_MAX)).map((post) => feedPost(post, origin))
  return {
    title: list.name ? `${blog}: ${list.name.name}` : blog,
    description,
    page: origin + list.page,
    self: origin + self,
    icon: icon && origin + icon,
    publisher: { name, url: origin + pagePaths.home },
    posts,
    updated: latest(posts.map(({ updated }) => updated)) ?? now().toISOString(),
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
  const url = origin + pagePaths.post(id)
  return {
    id,
    title,
    url,
    summary: withAbsoluteUrls(summary, url),
    html: withAbsoluteUrls(content, url),
    author,
    categories: [...(category ? [category] : []), ...tags],
    image: picture ? { url: origin + storageUrl(picture.path), type: imageType(picture.path) } : undefined,
    date,
    updated: updated !== null && updated > date ? updated : date,
  }
}

function imageType(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}

/** Makes all URLs of sanitized HTML absolute. `base` is the URL of the post's page. */
function withAbsoluteUrls(html: string, base: string): string {
  if (!html.includes('=')) return html
  const rewriter = new HTMLRewriter()
  for (const attribute of ['href', 'src', 'cite']) {
    rewriter.on(`[${attribute}]`, {
      element(element) {
        const url = URL.parse(element.getAttribute(attribute) ?? '', base)
        if (url) element.setAttribute(attribute, url.href)
        else element.removeAttribute(attribute)
      },
    })
  }
  return rewriter.transform(html)
}
