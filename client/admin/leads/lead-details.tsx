import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import type { Lead } from '#contract/leads.ts'
import { mailto, tel } from './contact-links.ts'
import { leadKindLabels } from './labels.ts'
import { When } from './when.tsx'

/** All that was sent, in the order of the form. Whom to answer is a link to do so. */
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
  if (value === email) return <Way href={mailto(email)}>{email}</Way>
  if (value === phone) return <Way href={tel(phone)}>{phone}</Way>
  return undefined
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
const Way = s('a')`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  margin-block: -10px;
  color: var(--primary-ink);
  font-weight: 600;
  text-underline-offset: 4px;
`
