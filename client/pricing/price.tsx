import { ButtonLink, TextLink } from '#client/ui/form/button.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Edition } from '#contract/editions.ts'
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

/** §2: to the route `try-for-free` below this page, with the plan that it preselects (decision 24). */
export const TryLink = ({ edition, small }: { edition: Edition; small?: boolean }) => (
  <ButtonLink
    to={`${pagePaths.tryForFree}?plan=${edition.plan}`}
    variant={isEmphasized(edition) ? 'primary' : 'outline'}
    small={small}
    block
    aria-label={`Try For Free: ${edition.name}`}
  >
    Try For Free
  </ButtonLink>
)

/** The edition that the design emphasizes. This says nothing of how many chose it. */
const EMPHASIZED_PLAN = 2

export const isEmphasized = ({ plan }: Edition) => plan === EMPHASIZED_PLAN

/** Marks a cell of the emphasized edition's column. */
export const inColumn = (edition: Edition) => ({ 'data-emphasized': isEmphasized(edition) || undefined })

const s = createStyled('price')
/** What does nothing without JavaScript, and is not shown then. */
export const HiddenWithoutScript = s('span')`
  @media (scripting: none) { display: none; }
`
