import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { createStyled } from '#client/ui/create-styled.ts'

export const TODAY_INDEX = 4
/** The date of the samples' Monday. */
export const MONDAY_DATE = 16

/** `fri` → `Fri`. */
export const dayName = (day: Day) => day.slice(0, 1).toUpperCase() + day.slice(1)

const s = createStyled('screen-week')
/** A row of the week's initials; lit ones have their day's colour. Sizes are its own: 1em is one letter. */
const Row = s('span')`
  display: flex;
  gap: 0.3em;
  line-height: 1.9;
  font-weight: 680;
  text-align: center;
  & > span {
    width: 1.9em;
    border-radius: 0.35em;
    background: var(--surface-3);
    color: var(--text-3);
  }
  & > [data-on] {
    background: var(--day);
    color: var(--on-day);
  }
`

export function Week({ lit, className }: { lit: readonly Day[]; className?: string }) {
  return (
    <Row className={className}>
      {WEEK.map((day) => (
        <span key={day} data-day={day} data-on={lit.includes(day) || undefined}>
          {day.slice(0, 1).toUpperCase()}
        </span>
      ))}
    </Row>
  )
}

/** The day of the samples, as the app's bar shows it. */
export const Today = s('span')`
  padding: 0.5em 0.8em;
  border-radius: 0.5em;
  background: var(--fri);
  color: var(--on-day);
  font-weight: 680;
  line-height: 1;
`
