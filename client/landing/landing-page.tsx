import type { PageProps } from '#client/lib/page-types.ts'
import type { Trade } from '#client/mockups/samples.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { ButtonLink } from '#client/ui/form/button.tsx'
import type { LandingId } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import { Hero } from './hero.tsx'
import type { LandingData } from './landing-data.ts'
import { MainMockup, PainPoints, Questions, SetupChecklist } from './landing-sections.tsx'
import { TradeApp } from './trade-app.tsx'

/** A landing page: one component for five routes, with the copy of content/landings. */
export default function LandingPage({ data: { id, landing }, site }: PageProps<LandingData>) {
  if (!landing) return null
  const { hero, closing } = landing
  const trade = trades[id]
  return (
    <>
      <Hero hero={hero} trade={trade} name={site.name} />
      <PainPoints pains={landing.pains} />
      <MainMockup screen={landing.screen} trade={trade} />
      <TradeApp app={landing.app} trade={trade} slug={site.slug} />
      <SetupChecklist list={landing.setup} />
      <Questions questions={landing.questions} />
      <ClosingCallToAction title={closing.title} text={closing.text} goods={hero.goods} days={hero.days}>
        <ButtonLink to={pagePaths.contact} caps>
          {`GET STARTED WITH ${site.name.toUpperCase()} ERP`}
        </ButtonLink>
      </ClosingCallToAction>
    </>
  )
}

/** The sample data of each landing page. */
export const trades: Record<LandingId, Trade> = {
  'bakery-erp': 'bakery',
  'milk-distribution': 'milk',
  'sauce-erp': 'sauce',
  importers: 'importers',
  distributors: 'distributors',
}
