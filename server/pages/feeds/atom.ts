import { type Feed, type FeedPost, LANGUAGE, pictureAddress, pictureType } from './feed.ts'
import { DECLARATION, element, empty, wrap } from './xml.ts'

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8'

/** A feed in Atom 1.0 (RFC 4287), with the whole text of each post. HTML is escaped: to an XML reader it is text. */
export const atom = (feed: Feed): string =>
  DECLARATION +
  wrap(
    'feed',
    [
      element('id', feed.self),
      element('title', feed.title),
      element('subtitle', feed.description),
      element('updated', feed.updated),
      empty('link', { rel: 'self', type: 'application/atom+xml', href: feed.self }),
      empty('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
      wrap('author', element('name', feed.publisher.name) + element('uri', feed.publisher.address)),
      element('icon', feed.icon),
      ...feed.posts.map((post) => entry(feed, post)),
    ].join('\n'),
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': LANGUAGE },
  )

const entry = (feed: Feed, post: FeedPost): string =>
  wrap(
    'entry',
    [
      element('id', post.address),
      element('title', post.title),
      empty('link', { rel: 'alternate', type: 'text/html', href: post.address }),
      enclosure(feed, post),
      element('published', post.date),
      element('updated', post.updated),
      post.author === null ? '' : wrap('author', element('name', post.author)),
      ...post.categories.map(({ id, name }) => empty('category', { term: id, label: name })),
      element('summary', post.summary, { type: 'html' }),
      element('content', post.html, { type: 'html' }),
    ].join(''),
  )

function enclosure(feed: Feed, post: FeedPost): string {
  const href = pictureAddress(feed, post)
  return href && post.picture ? empty('link', { rel: 'enclosure', type: pictureType(post.picture.path), href }) : ''
}
