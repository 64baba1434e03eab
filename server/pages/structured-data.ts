import type { Distance, Graph, ImageObject, Person, SearchAction, Thing, WithActionConstraints } from 'schema-dts'
import type { DocumentHead } from '#client/lib/page-types.ts'
import type { Author } from '#contract/author.ts'
import { editions } from '#contract/editions.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import type { Plan, SiteInfo } from '#contract/site.ts'
import { CARD_SIZE } from '#server/media/share-cards/card-svg.ts'
import { replaceTags } from '#server/text/scan/html-tags.ts'

/** Everything that a page's head and its structured data depend on. */
export type HeadContext = {
  head: DocumentHead
  site: SiteInfo
  /** Stored path of the post's share image; `undefined` until it is rendered. */
  card?: string | undefined
  /** Prices of the editions, on pages about the software. */
  plans?: readonly Plan[]
  /** Returns the URL path of a file of client/static. */
  statics: (name: string) => string | undefined
  /** Origin of absolute URLs, never that of a request. Without it, tags that need one are left out. */
  publicUrl: string | undefined
}

/** The post's own share image once it is rendered, else that of the kind of page. */
export function ogImagePath({ head, card, statics }: HeadContext): string | undefined {
  return card === undefined ? statics(`social/${head.image ?? 'home'}.png`) : storageUrl(card)
}

/** The URL of the page, or of the original that it names. Paths need a public URL. */
export function canonicalUrl({ head: { canonical, canonicalPath }, publicUrl }: HeadContext): string | undefined {
  const path = canonical ?? canonicalPath
  if (path === undefined || (publicUrl === undefined && path.startsWith('/'))) return undefined
  return URL.parse(path, publicUrl)?.href
}

/** A page's title without the site's name. */
export const plainTitle = ({ head, site }: HeadContext) => head.title.replace(` | ${site.name}`, '')

/** Structured data for search engines (JSON-LD): only facts that the page also shows. It is at the end, where it delays nothing. */
export function structuredData(context: HeadContext): string {
  if (context.head.noindex) return ''
  const graph: Graph = { '@context': 'https://schema.org', '@graph': nodes(context) }
  // Escaped, so that no text ends the script element. Browsers do not run this type, so the CSP needs no hash.
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`
}

function nodes(context: HeadContext): Thing[] {
  const { head } = context
  const path = head.canonicalPath ?? ''
  const own = [
    path === pagePaths.home ? webSite(context) : breadcrumbs(context, path),
    ...(head.offers ? [software(context)] : []),
    ...mainOf(context, path),
    ...(head.questions ? [faq(context, head.questions)] : []),
  ]
  return own.some((node) => typeof node === 'object' && 'publisher' in node) ? [organization(context), ...own] : own
}

function mainOf(context: HeadContext, path: string): Thing[] {
  const { article, author, list, questions } = context.head
  if (article) return [blogPosting(context, article)]
  if (author) return [profile(context, author)]
  if (list) return [(path === pagePaths.blog ? blog : collection)(context, list.posts)]
  if (path === pagePaths.home || questions) return []
  return [{ '@type': 'WebPage', ...pageFacts(context, path), isPartOf: reference(context, SITE) }]
}

/** An absolute URL; only the path without a public URL, which is relative to the document. */
const absoluteUrl = ({ publicUrl = '' }: HeadContext, path: string) => publicUrl + path

/** Nodes that others refer to by `@id`. */
const ORGANIZATION = '/#organization'
const BLOG = '/blog#blog'
const SITE = '/#website'
const reference = (context: HeadContext, id: string) => ({ '@id': absoluteUrl(context, id) })

const LANGUAGE = { inLanguage: 'en-US' }
const pageFacts = (context: HeadContext, path: string) => ({
  name: plainTitle(context),
  description: context.head.description,
  url: absoluteUrl(context, path),
  ...LANGUAGE,
})

/** The path from the home page to this one. */
function breadcrumbs(context: HeadContext, path: string): Thing {
  const own = { name: context.head.article?.title ?? plainTitle(context), path }
  const steps = [{ name: 'Home', path: pagePaths.home }, ...between(context.head, path), own]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path: target }, index) => {
      const item = absoluteUrl(context, target)
      return { '@type': 'ListItem', position: index + 1, name, item }
    }),
  }
}

function between({ article, list }: DocumentHead, path: string): { name: string; path: string }[] {
  if (path === pagePaths.tryForFree) return [{ name: 'Prices and editions', path: pagePaths.pricing }]
  if (path === pagePaths.blog || !(article || list)) return []
  const { category } = article ?? {}
  return [
    { name: 'Blog', path: pagePaths.blog },
    ...(category ? [{ name: category.name, path: pagePaths.category(category.id) }] : []),
  ]
}

const faq = (context: HeadContext, questions: NonNullable<DocumentHead['questions']>): Thing => ({
  '@type': 'FAQPage',
  url: absoluteUrl(context, context.head.canonicalPath ?? ''),
  name: plainTitle(context),
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

function blogPosting(context: HeadContext, { picture, ...post }: Post): Thing {
  const url = absoluteUrl(context, pagePaths.post(post.id))
  const shareImage = ogImagePath(context)
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    headline: post.title,
    description: context.head.description,
    url,
    mainEntityOfPage: canonicalUrl(context) ?? url,
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    author: writer(context, post) ?? reference(context, ORGANIZATION),
    publisher: reference(context, ORGANIZATION),
    isPartOf: reference(context, BLOG),
    image: [
      ...(picture ? [imageObject(context, storageUrl(picture.path), picture)] : []),
      ...(shareImage ? [imageObject(context, shareImage, CARD_SIZE)] : []),
    ],
    ...(post.lang ? { inLanguage: post.lang } : LANGUAGE),
    ...(post.category && { articleSection: post.category.name }),
    ...(post.tags.length > 0 && { keywords: post.tags.map(({ name }) => name) }),
    wordCount: replaceTags(post.content, () => ' ').match(/\S+/g)?.length ?? 0,
  }
}

/** The author of a post; the same `@id` as on the author's page, where there is one. */
function writer(context: HeadContext, { author, author_id }: Pick<Post, 'author' | 'author_id'>): Person | undefined {
  if (!author) return undefined
  return author_id ? person(context, { id: author_id, name: author }) : { '@type': 'Person', name: author }
}

function person(context: HeadContext, { id, name }: Pick<Author, 'id' | 'name'>) {
  const url = absoluteUrl(context, pagePaths.author(id))
  return { '@type': 'Person', '@id': `${url}#person`, name, url } as const
}

const profile = (context: HeadContext, author: Author): Thing => ({
  '@type': 'ProfilePage',
  ...pageFacts(context, context.head.canonicalPath ?? pagePaths.author(author.id)),
  isPartOf: reference(context, BLOG),
  mainEntity: {
    ...person(context, author),
    ...(author.description && { description: author.description }),
    ...(author.picture && { image: imageObject(context, storageUrl(author.picture.path), author.picture) }),
    ...(author.links.length > 0 && { sameAs: author.links.map(({ url }) => url) }),
  },
})

/** The blog, with the posts of its first page. */
const blog = (context: HeadContext, posts: readonly PostCard[]): Thing => ({
  '@type': 'Blog',
  '@id': absoluteUrl(context, BLOG),
  ...pageFacts(context, pagePaths.blog),
  publisher: reference(context, ORGANIZATION),
  blogPost: posts.map(({ id, title, lang, date }) => {
    const url = absoluteUrl(context, pagePaths.post(id))
    return {
      '@type': 'BlogPosting',
      '@id': `${url}#post`,
      headline: title,
      url,
      datePublished: date,
      ...(lang && { inLanguage: lang }),
    }
  }),
})

/** Other lists of posts: of a category, a tag, or of older posts. */
const collection = (context: HeadContext, posts: readonly PostCard[]): Thing => ({
  '@type': 'CollectionPage',
  ...pageFacts(context, context.head.canonicalPath ?? pagePaths.blog),
  isPartOf: reference(context, BLOG),
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: posts.map(({ id, title }, index) => {
      const url = absoluteUrl(context, pagePaths.post(id))
      return { '@type': 'ListItem', position: index + 1, name: title, url }
    }),
  },
})

/** Pages that state how to reach the vendor; on all others, its name and logo are enough. */
const CONTACT_PAGES: ReadonlySet<string | undefined> = new Set([pagePaths.home, pagePaths.contact])

function organization(context: HeadContext): Thing {
  const { description, contact, social, name, company, founder } = context.site
  const logo = context.statics('icons/maskable-512.png')
  return {
    '@type': 'Organization',
    '@id': absoluteUrl(context, ORGANIZATION),
    name,
    url: absoluteUrl(context, pagePaths.home),
    ...(logo && { logo: imageObject(context, logo, { width: 512, height: 512 }) }),
    ...(CONTACT_PAGES.has(context.head.canonicalPath) && {
      description,
      email: contact.email,
      telephone: contact.phone,
      ...(company && { legalName: company.name, address: company.address }),
      ...(founder && { founder: { '@type': 'Person', name: founder.name } }),
      // The Google link is a search, not a page of the vendor.
      sameAs: [social.facebook, social.x, social.instagram],
    }),
  }
}

/** Search engines document pixels as plain numbers, for which `schema-dts` has no type: it only knows texts with a unit. */
const pixels = (count: number) => count as unknown as Distance
type Size = { width?: number; height?: number }
const imageObject = (context: HeadContext, path: string, { width, height }: Size): ImageObject => ({
  '@type': 'ImageObject',
  url: absoluteUrl(context, path),
  ...(width && height && { width: pixels(width), height: pixels(height) }),
})

/** The site, and how to search it. */
function webSite(context: HeadContext): Thing {
  const urlTemplate = `${absoluteUrl(context, pagePaths.blog)}?q={search_term_string}`
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': absoluteUrl(context, SITE),
    name: context.site.name,
    url: absoluteUrl(context, pagePaths.home),
    ...LANGUAGE,
    publisher: reference(context, ORGANIZATION),
    potentialAction: search,
  }
}

/** The product, its editions and prices. */
function software(context: HeadContext): Thing {
  const { site, plans = [] } = context
  const image = ogImagePath(context)
  return {
    '@type': 'SoftwareApplication',
    '@id': absoluteUrl(context, '/#software'),
    name: site.name,
    description: site.description,
    url: absoluteUrl(context, pagePaths.home),
    ...(image && { image: absoluteUrl(context, image) }),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    publisher: reference(context, ORGANIZATION),
    offers: plans.flatMap(({ monthly_price, annual_price, price_shown = true }, index) =>
      price_shown
        ? [
            {
              '@type': 'Offer',
              name: editions[index]?.name ?? '',
              url: absoluteUrl(context, pagePaths.pricing),
              ...inDollars(monthly_price),
              priceSpecification: [price('Billed monthly', monthly_price), price('Billed annually', annual_price)],
            },
          ]
        : [],
    ),
  }
}

const inDollars = (price: number) => ({ price, priceCurrency: 'USD' })
const price = (name: string, amount: number) =>
  ({ '@type': 'UnitPriceSpecification', name, ...inDollars(amount), unitText: 'user per month' }) as const
