import { toPlainText } from '#server/lib/to-plain-text.ts'
import { type Feed, type FeedPost, LANGUAGE } from './feed.ts'

export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8'

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
    items: feed.posts.map(item),
  })

const item = (post: FeedPost) => ({
  id: post.url,
  url: post.url,
  title: post.title,
  summary: toPlainText('html', post.summary),
  content_html: post.html,
  image: post.image?.url,
  date_published: post.date,
  date_modified: post.updated,
  ...(post.author !== null && { authors: [{ name: post.author }] }),
  tags: post.categories.map(({ name }) => name),
})
