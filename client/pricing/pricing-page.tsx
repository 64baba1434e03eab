import type { PageProps } from '#client/lib/page-types.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Lead, PageHead } from '#client/ui/layout.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/site.ts'
import { Chart } from './chart.tsx'

export default function PricingPage({ data }: PageProps<Plan[]>) {
  return (
    <>
      <PageHead>
        <h1>Simple prices, per person, per month</h1>
        <Lead>
          Every edition includes the CRM, the set-up of your data and the help of the people who wrote the software. The
          first month is free.
        </Lead>
      </PageHead>
      <Chart plans={data} />
      <ClosingCallToAction
        title="Not sure which edition fits?"
        text="Tell us how many people, clients and delivery days you have. We will say so if the smallest one is enough."
        goods={['jar', 'bottle']}
      >
        <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
      </ClosingCallToAction>
    </>
  )
}
