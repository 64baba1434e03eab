import { feedPath, pagePaths, storageUrl } from '#contract/paths.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { Post, Term } from '#contract/posts.ts'
import type { Site } from '#contract/site.ts'
import { createYielding } from '#server/lib/yielding.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'

/** URL paths of feeds, sitemap and robots.txt. */
export const feedPaths = {
  atom: feedPath(pagePaths.blog),
  json: '/feed.json',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  /** The feeds of a category or a tag, by the path of its page. */
  atomOf: feedPath,
  jsonOf: (page: string) => `${page}/feed.json`,
} as const

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

type Feed = Awaited<ReturnType<typeof createFeed>>
type FeedPost = ReturnType<typeof feedPost>

const LANGUAGE = 'en-US'
/** Enough for readers that poll once a week. */
export const FEED_POSTS_MAX = 50

/** The newest posts of a list, independent of the format. All URLs are absolute. `self` is the path of the feed. */
export async function createFeed(list: FeedList, self: string, { origin, icon, now, newest, site }: FeedSources) {
  const { name, description } = site()
  const blog = `${name} blog`
  const yielding = createYielding()
  const posts: FeedPost[] = []
  for (const post of await newest(list.query, FEED_POSTS_MAX)) {
    posts.push(feedPost(post, origin))
    await yielding()
  }
  return {
    title: list.name ? `${blog}: ${list.name.name}` : blog,
    description,
    page: origin + list.page,
    self: origin + self,
    icon: icon && origin + icon,
    /** The author of posts without one. */
    publisher: { name, url: origin + pagePaths.home },
    posts,
    /** The last modification, or the current time of an empty feed. */
    updated: latest(posts.map(({ updated }) => updated)) ?? now().toISOString(),
  }
}

/** The latest of these times. */
export const latest = (times: readonly (string | undefined)[]) =>
  times.reduce((last = '', one = '') => (one > last ? one : last), undefined) || undefined

/** When a post last changed for readers: at the earliest, when it was published. */
export const lastModified = ({ date, updated }: Pick<Post, 'date' | 'updated'>) =>
  updated !== null && updated > date ? updated : date

function feedPost(post: Post, origin: string) {
  const { id, title, lang, summary, content, author, author_id, category, tags, picture, date } = post
  const url = origin + pagePaths.post(id)
  return {
    id,
    title,
    lang,
    url,
    date,
    author:
      author === null ? undefined : { name: author, url: author_id ? origin + pagePaths.author(author_id) : undefined },
    summary: forReaders(summary, url),
    html: forReaders(content, url),
    categories: [...(category ? [category] : []), ...tags],
    image: picture ? { url: origin + storageUrl(picture.path), type: Bun.file(picture.path).type } : undefined,
    updated: lastModified(post),
  }
}

/**
 * Sanitized HTML for feed readers: with absolute URLs, and without what needs our styles. Many readers remove form fields, so
 * checkboxes become characters, and callouts are quotes. `base` is the URL of the post's page.
 */
function forReaders(html: string, base: string): string {
  const rewriter = new HTMLRewriter()
    .on('[srcset]', {
      element(image) {
        const candidates = image.getAttribute('srcset')?.split(', ') ?? []
        image.setAttribute('srcset', candidates.map((one) => new URL(base).origin + one).join(', '))
      },
    })
    .on('input', {
      element(checkbox) {
        checkbox.replace(checkbox.hasAttribute('checked') ? '☑' : '☐')
      },
    })
    // Links lead to the post's page, and readers show several posts in one page.
    .on('[id]', {
      element(element) {
        element.removeAttribute('id')
      },
    })
    .on('div[data-callout]', {
      element(callout) {
        callout.tagName = 'blockquote'
      },
    })
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

/** Serializes a feed as JSON Feed 1.1, with the full text of each post. */
export const serializeJsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.self,
    description: feed.description,
    icon: feed.icon,
    language: LANGUAGE,
    authors: [feed.publisher],
    items: feed.posts.map((post) => ({
      id: post.url,
      url: post.url,
      title: post.title,
      language: post.lang,
      summary: toPlainText('html', post.summary),
      content_html: post.html,
      image: post.image?.url,
      date_published: post.date,
      date_modified: post.updated,
      ...(post.author && { authors: [post.author] }),
      tags: post.categories.map(({ name }) => name),
    })),
  })

/** Serializes a feed as Atom 1.0 (RFC 4287), with the full text of each post as escaped HTML. */
export function serializeAtom(feed: Feed): string {
  const children = [
    element('id', feed.self),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', feed.updated),
    empty('link', { rel: 'self', type: 'application/atom+xml', href: feed.self }),
    empty('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
    wrap('author', element('name', feed.publisher.name) + element('uri', feed.publisher.url)),
    element('icon', feed.icon),
    ...feed.posts.map(atomEntry),
  ]
  const namespaces = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': LANGUAGE }
  return DECLARATION + wrap('feed', children.join('\n'), namespaces)
}

function atomEntry(post: FeedPost): string {
  const children = [
    element('id', post.url),
    element('title', post.title),
    empty('link', { rel: 'alternate', type: 'text/html', href: post.url }),
    post.image ? empty('link', { rel: 'enclosure', type: post.image.type, href: post.image.url }) : '',
    element('published', post.date),
    element('updated', post.updated),
    post.author ? wrap('author', element('name', post.author.name) + element('uri', post.author.url)) : '',
    ...post.categories.map(({ id, name }) => empty('category', { term: id, label: name })),
    element('summary', post.summary, { type: 'html' }),
    element('content', post.html, { type: 'html' }),
  ]
  return wrap('entry', children.join(''), post.lang ? { 'xml:lang': post.lang } : {})
}

/** Characters that XML 1.0 forbids, even escaped: control characters and lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const escapeXml = (text: string) => Bun.escapeHTML(text.replace(FORBIDDEN, ''))

type Attributes = Readonly<Record<string, string>>
const startTag = (name: string, attributes: Attributes) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join('')}`

/** An element with serialized XML. */
export const wrap = (name: string, xml: string, attributes: Attributes = {}) =>
  `${startTag(name, attributes)}>${xml}</${name}>`

/** An element with a text; nothing without one. */
export const element = (name: string, text: string | undefined, attributes: Attributes = {}) =>
  text === undefined ? '' : wrap(name, escapeXml(text), attributes)

const empty = (name: string, attributes: Attributes) => `${startTag(name, attributes)}/>`

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
