import type { ReactNode } from 'react'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { Field } from '#client/ui/form/field.tsx'
import type { FiltersInUse } from './use-list-filters.ts'

type FormProps = { label: string; filters: Pick<FiltersInUse<never>, 'searchNow'>; children: ReactNode }

/** Filters apply at once, typed words after a pause or by Enter. */
export const FilterForm = ({ label, filters, children }: FormProps) => (
  <Bar
    role="search"
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault()
      filters.searchNow()
    }}
  >
    {children}
  </Bar>
)

const days = [
  { key: 'from', label: 'From (UTC day)' },
  { key: 'to', label: 'To (UTC day)' },
] as const

type DayProps = { filters: Pick<FiltersInUse<'from' | 'to'>, 'filters' | 'setFilter'> }

export const DayFields = ({ filters: { filters, setFilter } }: DayProps) =>
  days.map(({ key, label }) => (
    <Field key={key} label={label}>
      <DateInput type="date" value={filters[key] ?? ''} onChange={(event) => setFilter(key, event.target.value)} />
    </Field>
  ))

const s = createStyled('admin-filters')
const Bar = s('form')`
  --control: var(--bg);
  display: grid;
  gap: 12px;
  padding: 12px 18px 16px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  ${media.narrow} { padding: 12px 16px 16px; }
`
