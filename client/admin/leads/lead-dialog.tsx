import type { ReactNode } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { When } from '#client/admin/shared/when.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { Lead, LeadCard } from '#contract/leads.ts'
import { leadKindLabels, mailto, SpamFlagsHelp, tel } from './labels.tsx'
import { LeadProgress } from './lead-progress.tsx'
import type { useOpened } from './use-lead-query.ts'
import { type Leads, useErasure, useLead } from './use-leads.ts'

type Props = { opened: ReturnType<typeof useOpened>; list: Leads }

export function LeadDialog({ opened: { id, close, openOther }, list }: Props) {
  const toast = useToast()
  const leads = list.items ?? []
  // The question has already closed: focus cannot return behind an open dialog.
  const erasure = useErasure((erased) => {
    toast('Erased')
    close()
    list.remove(erased)
  })
  return (
    <>
      <Dialog
        title={leads.find((one) => one.id === id)?.name ?? 'Lead'}
        open={id !== undefined}
        onClose={close}
        footer={id !== undefined && <AdjacentLeads id={id} leads={leads} onOpen={openOther} />}
      >
        {id !== undefined && (
          <LeadBody key={id} id={id} list={list} failure={erasure.failureOf(id)} onErase={erasure.ask} />
        )}
      </Dialog>
      {erasure.question && <ConfirmDialog question={erasure.question} onClosed={erasure.answered} />}
    </>
  )
}

/** Everything that was sent, in form order. Email and phone are links. */
export function LeadDetails({ lead }: { lead: Lead }) {
  return (
    <div>
      <List>
        <dt>Kind</dt>
        <dd>{leadKindLabels[lead.kind]}</dd>
        {lead.fields.map(({ label, value }) => (
          <Detail key={label} label={label}>
            {reachable(lead, value) ?? (value || <Missing>Not given</Missing>)}
          </Detail>
        ))}
        {lead.message !== undefined && (
          <Detail label="Message">
            <Message>{lead.message}</Message>
          </Detail>
        )}
        <Detail label="Received">
          <When at={lead.at} />
        </Detail>
        <Detail label="Network">{lead.address}</Detail>
      </List>
    </div>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function reachable({ email, phone }: Lead, value: string) {
  if (value === '') return undefined
  if (value === email) return <ContactLink href={mailto(email)}>{email}</ContactLink>
  if (value === phone) return <ContactLink href={tel(phone)}>{phone}</ContactLink>
  return undefined
}

type LeadDetailsProps = {
  id: string
  list: Leads
  failure: string | undefined
  onErase: (lead: Lead) => void
}

/** A lead with its progress, details and the button to erase it. */
export function LeadBody({ id, list, failure, onErase }: LeadDetailsProps) {
  const { query, saving, saved } = useLead(id, list)
  return (
    <Parts>
      <QueryView query={query} label="Loading lead...">
        {(lead) => (
          <>
            {failure && <Alert>{`It was not erased. ${failure}`}</Alert>}
            <LeadProgress lead={lead} saving={saving} saved={saved} />
            <SpamFlagsHelp marks={lead.marks} />
            <LeadDetails lead={lead} />
            <div>
              <Button variant="danger" small onClick={() => onErase(lead)}>
                <Icon name="trash" size={18} /> Erase this lead
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </Parts>
  )
}

type AdjacentLeadsProps = { id: string; leads: readonly LeadCard[]; onOpen: (id: string) => void }

/** Links to the adjacent leads, as far as the list is loaded, and the current position. */
export function AdjacentLeads({ id, leads, onOpen }: AdjacentLeadsProps) {
  const index = leads.findIndex((one) => one.id === id)
  if (index === -1) return null
  const step = (lead: LeadCard | undefined) => ({ disabled: !lead, onClick: () => lead && onOpen(lead.id) })
  return (
    <Adjacent>
      <Button variant="outline" small {...step(leads[index - 1])}>
        <Icon name="arrow-left" size={18} /> Previous
      </Button>
      <p role="status">
        <VisuallyHidden>{`${leads[index]?.name ?? ''}, `}</VisuallyHidden>
        <span>{index + 1}</span> of <span>{leads.length}</span>
      </p>
      <Button variant="outline" small {...step(leads[index + 1])}>
        Next <Icon name="arrow-right" size={18} />
      </Button>
    </Adjacent>
  )
}

const s = createStyled('admin-lead-details')
const List = s('dl')`
  display: grid;
  grid-template-columns: minmax(110px, auto) minmax(0, 1fr);
  border-top: 1px solid var(--line);
  & > * { padding-block: 10px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  & > dt { padding-right: 24px; color: var(--text-2); }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    & > dt { padding-block: 10px 0; border: 0; font-size: 0.875rem; }
    & > dd { padding-top: 2px; }
  }
`
const Missing = s('span')`
  color: var(--text-3);
`
const Message = s('div')`
  max-width: 45.4em;
  white-space: pre-wrap;
`
const ContactLink = s('a')`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  margin-block: -10px;
  color: var(--primary-ink);
  font-weight: 600;
  text-underline-offset: 4px;
`
/** Fills the window, so that Next stays under the pointer while a lead loads or is short. */
const Parts = s('div')`
  display: grid;
  align-content: start;
  min-height: calc(100dvh - 270px);
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
`
const Adjacent = s('div')`
  display: flex;
  flex: 1;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
  color: var(--text-2);
  white-space: nowrap;
  ${media.phone} { & svg { display: none; } }
`
