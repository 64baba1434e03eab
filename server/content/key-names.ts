import type { PostFields } from './post-fields.ts'

export type PostKey = keyof PostFields

/**
 * Our keys (decision 9), and what Jekyll, Hugo, Astro, Ghost and Grav call the same thing. Of several in one file, ours counts,
 * then the first of these.
 */
export const otherNames: Readonly<Record<PostKey, readonly string[]>> = {
  title: [],
  summary: ['excerpt', 'description', 'custom_excerpt'],
  category: ['categories'],
  tags: [],
  image: ['feature_image', 'featured_image', 'heroImage', 'cover', 'coverImage', 'thumbnail', 'ogImage', 'images'],
  image_alt: ['feature_image_alt', 'featured_image_alt', 'heroImageAlt', 'cover_alt', 'coverAlt', 'imageAlt'],
  date: ['publishDate', 'pubDate', 'pubDatetime', 'published', 'published_at', 'publish_date'],
  updated: [
    ...['lastmod', 'modified', 'updateDate', 'updatedDate', 'modDatetime', 'updated_at', 'lastUpdated'],
    'last_modified_at',
  ],
  draft: ['published', 'status'],
  expires: ['expiryDate', 'unpublishdate', 'unpublishDate', 'unpublish_date'],
  aliases: ['redirect_from'],
  author: ['authors'],
}

export const postKeys = Object.keys(otherNames) as readonly PostKey[]

/** What others use for something that we have no use for: kept word for word, without a remark. */
const SILENT = new Set(
  (
    'canonical canonical_url canonicalURL canonicalUrl meta_title meta_description metaTitle metaDescription noindex robots ' +
    'layout permalink slug url id uuid comment_id type kind weight order featured pin pinned sticky toc math mermaid comments ' +
    'series keywords lang language locale visibility created_at created primary_tag primary_author sitemap seo menu ' +
    'linkTitle subtitle cascade outputs translationKey isCJKLanguage markup resources headless build params hidden rating ' +
    'og_title og_description og_image twitter_title twitter_description twitter_image codeinjection_head codeinjection_foot ' +
    'custom_template email_only newsletter_id feature_image_caption image_caption reading_time readingTime hideToc showToc ' +
    'timezone hideEditPost disqus lightgallery license photos password process header taxonomy template theme source'
  ).split(' '),
)

const KNOWN = new Set(postKeys.flatMap((key) => [key, ...otherNames[key]]))

/** Whether nobody whom we know uses a key of this name. */
export const isUnknown = (name: string) => !KNOWN.has(name) && !SILENT.has(name)

export const knownNames: Iterable<string> = KNOWN
