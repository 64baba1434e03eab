import { css } from 'styled-components'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { editions } from '#contract/editions.ts'
import type { LeadKind, LeadMark, LeadState } from '#contract/lead-query.ts'
import type { LeadCard } from '#contract/leads.ts'
import { FILL_TIME_MIN_MS } from '#contract/limits.ts'

export const leadKindLabels: Record<LeadKind, string> = { registration: 'Trial sign-up', message: 'Message' }

export const leadStateLabels: Record<LeadState, string> = {
  new: 'New',
  contacted: 'Contacted',
  'trial started': 'Trial started',
  closed: 'Closed',
}

export const spamFlagLabels: Record<LeadMark, { name: string; why: string }> = {
  honeypot: {
    name: 'Hidden field filled',
    why: 'A field that people can’t see was filled in. Bots fill in every field they find.',
  },
  fast: {
    name: 'Filled in very fast',
    why: `The form was sent after less than ${FILL_TIME_MIN_MS / 1000} seconds. People are seldom that fast, unless their browser fills it in.`,
  },
}

/** Edition names of the sign-up form, where the first is Basic (docs/product-rules.md#editions). */
export const editionLabels = editions.map(({ plan, name }) => ({
  plan: String(plan),
  name: plan === 1 ? 'Basic' : name,
}))

const editionOf = (plan: number | undefined) => editionLabels.find((one) => one.plan === String(plan))?.name

export const requestOf = ({ plan, excerpt }: Pick<LeadCard, 'plan' | 'excerpt'>) => editionOf(plan) ?? excerpt ?? ''

/** Link that opens a mail. Characters with a meaning in links are encoded. */
export const mailto = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Link that dials a number; `(555) 123-4567 x89` has an extension. */
export function tel(phone: string): string {
  const [number = '', extension] = phone.split(/x/i)
  const digits = (text: string) => text.replace(/[^\d+]/g, '')
  return `tel:${digits(number)}${extension ? `;ext=${digits(extension)}` : ''}`
}

export const StateChip = ({ state }: { state: LeadState }) => <Pill $state={state}>{leadStateLabels[state]}</Pill>

export const UnreadChip = () => <Unread>Unread</Unread>

/** Why the lead may be spam (docs/product-rules.md#spam-signals). */
export function SpamFlags({ marks }: { marks: readonly LeadMark[] }) {
  return marks.map((mark) => (
    <Warning key={mark}>
      <Icon name="alert" size={16} />
      <span>{spamFlagLabels[mark].name}</span>
    </Warning>
  ))
}

const pill = css`
  display: inline-flex;
  align-items: center;
  padding: 7px 11px;
  border-radius: var(--r-pill);
  font-size: var(--t-micro);
  font-weight: 640;
  line-height: 1;
  white-space: nowrap;
`
const looks: Record<LeadState, string> = {
  new: 'background: var(--primary-soft); color: var(--primary-ink);',
  contacted: 'background: var(--secondary-soft); color: var(--secondary-ink);',
  'trial started': 'background: var(--success-soft); color: var(--success);',
  closed: 'color: var(--text-2); box-shadow: inset 0 0 0 1px var(--line-strong);',
}

/** Explains the spam flags. The lead was accepted nevertheless. */
export function SpamFlagsHelp({ marks }: { marks: readonly LeadMark[] }) {
  if (marks.length === 0) return null
  return (
    <Explanation>
      <Icon name="alert" size={24} />
      <div>
        <h3>This may come from a program</h3>
        {marks.map((mark) => (
          <p key={mark}>
            <strong>{`${spamFlagLabels[mark].name}.`}</strong> <span>{spamFlagLabels[mark].why}</span>
          </p>
        ))}
      </div>
    </Explanation>
  )
}

const s = createStyled('admin-lead-chips')
const Pill = s('span')<{ $state: LeadState }>`
  ${pill}
  ${({ $state }) => looks[$state]}
`
const Unread = s('span')`
  ${pill}
  gap: 6px;
  padding: 4px 8px;
  background: var(--primary-soft);
  color: var(--primary-ink);
  font-size: 0.75rem;
  &::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
`
const Warning = s('span')`
  display: flex;
  align-items: center;
  gap: 7px;
  margin-top: 6px;
  color: var(--warning);
  font-size: 0.875rem;
  font-weight: 600;
`
const Explanation = s('div')`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 14px;
  padding: 16px 18px;
  border-left: 5px solid var(--warning);
  border-radius: var(--r-md);
  background: var(--warning-soft);
  & > svg { margin-top: 2px; color: var(--warning); }
  & h3 { font: 640 1rem/1.5 var(--f-body); letter-spacing: 0; }
`
