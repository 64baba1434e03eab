import type { Blog, BlogPosting, CollectionPage, ImageObject } from 'schema-dts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import { replaceTags } from '#server/lib/html-tags.ts'
import { type HeadContext, OG_IMAGE_SIZE, ogImagePath, plainTitle } from '#server/pages/head-tags.ts'
import { absoluteUrl, BLOG, imageObject, ORGANIZATION, reference } from './vendor.ts'

export function blogPosting(context: HeadContext, post: Post): BlogPosting {
  const { head } = context
  const url = absoluteUrl(context, pagePaths.post(post.id))
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    headline: post.title,
    description: head.description,
    url,
    mainEntityOfPage: url,
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    author: post.author ? { '@type': 'Person', name: post.author } : reference(context, ORGANIZATION),
    publisher: reference(context, ORGANIZATION),
    isPartOf: reference(context, BLOG),
    image: images(context, post),
    inLanguage: 'en-US',
    ...(post.category && { articleSection: post.category.name }),
    ...(post.tags.length > 0 && { keywords: post.tags.map(({ name }) => name) }),
    wordCount: replaceTags(post.content, () => ' ').match(/\S+/g)?.length ?? 0,
  }
}

/** The post's own image first, then the share image. */
function images(context: HeadContext, { picture }: Post): ImageObject[] {
  const ogImage = ogImagePath(context)
  return [
    ...(picture ? [imageObject(context, storageUrl(picture.path), picture)] : []),
    ...(ogImage ? [imageObject(context, ogImage, OG_IMAGE_SIZE)] : []),
  ]
}

/** The blog, with the posts of its first page. */
export const blog = (context: HeadContext, posts: readonly PostCard[]): Blog => ({
  '@type': 'Blog',
  '@id': absoluteUrl(context, BLOG),
  name: plainTitle(context),
  description: context.head.description,
  url: absoluteUrl(context, pagePaths.blog),
  inLanguage: 'en-US',
  publisher: reference(context, ORGANIZATION),
  blogPost: posts.map(({ id, title, date }) => ({
    '@type': 'BlogPosting',
    '@id': `${absoluteUrl(context, pagePaths.post(id))}#post`,
    headline: title,
    url: absoluteUrl(context, pagePaths.post(id)),
    datePublished: date,
  })),
})

/** Other lists of posts: of a category, a tag, or of older posts. */
export const collection = (context: HeadContext, posts: readonly PostCard[]): CollectionPage => ({
  '@type': 'CollectionPage',
  name: plainTitle(context),
  description: context.head.description,
  url: absoluteUrl(context, context.head.canonicalPath ?? pagePaths.blog),
  inLanguage: 'en-US',
  isPartOf: reference(context, BLOG),
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: posts.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: absoluteUrl(context, pagePaths.post(id)),
    })),
  },
})
