import { createStyled } from '#client/ui/create-styled.ts'
import { type Age, dollars } from './sample-totals.ts'

const s = createStyled('age-bars')
const Bars = s('div')`
  display: flex;
  gap: 0.8em;
  margin-bottom: 2em;
`
/** As wide as its share of all that is open, but never narrower than its words. */
const Bar = s('div')<{ $share: number }>`
  flex: ${({ $share }) => $share} 0 9em;
  &::before {
    content: '';
    display: block;
    height: 3.4em;
    margin-bottom: 0.8em;
    border-radius: 0.5em;
    background: var(--day);
  }
`
const Label = s('p')`
  color: var(--text-3);
  font-size: 1.35em;
  font-weight: 600;
  white-space: nowrap;
`
const Amount = s('p')`
  font-size: 1.9em;
  font-weight: 680;
`

export function AgingBars({ ages }: { ages: readonly Age[] }) {
  const total = ages.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <Bars>
      {ages.map(({ label, day, cents }) => (
        <Bar key={label} data-day={day} $share={Math.round((cents / total) * 100)}>
          <Label>{label}</Label>
          <Amount>${dollars(cents)}</Amount>
        </Bar>
      ))}
    </Bars>
  )
}
