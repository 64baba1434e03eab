import { editions } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/plans.ts'
import type { HeadContext } from '#server/pages/head-context.ts'
import { shownPath } from '#server/pages/social-tags.ts'
import { at, type Node, ORGANIZATION, reference, SITE } from './node.ts'

/** Pages that say how to reach the vendor; for all others, its name and mark are enough. */
const ABOUT_THE_VENDOR: ReadonlySet<string | undefined> = new Set([pagePaths.home, pagePaths.contact])

/** Who publishes the site: no more than `site.yml` says. */
export function organization(context: HeadContext): Node {
  const logo = context.deps.statics('icons/maskable-512.png')
  return {
    '@type': 'Organization',
    '@id': at(context, ORGANIZATION),
    name: context.site.name,
    url: at(context, pagePaths.home),
    ...(logo && { logo: { '@type': 'ImageObject', url: at(context, logo), width: 512, height: 512 } }),
    ...(ABOUT_THE_VENDOR.has(context.head.canonicalPath) && reachable(context)),
  }
}

/** The search among the social links is no page of the vendor's. */
const reachable = ({ site: { description, contact, social } }: HeadContext) => ({
  description,
  email: contact.email,
  telephone: contact.phone,
  sameAs: [social.facebook, social.x, social.instagram],
})

/** The site, and how to search it. */
export const webSite = (context: HeadContext): Node => ({
  '@type': 'WebSite',
  '@id': at(context, SITE),
  name: context.site.name,
  url: at(context, pagePaths.home),
  inLanguage: 'en-US',
  publisher: reference(context, ORGANIZATION),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${at(context, pagePaths.blog)}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

/** What is sold, in its editions, at the prices of `plans.yml`. */
export function software(context: HeadContext): Node {
  const { site, plans = [] } = context
  const image = shownPath(context)
  return {
    '@type': 'SoftwareApplication',
    '@id': at(context, '/#software'),
    name: site.name,
    description: site.description,
    url: at(context, pagePaths.home),
    ...(image && { image: at(context, image) }),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    publisher: reference(context, ORGANIZATION),
    offers: plans.flatMap((plan, index) => offer(context, plan, editions[index]?.name)),
  }
}

function offer(context: HeadContext, { annual_price, monthly_price }: Plan, name: string | undefined): Node[] {
  if (name === undefined) return []
  const price = (amount: number, billed: string) => ({
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
      url: at(context, pagePaths.pricing),
      price: monthly_price,
      priceCurrency: 'USD',
      priceSpecification: [price(monthly_price, 'Billed monthly'), price(annual_price, 'Billed annually')],
    },
  ]
}
