import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { LeadMark } from '#contract/lead-query.ts'
import { spamFlagLabels } from './labels.ts'

/** Why a lead is marked, and that it need not mean anything: it was taken all the same (decision 26). */
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

const s = createStyled('admin-lead-marks')
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
