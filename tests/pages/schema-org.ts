import { expect } from 'bun:test'
import * as v from 'valibot'

/** The properties that search engines require of each type (Google's and schema.org's lists), and that every URL is valid. */
const text = v.pipe(v.string(), v.nonEmpty())
const address = v.pipe(v.string(), v.url(), v.startsWith('https://'))
const moment = v.pipe(v.string(), v.isoTimestamp())
const reference = v.strictObject({ '@id': address })
const picture = v.looseObject({ '@type': v.literal('ImageObject'), url: address })
const price = v.pipe(v.number(), v.minValue(0))
const position = v.pipe(v.number(), v.integer(), v.minValue(1))

const offer = v.looseObject({
  '@type': v.literal('Offer'),
  name: text,
  url: address,
  price,
  priceCurrency: v.literal('USD'),
  priceSpecification: v.array(v.looseObject({ price, priceCurrency: v.literal('USD'), unitText: text })),
})

const types: Record<string, v.GenericSchema> = {
  Organization: v.looseObject({ '@id': address, name: text, url: address, logo: picture }),
  WebSite: v.looseObject({
    name: text,
    url: address,
    publisher: reference,
    potentialAction: v.looseObject({
      '@type': v.literal('SearchAction'),
      target: v.looseObject({ urlTemplate: v.pipe(v.string(), v.endsWith('{search_term_string}')) }),
      'query-input': v.literal('required name=search_term_string'),
    }),
  }),
  SoftwareApplication: v.looseObject({
    name: text,
    url: address,
    image: address,
    applicationCategory: text,
    operatingSystem: text,
    offers: v.pipe(v.array(offer), v.length(4)),
  }),
  BlogPosting: v.looseObject({
    headline: text,
    url: address,
    mainEntityOfPage: address,
    datePublished: moment,
    dateModified: moment,
    author: v.union([reference, v.looseObject({ '@type': v.literal('Person'), name: text })]),
    publisher: reference,
    image: v.pipe(v.array(picture), v.minLength(1)),
    wordCount: v.pipe(v.number(), v.integer()),
  }),
  BreadcrumbList: v.looseObject({
    itemListElement: v.pipe(
      v.array(v.looseObject({ '@type': v.literal('ListItem'), position, name: text, item: address })),
      v.minLength(2),
      v.check((steps) => steps.every((step, index) => step.position === index + 1)),
    ),
  }),
  FAQPage: v.looseObject({
    mainEntity: v.pipe(
      v.array(
        v.looseObject({
          '@type': v.literal('Question'),
          name: text,
          acceptedAnswer: v.looseObject({ '@type': v.literal('Answer'), text }),
        }),
      ),
      v.minLength(1),
    ),
  }),
  Blog: v.looseObject({
    name: text,
    url: address,
    publisher: reference,
    blogPost: v.array(v.looseObject({ headline: text, url: address, datePublished: moment })),
  }),
  CollectionPage: v.looseObject({
    name: text,
    url: address,
    isPartOf: reference,
    mainEntity: v.looseObject({ itemListElement: v.array(v.looseObject({ position, name: text, url: address })) }),
  }),
  ProfilePage: v.looseObject({
    name: text,
    url: address,
    mainEntity: v.looseObject({
      '@type': v.literal('Person'),
      name: text,
      url: address,
      image: v.optional(picture),
      sameAs: v.optional(v.array(v.pipe(v.string(), v.url()))),
    }),
  }),
  WebPage: v.looseObject({ name: text, url: address, description: text }),
}

const Graph = v.object({
  '@context': v.literal('https://schema.org'),
  '@graph': v.array(v.looseObject({ '@type': v.string() })),
})
export type FoundNode = v.InferOutput<typeof Graph>['@graph'][number]

/** The structured data of a document; empty when it has none. */
export function dataIn(html: string): FoundNode[] {
  const [, json] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
  return json === undefined ? [] : v.parse(Graph, JSON.parse(json))['@graph']
}

/** Fails when a node lacks a required property. */
export function checkNode(node: FoundNode): void {
  const schema = types[node['@type']]
  if (!schema) throw new Error(`Nobody says what ${node['@type']} needs.`)
  const { issues = [] } = v.safeParse(schema, node)
  expect(issues.map((issue) => `${node['@type']}.${v.getDotPath(issue)}: ${issue.message}`)).toEqual([])
}
