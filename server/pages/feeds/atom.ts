import { type Feed, type FeedPost, LANGUAGE } from './feed.ts'
import { DECLARATION, element, empty, wrap } from './xml.ts'

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8'

/** Serializes a feed as Atom 1.0 (RFC 4287), with the full text of each post as escaped HTML. */
export const serializeAtom = (feed: Feed): string =>
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
      wrap('author', element('name', feed.publisher.name) + element('uri', feed.publisher.url)),
      element('icon', feed.icon),
      ...feed.posts.map(entry),
    ].join('\n'),
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': LANGUAGE },
  )

const entry = (post: FeedPost): string =>
  wrap(
    'entry',
    [
      element('id', post.url),
      element('title', post.title),
      empty('link', { rel: 'alternate', type: 'text/html', href: post.url }),
      post.image ? empty('link', { rel: 'enclosure', type: post.image.type, href: post.image.url }) : '',
      element('published', post.date),
      element('updated', post.updated),
      post.author === null ? '' : wrap('author', element('name', post.author)),
      ...post.categories.map(({ id, name }) => empty('category', { term: id, label: name })),
      element('summary', post.summary, { type: 'html' }),
      element('content', post.html, { type: 'html' }),
    ].join(''),
  )
