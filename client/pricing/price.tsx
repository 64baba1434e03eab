import { TextLink } from '#client/ui/text-link.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { figure } from '#contract/format-number.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/plans.ts'

/** Prices in plan order, and which of the two are shown (§4). One that is missing is asked for. */
export type Offers = { plans: readonly Plan[]; monthly: boolean }

/** 24 → "24", 24.5 → "24.50", 1024 → "1,024". */
export const dollars = (price: number) => figure(price, Number.isInteger(price) ? 0 : 2)

export const amount = ({ monthly_price, annual_price }: Plan, monthly: boolean) =>
  dollars(monthly ? monthly_price : annual_price)

/** What the number means; without JavaScript nobody can switch to the monthly prices, so both are there. */
export const Unit = ({ plan, monthly }: { plan: Plan; monthly: boolean }) => (
  <>
    per user per month{!monthly && ', billed annually'}
    <noscript>, or ${dollars(plan.monthly_price)} billed monthly</noscript>
  </>
)

/** In place of a price that nobody told us. */
export const AskForPrice = ({ name }: { name: string }) => (
  <TextLink to={pagePaths.contact}>
    <span>
      Ask for a price<VisuallyHidden> of {name}</VisuallyHidden>
    </span>
  </TextLink>
)
