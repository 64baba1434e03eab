import { ButtonLink, TextLink } from '#client/ui/form/button.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Edition } from '#contract/editions.ts'
import { figure } from '#contract/format-number.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/plans.ts'

/** Plans in order, and the selected billing period. A missing plan has no price. */
export type Offers = { plans: readonly Plan[]; monthly: boolean }

/** 24 → "24", 24.5 → "24.50", 1024 → "1,024". */
export const dollars = (price: number) => figure(price, Number.isInteger(price) ? 0 : 2)

export const amount = ({ monthly_price, annual_price }: Plan, monthly: boolean) =>
  dollars(monthly ? monthly_price : annual_price)

/** What the price includes. Without JavaScript the period cannot be switched, so both prices are shown. */
export const Unit = ({ plan, monthly }: { plan: Plan; monthly: boolean }) => (
  <>
    per user per month{!monthly && ', billed annually'}
    <noscript>, or ${dollars(plan.monthly_price)} billed monthly</noscript>
  </>
)

/** In place of a missing price. */
export const AskForPrice = ({ name }: { name: string }) => (
  <TextLink to={pagePaths.contact}>
    <span>
      Ask for a price<VisuallyHidden> of {name}</VisuallyHidden>
    </span>
  </TextLink>
)

/** Opens the sign-up form with this edition selected. */
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

/** Emphasized by the design. This does not claim that it is the most popular one. */
const EMPHASIZED_PLAN = 2

export const isEmphasized = ({ plan }: Edition) => plan === EMPHASIZED_PLAN

export const inColumn = (edition: Edition) => ({ 'data-emphasized': isEmphasized(edition) || undefined })

const s = createStyled('price')
/** For controls that need JavaScript. */
export const HiddenWithoutScript = s('span')`
  @media (scripting: none) { display: none; }
`
