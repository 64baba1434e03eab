import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import { replaceTags } from '#server/lib/html-tags.ts'
import { type HeadContext, plainTitle } from '#server/pages/head-context.ts'
import { SHOWN, shownPath } from '#server/pages/social-tags.ts'
import { at, BLOG, type Node, ORGANIZATION, reference } from './node.ts'

/** One post. */
export function posting(context: HeadContext, post: Post): Node {
  const { head } = context
  const address = at(context, pagePaths.post(post.id))
  return {
    '@type': 'BlogPosting',
    '@id': `${address}#post`,
    headline: post.title,
    description: head.description,
    url: address,
    mainEntityOfPage: address,
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    author: post.author ? { '@type': 'Person', name: post.author } : reference(context, ORGANIZATION),
    publisher: reference(context, ORGANIZATION),
    isPartOf: reference(context, BLOG),
    image: pictures(context, post),
    inLanguage: 'en-US',
    ...(post.category && { articleSection: post.category.name }),
    ...(post.tags.length > 0 && { keywords: post.tags.map(({ name }) => name) }),
    wordCount: replaceTags(post.content, () => ' ').match(/\S+/g)?.length ?? 0,
  }
}

/** Its own picture first, where it has one, then the one that stands for the page. */
function pictures(context: HeadContext, { picture }: Post): Node[] {
  const shown = shownPath(context)
  return [
    ...(picture ? [{ '@type': 'ImageObject', url: at(context, storageUrl(picture.path)), ...sizeOf(picture) }] : []),
    ...(shown ? [{ '@type': 'ImageObject', url: at(context, shown), ...SHOWN }] : []),
  ]
}

const sizeOf = ({ width, height }: { width?: number; height?: number }) => (width && height ? { width, height } : {})

/** The blog, by the posts of its first page. */
export const blog = (context: HeadContext, posts: readonly PostCard[]): Node => ({
  '@type': 'Blog',
  '@id': at(context, BLOG),
  name: plainTitle(context),
  description: context.head.description,
  url: at(context, pagePaths.blog),
  inLanguage: 'en-US',
  publisher: reference(context, ORGANIZATION),
  blogPost: posts.map(({ id, title, date }) => ({
    '@type': 'BlogPosting',
    '@id': `${at(context, pagePaths.post(id))}#post`,
    headline: title,
    url: at(context, pagePaths.post(id)),
    datePublished: date,
  })),
})

/** Any other page of posts: those of a category, of a tag, or older ones. */
export const collection = (context: HeadContext, posts: readonly PostCard[]): Node => ({
  '@type': 'CollectionPage',
  name: plainTitle(context),
  description: context.head.description,
  url: at(context, context.head.canonicalPath ?? pagePaths.blog),
  inLanguage: 'en-US',
  isPartOf: reference(context, BLOG),
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: posts.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: at(context, pagePaths.post(id)),
    })),
  },
})
