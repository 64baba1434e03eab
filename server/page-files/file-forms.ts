import type * as v from 'valibot'
import { LandingSchema } from '#contract/landing.ts'
import { type PageTextsId, pageTextIds, pageTextSchemas } from '#contract/page-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import { PlansSchema, SiteSchema } from '#contract/site.ts'
import { landingIds } from '#contract/trades.ts'
import { AuthorFileSchema } from '#server/content/files/author-file.ts'
import { shippedTexts } from '#server/content/snapshot/page-texts.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'

/** A content file that has a form. `help`: what is not obvious about it. */
export type FileForm = {
  file: string
  title: string
  help: string | null
  schema: v.GenericSchema
  /** The pages that show it, the first one first. */
  paths: readonly string[]
  /** What the site shows of keys that the file leaves out. The file may be missing. */
  shipped?: object
}

const IN_PDFS =
  'The company is also in the agreements. Their pages change at once, the PDFs do not: those who run the site make them again with bun run documents.'

const site: FileForm = {
  file: 'site.yml',
  title: 'Contact, hours and company',
  help: IN_PDFS,
  schema: SiteSchema,
  paths: [pagePaths.contact, pagePaths.home, pagePaths.pricing],
}
const plans: FileForm = {
  file: 'plans.yml',
  title: 'Prices',
  help: null,
  schema: PlansSchema,
  paths: [pagePaths.pricing, pagePaths.home],
}

const pages: Readonly<Record<PageTextsId, { title: string; path: string }>> = {
  home: { title: 'Home page', path: pagePaths.home },
  features: { title: 'Features', path: pagePaths.features },
  pricing: { title: 'Texts of the prices page', path: pagePaths.pricing },
  'learn-more': { title: 'Learn More', path: pagePaths.learnMore },
}
const NAME_IN_TEXTS = '{name} stands for the product’s name.'

/** The files that have forms, by the headings of their list. */
export function fileForms({
  authors,
  landings,
}: Pick<Snapshot, 'authors' | 'landings'>): { title: string; forms: FileForm[] }[] {
  const texts = pageTextIds.map((id): FileForm => {
    const { title, path } = pages[id]
    const shipped = shippedTexts[id]('{name}')
    const help = `${NAME_IN_TEXTS} A field that is empty shows the text that is shipped.`
    return { file: `pages/${id}.yml`, title, help, schema: pageTextSchemas[id], paths: [path], shipped }
  })
  const trades = landingIds.map(
    (id): FileForm => ({
      file: `landings/${id}.yml`,
      title: landings.get(id)?.landing.title ?? pagePaths.landing(id),
      help: NAME_IN_TEXTS,
      schema: LandingSchema,
      paths: [pagePaths.landing(id)],
    }),
  )
  const people = [...authors.values()].map(
    ({ id, file, name }): FileForm => ({
      file,
      title: name,
      help: null,
      schema: AuthorFileSchema,
      paths: [pagePaths.author(id)],
    }),
  )
  return [
    { title: 'The site', forms: [site, plans] },
    { title: 'Texts of pages', forms: texts },
    { title: 'Pages of trades', forms: trades },
    { title: 'Authors', forms: people },
  ]
}
