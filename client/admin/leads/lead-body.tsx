import { LoadFailed } from '#client/admin/load-failed.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import type { Lead } from '#contract/leads.ts'
import { LeadDetails } from './lead-details.tsx'
import { LeadProgress } from './lead-progress.tsx'
import { SpamFlagsHelp } from './spam-flags-help.tsx'
import { type LeadListeners, useLead } from './use-lead.ts'

type Props = {
  id: string
  listeners: LeadListeners
  /** Why it was not erased. */
  failure: string | undefined
  onErase: (lead: Lead) => void
}

/** A lead, whole: how far one is with it, what was sent, and the way to erase it. */
export function LeadBody({ id, listeners, failure, onErase }: Props) {
  const { state, retry, saving, saveState } = useLead(id, listeners)
  if (state.status !== 'loaded') {
    return (
      <Parts>
        {state.status === 'loading' && <Spinner label="Loading lead..." />}
        {state.status === 'failed' && <LoadFailed message={state.message} onRetry={retry} />}
      </Parts>
    )
  }
  const { lead } = state
  return (
    <Parts>
      {failure && <Alert>{failure}</Alert>}
      <LeadProgress lead={lead} saving={saving} onChoose={saveState} />
      <SpamFlagsHelp marks={lead.marks} />
      <LeadDetails lead={lead} />
      <div>
        <Button variant="danger" small onClick={() => onErase(lead)}>
          <Icon name="trash" size={18} /> Erase this lead
        </Button>
      </div>
    </Parts>
  )
}

const s = createStyled('admin-lead-body')
/** As high as the window leaves it, so that Next stays under the pointer while a lead is loaded, or is a short one. */
const Parts = s('div')`
  display: grid;
  align-content: start;
  min-height: calc(100dvh - 270px);
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
`
