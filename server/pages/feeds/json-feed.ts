import { type Feed, type FeedPost, LANGUAGE, pictureAddress } from './feed.ts'

export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8'

/** A feed in JSON Feed 1.1, with the whole text of each post. */
export const jsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.self,
    description: feed.description,
    icon: feed.icon,
    language: LANGUAGE,
    authors: [{ name: feed.publisher.name, url: feed.publisher.address }],
    items: feed.posts.map((post) => item(feed, post)),
  })

const item = (feed: Feed, post: FeedPost) => ({
  id: post.address,
  url: post.address,
  title: post.title,
  summary: plain(post.summary),
  content_html: post.html,
  image: pictureAddress(feed, post),
  date_published: post.date,
  date_modified: post.updated,
  ...(post.author !== null && { authors: [{ name: post.author }] }),
  tags: post.categories.map(({ name }) => name),
})

/** This format has a summary as plain text. */
function plain(html: string): string {
  const words: string[] = []
  new HTMLRewriter()
    .on(BLOCKS, { element: () => void words.push(' ') })
    .onDocument({ text: ({ text }) => void words.push(text) })
    .transform(html)
  return unescaped(words.join('')).replace(/\s+/g, ' ').trim()
}

const BLOCKS = 'p, br, li, h2, h3, h4, h5, h6, div, blockquote, pre, td, th, dt, dd, figcaption'
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
/** Sanitised HTML has no other entities. */
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
