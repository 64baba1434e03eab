import { useState } from 'react'
import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { Container, Lead, PageHead } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { Promises } from '#client/ui/brand/promises.tsx'
import { pagePaths } from '#contract/paths.ts'
import { type PricingTexts, pricingTexts } from '#contract/pricing-texts.ts'
import type { Plan, SiteInfo } from '#contract/site.ts'
import { createBilling } from './billing.ts'
import { Chart, EditionTable } from './chart.tsx'

const Calculator = lazyPart(() => import('./calculator.tsx'))
export const loadParts = () => Promise.all([Calculator.load(), EditionTable.load()])

export type PricingData = { plans: Plan[]; texts: PricingTexts | null }

export const head = ({ texts }: PricingData, { name }: SiteInfo): DocumentHead => ({
  title: `Prices and editions | ${name}`,
  description: (texts ?? pricingTexts(name)).description,
  canonicalPath: pagePaths.pricing,
  image: 'pricing',
  offers: true,
})

/** `/pricing`. The calculator is a separate chunk. */
export default function PricingPage({ data: { plans, texts }, site }: PageProps<PricingData>) {
  const { hero, closing } = texts ?? pricingTexts(site.name)
  const [billing] = useState(createBilling)
  return (
    <>
      <PageHead>
        <h1>{hero.headline}</h1>
        <Lead>{hero.lead}</Lead>
        <Calculator plans={plans} billing={billing} />
      </PageHead>
      <Chart plans={plans} billing={billing} pluginPrices={site.plugin_prices} />
      <Container>
        <Held company={site.company} />
      </Container>
      <ClosingCallToAction title={closing.title} text={closing.text} goods={['jar', 'bottle']}>
        <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
      </ClosingCallToAction>
    </>
  )
}

const s = createStyled('pricing')
/** Two columns of two: the section is thin. */
const Held = s(Promises)`
  padding-bottom: var(--s-section);
  & ul { display: grid; grid-template-columns: repeat(2, max-content); gap: 0 48px; }
  ${media.compact} { & ul { grid-template-columns: minmax(0, 1fr); } }
`
