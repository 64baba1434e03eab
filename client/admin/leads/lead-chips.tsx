import { css } from 'styled-components'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { LeadMark, LeadState } from '#contract/lead-query.ts'
import { leadStateLabels, spamFlagLabels } from './labels.tsx'

export const StateChip = ({ state }: { state: LeadState }) => <Pill $state={state}>{leadStateLabels[state]}</Pill>

export const UnreadChip = () => <Unread>Unread</Unread>

/** Why the lead may be spam (docs/product-rules.md#spam-signals). */
export function Marks({ marks }: { marks: readonly LeadMark[] }) {
  return marks.map((mark) => (
    <Warning key={mark}>
      <Icon name="alert" size={16} />
      {spamFlagLabels[mark].name}
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

/** Explains the spam flags. The lead was accepted all the same. */
export function SpamFlagsHelp({ marks }: { marks: readonly LeadMark[] }) {
  if (marks.length === 0) return null
  return (
    <Box>
      <Icon name="alert" size={24} />
      <div>
        <h3>This may come from a program</h3>
        {marks.map((mark) => (
          <p key={mark}>
            <strong>{spamFlagLabels[mark].name}.</strong> {spamFlagLabels[mark].why}
          </p>
        ))}
      </div>
    </Box>
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
const Box = s('div')`
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
