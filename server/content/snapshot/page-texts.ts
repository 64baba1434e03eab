import { featuresTexts } from '#contract/features-texts.ts'
import { homeTexts } from '#contract/home-texts.ts'
import { learnMoreTexts } from '#contract/learn-more-texts.ts'
import type { PageTexts, PageTextsId } from '#contract/page-texts.ts'
import { pricingTexts } from '#contract/pricing-texts.ts'
import { isMapping } from '#server/text/front-matter/read-yaml.ts'
import type { Snapshot } from './snapshot.ts'

/** The texts that are shipped, with a name of the product. */
export const shippedTexts: { [Id in PageTextsId]: (name: string) => PageTexts[Id] } = {
  home: homeTexts,
  features: featuresTexts,
  pricing: pricingTexts,
  'learn-more': learnMoreTexts,
}

/** The texts of a page with those that the site changes; null where all are as they are shipped, or its file is invalid. */
export function findPageTexts<Id extends PageTextsId>({ pageTexts, site }: Snapshot, id: Id): PageTexts[Id] | null {
  const changed = pageTexts.get(id)?.texts
  return changed ? (withChanges(shippedTexts[id](site.name), changed, site.name) as PageTexts[Id]) : null
}

/** Texts and lists are replaced as a whole. The product's name stands for `{name}`. */
function withChanges(shipped: unknown, changed: unknown, name: string): unknown {
  if (changed === undefined) return shipped
  if (!isMapping(shipped) || !isMapping(changed))
    return JSON.parse(JSON.stringify(changed), (_, value) =>
      typeof value === 'string' ? value.replaceAll('{name}', () => name) : value,
    )
  return Object.fromEntries(
    Object.entries(shipped).map(([key, value]) => [key, withChanges(value, changed[key], name)]),
  )
}
