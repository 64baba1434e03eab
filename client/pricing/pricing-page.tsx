import { useState } from 'react'
import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { Container, Lead, PageHead } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { Promises } from '#client/ui/brand/promises.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { Plan, SiteInfo } from '#contract/site.ts'
import { createBilling } from './billing.ts'
import { Chart, EditionTable } from './chart.tsx'

const Calculator = lazyPart(() => import('./calculator.tsx'))
export const loadParts = () => Promise.all([Calculator.load(), EditionTable.load()])

export const head = (_: Plan[], { name }: SiteInfo): DocumentHead => ({
  title: `Prices and editions | ${name}`,
  description: `The four editions of ${name} ERP side by side: users, clients, storage and features. Prices per person, per month; the first month is free.`,
  canonicalPath: pagePaths.pricing,
  image: 'pricing',
  offers: true,
})

/** `/pricing`. The calculator is a separate chunk. */
export default function PricingPage({ data, site }: PageProps<Plan[]>) {
  const [billing] = useState(createBilling)
  return (
    <>
      <PageHead>
        <h1>Prices per person, per month. Plugins extra.</h1>
        <Lead>
          Every edition includes the CRM. We customize the software and set up your data for free, and the first month
          is free, too.
        </Lead>
        <Calculator plans={data} billing={billing} />
      </PageHead>
      <Chart plans={data} billing={billing} pluginPrices={site.plugin_prices} />
      <Container>
        <Held company={site.company} />
      </Container>
      <ClosingCallToAction
        title="Not sure which edition fits?"
        text="Tell us how many people, clients and delivery days you have. If the smallest one is enough, we will say so."
        goods={['jar', 'bottle']}
      >
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
