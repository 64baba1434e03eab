import type { BreadcrumbList, FAQPage, Graph, Thing, WebPage } from 'schema-dts'
import { pagePaths } from '#contract/paths.ts'
import { type HeadContext, plainTitle } from '#server/pages/head-tags.ts'
import { blog, blogPosting, collection } from './blog.ts'
import { absoluteUrl, organization, reference, SITE, software, webSite } from './vendor.ts'

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
    ...(path === pagePaths.home ? [webSite(context)] : [breadcrumbs(context, path)]),
    ...(head.offers ? [software(context)] : []),
    ...mainOf(context, path),
    ...(head.questions ? [faq(context, head.questions)] : []),
  ]
  return own.some((node) => typeof node === 'object' && 'publisher' in node) ? [organization(context), ...own] : own
}

function mainOf(context: HeadContext, path: string): Thing[] {
  const { article, list, questions } = context.head
  if (article) return [blogPosting(context, article)]
  if (list) return [(path === pagePaths.blog ? blog : collection)(context, list.posts)]
  return path === pagePaths.home || questions ? [] : [webPage(context, path)]
}

const webPage = (context: HeadContext, path: string): WebPage => ({
  '@type': 'WebPage',
  name: plainTitle(context),
  description: context.head.description,
  url: absoluteUrl(context, path),
  inLanguage: 'en-US',
  isPartOf: reference(context, SITE),
})

const faq = (context: HeadContext, questions: NonNullable<HeadContext['head']['questions']>): FAQPage => ({
  '@type': 'FAQPage',
  url: absoluteUrl(context, context.head.canonicalPath ?? ''),
  name: plainTitle(context),
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** The path from the home page to this one. */
function breadcrumbs(context: HeadContext, path: string): BreadcrumbList {
  const { article } = context.head
  const own = { name: article?.title ?? plainTitle(context), path }
  const steps = [{ name: 'Home', path: pagePaths.home }, ...between(context, path), own]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: absoluteUrl(context, step.path),
    })),
  }
}

function between({ head: { article, list } }: HeadContext, path: string): { name: string; path: string }[] {
  if (path === pagePaths.tryForFree) return [{ name: 'Prices and editions', path: pagePaths.pricing }]
  if (path === pagePaths.blog || !(article || list)) return []
  const category = article?.category
  return [
    { name: 'Blog', path: pagePaths.blog },
    ...(category ? [{ name: category.name, path: pagePaths.category(category.id) }] : []),
  ]
}
