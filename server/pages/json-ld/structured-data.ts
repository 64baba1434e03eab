import { pagePaths } from '#contract/paths.ts'
import { type HeadContext, plainTitle } from '#server/pages/head-context.ts'
import { blog, collection, posting } from './blog.ts'
import { at, type Node, reference, SITE } from './node.ts'
import { organization, software, webSite } from './vendor.ts'

/**
 * What search engines are told of a page that they may show: facts that the page shows, too, and nothing else. It stands
 * at the end of a document: nothing that a reader sees waits for it.
 */
export function structuredData(context: HeadContext): string {
  if (context.head.noindex) return ''
  const graph = { '@context': 'https://schema.org', '@graph': nodes(context) }
  // No text can end the script that holds it. A browser runs nothing of this type, so the policy needs no hash of it.
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`
}

function nodes(context: HeadContext): Node[] {
  const { head } = context
  const path = head.canonicalPath ?? ''
  const own = [
    ...(path === pagePaths.home ? [webSite(context)] : [crumbs(context, path)]),
    ...(head.offers ? [software(context)] : []),
    ...mainOf(context, path),
    ...(head.questions ? [faq(context, head.questions)] : []),
  ]
  // The vendor stands beside what it publishes, as on the home page: on every page it would be 70 bytes that nobody reads.
  return own.some(({ publisher }) => publisher) ? [organization(context), ...own] : own
}

function mainOf(context: HeadContext, path: string): Node[] {
  const { article, list, questions } = context.head
  if (article) return [posting(context, article)]
  if (list) return [(path === pagePaths.blog ? blog : collection)(context, list.posts)]
  return path === pagePaths.home || questions ? [] : [webPage(context, path)]
}

const webPage = (context: HeadContext, path: string): Node => ({
  '@type': 'WebPage',
  name: plainTitle(context),
  description: context.head.description,
  url: at(context, path),
  inLanguage: 'en-US',
  isPartOf: reference(context, SITE),
})

const faq = (context: HeadContext, questions: NonNullable<HeadContext['head']['questions']>): Node => ({
  '@type': 'FAQPage',
  url: at(context, context.head.canonicalPath ?? ''),
  name: plainTitle(context),
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** The way from the home page to this one. */
function crumbs(context: HeadContext, path: string): Node {
  const { article } = context.head
  const own = { name: article?.title ?? plainTitle(context), path }
  const steps = [{ name: 'Home', path: pagePaths.home }, ...between(context, path), own]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: at(context, step.path),
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
