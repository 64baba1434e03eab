import { useId } from 'react'
import { When } from '#client/admin/shared/when.tsx'
import { Ring } from '#client/ui/base/spinner.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { leadStates } from '#contract/lead-query.ts'
import type { Lead } from '#contract/leads.ts'
import { leadStateLabels } from './labels.tsx'
import type { SavingState } from './use-leads.ts'

type Props = SavingState & { lead: Lead }

/** The state of a lead. A click saves at once, so these are no radio buttons: arrow keys would save every state. */
export function LeadProgress({ lead, saving, saved }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title id={id}>State</Title>
      <Choices role="group" aria-labelledby={id}>
        {leadStates.map((state) => (
          <Choice
            key={state}
            type="button"
            aria-pressed={state === lead.state}
            onClick={() => state !== lead.state && saving.run(state)}
          >
            {leadStateLabels[state]}
          </Choice>
        ))}
      </Choices>
      <StatusText role="status">
        {saving.busy && (
          <span>
            <Ring /> Saving...
          </span>
        )}
        <span>{saved && `Saved: ${leadStateLabels[saved]}`}</span>
      </StatusText>
      {saving.failure && (
        <Alert key={saving.failure.attempt}>{`The state was not saved. ${saving.failure.message}`}</Alert>
      )}
      <Past aria-label="History">
        <li>
          Received: <When at={lead.at} />
        </li>
        {lead.events.map(({ at, state }) => (
          <li key={at}>
            <span>{leadStateLabels[state]}</span>: <When at={at} />
          </li>
        ))}
      </Past>
    </section>
  )
}

const s = createStyled('admin-lead-progress')
const Title = s('h3')`
  margin-bottom: 10px;
  font: 640 1rem/1.5 var(--f-body);
  letter-spacing: 0;
`
const Choices = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
const Choice = s('button')`
  min-height: 44px;
  padding: 8px 16px;
  border: 0;
  border-radius: var(--r-pill);
  background: transparent;
  box-shadow: inset 0 0 0 1.5px var(--line-strong);
  font-size: 0.9375rem;
  font-weight: 640;
  cursor: pointer;
  &:hover { background: var(--surface-2); }
  &[aria-pressed='true'] { background: var(--primary); box-shadow: none; color: var(--on-primary); }
  &[aria-pressed='true']::before { content: '✓'; content: '✓' / ''; margin-right: 8px; }
`
const StatusText = s('p')`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 32px;
  color: var(--text-2);
  font-size: 0.9375rem;
`
const Past = s('ol')`
  display: grid;
  gap: 2px;
  margin-top: 8px;
  padding-left: 14px;
  border-left: 3px solid var(--line-strong);
  color: var(--text-2);
  font-size: 0.9375rem;
`
