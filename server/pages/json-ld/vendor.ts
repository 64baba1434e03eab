import type {
  Distance,
  ImageObject,
  Offer,
  Organization,
  SearchAction,
  SoftwareApplication,
  UnitPriceSpecification,
  WebSite,
  WithActionConstraints,
} from 'schema-dts'
import { editions } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/site.ts'
import { type HeadContext, ogImagePath } from '#server/pages/head-tags.ts'

/** An absolute URL; only the path without a public URL, which is relative to the document. */
export const absoluteUrl = ({ deps }: Pick<HeadContext, 'deps'>, path: string) => (deps.publicUrl ?? '') + path

/** Nodes that others refer to by `@id`. */
export const ORGANIZATION = '/#organization'
export const BLOG = '/blog#blog'
export const SITE = '/#website'
export const reference = (context: HeadContext, id: string) => ({ '@id': absoluteUrl(context, id) })

/** Pages that state how to reach the vendor; on all others, its name and logo are enough. */
const CONTACT_PAGES: ReadonlySet<string | undefined> = new Set([pagePaths.home, pagePaths.contact])

export function organization(context: HeadContext): Organization {
  const { description, contact, social, name } = context.site
  const logo = context.deps.statics('icons/maskable-512.png')
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
      // The Google link is a search, not a page of the vendor.
      sameAs: [social.facebook, social.x, social.instagram],
    }),
  }
}

/** Search engines document pixels as plain numbers, for which `schema-dts` has no type: it only knows texts with a unit. */
const pixels = (count: number) => count as unknown as Distance
export const imageObject = (
  context: HeadContext,
  path: string,
  { width, height }: { width?: number; height?: number },
): ImageObject => ({
  '@type': 'ImageObject',
  url: absoluteUrl(context, path),
  ...(width && height && { width: pixels(width), height: pixels(height) }),
})

/** The site, and how to search it. */
export function webSite(context: HeadContext): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absoluteUrl(context, pagePaths.blog)}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': absoluteUrl(context, SITE),
    name: context.site.name,
    url: absoluteUrl(context, pagePaths.home),
    inLanguage: 'en-US',
    publisher: reference(context, ORGANIZATION),
    potentialAction: search,
  }
}

/** The product, its editions and prices. */
export function software(context: HeadContext): SoftwareApplication {
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
    offers: plans.flatMap((plan, index) => offer(context, plan, editions[index]?.name)),
  }
}

function offer(context: HeadContext, { annual_price, monthly_price }: Plan, name: string | undefined): Offer[] {
  if (name === undefined) return []
  const price = (amount: number, billed: string): UnitPriceSpecification => ({
    '@type': 'UnitPriceSpecification',
    name: billed,
    price: amount,
    priceCurrency: 'USD',
    unitText: 'user per month',
  })
  return [
    {
      '@type': 'Offer',
      name,
      url: absoluteUrl(context, pagePaths.pricing),
      price: monthly_price,
      priceCurrency: 'USD',
      priceSpecification: [price(monthly_price, 'Billed monthly'), price(annual_price, 'Billed annually')],
    },
  ]
}
