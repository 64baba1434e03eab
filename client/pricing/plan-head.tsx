import type { Edition } from '#contract/editions.ts'
import type { Plan } from '#contract/plans.ts'
import { inColumn } from './emphasized.ts'
import { Amount, Corner, Dollar, EditionName, Inside, Note, PlanCell, Units } from './header.styles.ts'
import { AskForPrice, amount, Unit } from './price.tsx'
import { HiddenWithoutScript } from './scripted.ts'
import { TryLink } from './try-link.tsx'

type Billing = { monthly: boolean; stuck: boolean }

/** Beside the plans. §4: the billed-annually note shows only in annual mode. */
export const NoteHead = ({ monthly, stuck }: Billing) => (
  <Corner $stuck={stuck}>
    <Inside $stuck={stuck}>
      <Note $stuck={stuck}>
        Prices in USD.
        {!monthly && (
          <>
            <br />
            Billed annually. <HiddenWithoutScript>Switch on “Show Monthly” to pay month by month.</HiddenWithoutScript>
          </>
        )}
      </Note>
    </Inside>
  </Corner>
)

type PlanHeadProps = Billing & { edition: Edition; plan: Plan | undefined }

/** The head of a column; `abbr` is what screen readers repeat with its cells. */
export function PlanHead({ edition, plan, monthly, stuck }: PlanHeadProps) {
  return (
    <PlanCell scope="col" abbr={edition.name} $stuck={stuck} {...inColumn(edition)}>
      <Inside $stuck={stuck}>
        <EditionName>{edition.name}</EditionName>
        {plan ? (
          <Amount $stuck={stuck}>
            <Dollar $stuck={stuck}>$</Dollar>
            {amount(plan, monthly)}
          </Amount>
        ) : (
          <div>
            <AskForPrice name={edition.name} />
          </div>
        )}
        <Units $stuck={stuck}>{plan && <Unit plan={plan} monthly={monthly} />}</Units>
        <TryLink edition={edition} small />
      </Inside>
    </PlanCell>
  )
}
