import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { WEEK } from '#client/ui/brand/week.ts'

export const Status = ({ day, children }: { day: Day; children: ReactNode }) => <Chip data-day={day}>{children}</Chip>

export function Progress({ percent, className }: { percent: number; className?: string }) {
  return (
    <Track className={className} aria-hidden="true">
      <rect width={`${percent}%`} height="100%" />
    </Track>
  )
}

export const TODAY_INDEX = 4
export const MONDAY_DATE = 16

/** `fri` → `Fri`. */
export const dayName = (day: Day) => day.slice(0, 1).toUpperCase() + day.slice(1)

export function Week({ lit, className }: { lit: readonly string[]; className?: string }) {
  return (
    <WeekDays className={className}>
      {WEEK.map((day) => (
        <span key={day} data-day={day} data-on={lit.includes(day) || undefined}>
          {day.slice(0, 1).toUpperCase()}
        </span>
      ))}
    </WeekDays>
  )
}

/**
 * Text in a mockup is never smaller than 11 px. A mockup scales with its width until its smallest text has that size; narrower
 * ones drop columns instead: at `medium`, at `narrow` of the site's styles, and at `tiny`.
 */
export const medium = '@container (max-width: 850px)'
export const tiny = '@container (max-width: 420px)'

const s = createStyled('mockup-blocks')
export const AppButton = s('span')`
  display: block;
  margin-top: 0.8em;
  padding: 0.75em 1em;
  border-radius: 0.5em;
  background: var(--primary);
  color: var(--on-primary);
  font-size: 1.5em;
  font-weight: 680;
  text-align: center;
`
const Chip = s('span')`
  display: inline-flex;
  align-items: center;
  gap: 0.55em;
  padding: 0.5em 0.8em 0.5em 0.7em;
  border-radius: var(--r-pill);
  background: color-mix(in srgb, var(--day) 16%, transparent);
  color: var(--text);
  font-weight: 640;
  line-height: 1;
  white-space: nowrap;
  &::before {
    content: '';
    width: 0.6em;
    height: 0.6em;
    border-radius: 2px;
    background: var(--day);
  }
`
/** SVG attributes: the Content-Security-Policy forbids style attributes, and each width would be a class. */
const Track = s('svg')`
  display: block;
  width: 100%;
  height: 0.5em;
  fill: var(--day);
`
/** `data-number` marks numeric columns. */
export const Table = s('table')`
  width: 100%;
  border-collapse: collapse;
  font-size: 1em;
  & th {
    padding: 0.6em 0.4em;
    border-bottom: 1px solid var(--line);
    color: var(--text-3);
    font-size: 1.3em;
    font-weight: 600;
    text-align: left;
  }
  & td {
    padding: 0.72em 0.35em;
    border-bottom: 1px solid color-mix(in srgb, var(--line) 70%, transparent);
    font-size: 1.55em;
  }
  & tr:last-child > td { border-bottom: 0; }
  & td small { margin-left: 0.5em; color: var(--text-3); font-size: 0.88em; }
  & [data-number] { text-align: right; }
`
/** Lists have higher rows, with a bold first column. */
export const Listing = s(Table)`
  & td { padding-block: 0.9em; }
  & td:first-child { font-weight: 640; }
  & td > [data-day] { font-size: 0.88em; }
`
/** The weekdays' initials; selected ones have their day's color. 1 em is one letter. */
const WeekDays = s('span')`
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
  & > [data-on] { background: var(--day); color: var(--on-day); }
`
/** The samples' date in the app's bar. */
export const Today = s('span')`
  padding: 0.5em 0.8em;
  border-radius: 0.5em;
  background: var(--fri);
  color: var(--on-day);
  font-weight: 680;
  line-height: 1;
`
