import { pagePaths } from '#contract/paths.ts'
import { plainTitle, type Told } from '#server/pages/head-world.ts'
import { blog, collection, posting } from './blog.ts'
import { at, type Node, reference, SITE } from './node.ts'
import { organization, software, webSite } from './vendor.ts'

/**
 * What search engines are told of a page that they may show: facts that the page shows, too, and nothing else. It stands
 * at the end of a document: nothing that a reader sees waits for it.
 */
export function structuredData(told: Told): string {
  if (told.head.noindex) return ''
  const graph = { '@context': 'https://schema.org', '@graph': nodes(told) }
  // No text can end the script that holds it. A browser runs nothing of this type, so the policy needs no hash of it.
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`
}

function nodes(told: Told): Node[] {
  const { head } = told
  const path = head.canonicalPath ?? ''
  const own = [
    ...(path === pagePaths.home ? [webSite(told)] : [crumbs(told, path)]),
    ...(head.offers ? [software(told)] : []),
    ...mainOf(told, path),
    ...(head.questions ? [faq(told, head.questions)] : []),
  ]
  // The vendor stands beside what it publishes, as on the home page: on every page it would be 70 bytes that nobody reads.
  return own.some(({ publisher }) => publisher) ? [organization(told), ...own] : own
}

function mainOf(told: Told, path: string): Node[] {
  const { article, list, questions } = told.head
  if (article) return [posting(told, article)]
  if (list) return [(path === pagePaths.blog ? blog : collection)(told, list.posts)]
  return path === pagePaths.home || questions ? [] : [webPage(told, path)]
}

const webPage = (told: Told, path: string): Node => ({
  '@type': 'WebPage',
  name: plainTitle(told),
  description: told.head.description,
  url: at(told, path),
  inLanguage: 'en-US',
  isPartOf: reference(told, SITE),
})

const faq = (told: Told, questions: NonNullable<Told['head']['questions']>): Node => ({
  '@type': 'FAQPage',
  url: at(told, told.head.canonicalPath ?? ''),
  name: plainTitle(told),
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** The way from the home page to this one. */
function crumbs(told: Told, path: string): Node {
  const { article } = told.head
  const own = { name: article?.title ?? plainTitle(told), path }
  const steps = [{ name: 'Home', path: pagePaths.home }, ...between(told, path), own]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: at(told, step.path),
    })),
  }
}

function between({ head: { article, list } }: Told, path: string): { name: string; path: string }[] {
  if (path === pagePaths.tryForFree) return [{ name: 'Prices and editions', path: pagePaths.pricing }]
  if (path === pagePaths.blog || !(article || list)) return []
  const category = article?.category
  return [
    { name: 'Blog', path: pagePaths.blog },
    ...(category ? [{ name: category.name, path: pagePaths.category(category.id) }] : []),
  ]
}
