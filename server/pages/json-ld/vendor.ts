import { editions } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/plans.ts'
import type { Told } from '#server/pages/head-world.ts'
import { shownPath } from '#server/pages/social-tags.ts'
import { at, type Node, ORGANIZATION, reference, SITE } from './node.ts'

/** Pages that say how to reach the vendor; for all others, its name and mark are enough. */
const ABOUT_THE_VENDOR: ReadonlySet<string | undefined> = new Set([pagePaths.home, pagePaths.contact])

/** Who publishes the site: no more than `site.yml` says. */
export function organization(told: Told): Node {
  const logo = told.world.statics('icons/maskable-512.png')
  return {
    '@type': 'Organization',
    '@id': at(told, ORGANIZATION),
    name: told.site.name,
    url: at(told, pagePaths.home),
    ...(logo && { logo: { '@type': 'ImageObject', url: at(told, logo), width: 512, height: 512 } }),
    ...(ABOUT_THE_VENDOR.has(told.head.canonicalPath) && reachable(told)),
  }
}

/** The search among the social links is no page of the vendor's. */
const reachable = ({ site: { description, contact, social } }: Told) => ({
  description,
  email: contact.email,
  telephone: contact.phone,
  sameAs: [social.facebook, social.x, social.instagram],
})

/** The site, and how to search it. */
export const webSite = (told: Told): Node => ({
  '@type': 'WebSite',
  '@id': at(told, SITE),
  name: told.site.name,
  url: at(told, pagePaths.home),
  inLanguage: 'en-US',
  publisher: reference(told, ORGANIZATION),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${at(told, pagePaths.blog)}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

/** What is sold, in its editions, at the prices of `plans.yml`. */
export function software(told: Told): Node {
  const { site, plans = [] } = told
  const image = shownPath(told)
  return {
    '@type': 'SoftwareApplication',
    '@id': at(told, '/#software'),
    name: site.name,
    description: site.description,
    url: at(told, pagePaths.home),
    ...(image && { image: at(told, image) }),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    publisher: reference(told, ORGANIZATION),
    offers: plans.flatMap((plan, index) => offer(told, plan, editions[index]?.name)),
  }
}

function offer(told: Told, { annual_price, monthly_price }: Plan, name: string | undefined): Node[] {
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
      url: at(told, pagePaths.pricing),
      price: monthly_price,
      priceCurrency: 'USD',
      priceSpecification: [price(monthly_price, 'Billed monthly'), price(annual_price, 'Billed annually')],
    },
  ]
}
