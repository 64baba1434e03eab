import type { RefObject } from 'react'
import { DayFields, FilterForm } from '#client/admin/shared/filter-form.tsx'
import { type FiltersInUse, useListFilters } from '#client/admin/shared/use-list-filters.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { type AuditPerson, AuditQuerySchema } from '#contract/audit.ts'
import { eventChoices } from './event-names.ts'
import type { AuditPeople } from './use-audit-people.ts'

const { event, by, from, to } = AuditQuerySchema.entries
const inUrl = { event, by, from, to }
type AuditFilters = FiltersInUse<keyof typeof inUrl>

export const useAuditFilters = (): AuditFilters => useListFilters(inUrl)

type Props = {
  filters: AuditFilters
  people: AuditPeople
  firstRef: RefObject<HTMLSelectElement | null>
}

export function AuditFilterBar({ filters: inUse, people, firstRef }: Props) {
  const { filters, setFilter } = inUse
  return (
    <FilterForm label="Audit log" filters={inUse}>
      <Filters>
        <Field label="Event">
          <Select
            ref={firstRef}
            value={filters.event ?? ''}
            onChange={(event) => setFilter('event', event.target.value)}
          >
            <option value="">All events</option>
            {eventChoices.map(({ name, options }) => (
              <optgroup key={name} label={name}>
                {options.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Person">
          <Select value={filters.by ?? ''} onChange={(event) => setFilter('by', event.target.value)}>
            <option value="">Everyone</option>
            <Options people={people.administrators} />
            <Options people={people.programs} />
            {people.others.length > 0 && (
              <optgroup label="Events without a name">
                <Options people={people.others} />
              </optgroup>
            )}
          </Select>
        </Field>
        <DayFields filters={inUse} />
      </Filters>
    </FilterForm>
  )
}

const Options = ({ people }: { people: readonly AuditPerson[] }) =>
  people.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))

const s = createStyled('admin-audit-filters')
const Filters = s('div')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 14px;
  /* a select or a date input would be 2 px higher */
  & :is(input, select) { height: 50px; }
  ${media.narrow} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
