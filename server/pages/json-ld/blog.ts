import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import { plainTitle, type Told } from '#server/pages/head-world.ts'
import { SHOWN, shownPath } from '#server/pages/social-tags.ts'
import { at, BLOG, type Node, ORGANIZATION, reference } from './node.ts'

/** A quoted attribute may hold a `>`: that one does not end the tag. */
const TAG = /<(?:"[^"]*"|[^">])*>/g

/** One post. */
export function posting(told: Told, post: Post): Node {
  const { head } = told
  const address = at(told, pagePaths.post(post.id))
  return {
    '@type': 'BlogPosting',
    '@id': `${address}#post`,
    headline: post.title,
    description: head.description,
    url: address,
    mainEntityOfPage: address,
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    author: post.author ? { '@type': 'Person', name: post.author } : reference(told, ORGANIZATION),
    publisher: reference(told, ORGANIZATION),
    isPartOf: reference(told, BLOG),
    image: pictures(told, post),
    inLanguage: 'en-US',
    ...(post.category && { articleSection: post.category.name }),
    ...(post.tags.length > 0 && { keywords: post.tags.map(({ name }) => name) }),
    wordCount: post.content.replace(TAG, ' ').match(/\S+/g)?.length ?? 0,
  }
}

/** Its own picture first, where it has one, then the one that stands for the page. */
function pictures(told: Told, { picture }: Post): Node[] {
  const shown = shownPath(told)
  return [
    ...(picture ? [{ '@type': 'ImageObject', url: at(told, storageUrl(picture.path)), ...sizeOf(picture) }] : []),
    ...(shown ? [{ '@type': 'ImageObject', url: at(told, shown), ...SHOWN }] : []),
  ]
}

const sizeOf = ({ width, height }: { width?: number; height?: number }) => (width && height ? { width, height } : {})

/** The blog, by the posts of its first page. */
export const blog = (told: Told, posts: readonly PostCard[]): Node => ({
  '@type': 'Blog',
  '@id': at(told, BLOG),
  name: plainTitle(told),
  description: told.head.description,
  url: at(told, pagePaths.blog),
  inLanguage: 'en-US',
  publisher: reference(told, ORGANIZATION),
  blogPost: posts.map(({ id, title, date }) => ({
    '@type': 'BlogPosting',
    '@id': `${at(told, pagePaths.post(id))}#post`,
    headline: title,
    url: at(told, pagePaths.post(id)),
    datePublished: date,
  })),
})

/** Any other page of posts: those of a category, of a tag, or older ones. */
export const collection = (told: Told, posts: readonly PostCard[]): Node => ({
  '@type': 'CollectionPage',
  name: plainTitle(told),
  description: told.head.description,
  url: at(told, told.head.canonicalPath ?? pagePaths.blog),
  inLanguage: 'en-US',
  isPartOf: reference(told, BLOG),
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: posts.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: at(told, pagePaths.post(id)),
    })),
  },
})
