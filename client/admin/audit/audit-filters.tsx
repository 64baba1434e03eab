import { type RefObject, useId } from 'react'
import { DayFields, FilterForm } from '#client/admin/filter-form.tsx'
import { type FiltersInUse, useListFilters } from '#client/admin/use-list-filters.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { AuditQuerySchema } from '#contract/accounts.ts'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { eventChoices } from './event-names.ts'

const { event, from, to } = AuditQuerySchema.entries
const inUrl = { event, from, to }
type AuditFilters = FiltersInUse<keyof typeof inUrl>

export const useAuditFilters = (): AuditFilters => useListFilters(inUrl, 'actor')

type Props = {
  filters: AuditFilters
  /** Suggested, because the log has them. */
  people: readonly string[]
  firstRef: RefObject<HTMLSelectElement | null>
}

export function AuditFilterBar({ filters: inUse, people, firstRef }: Props) {
  const { typed, setTyped, filters, setFilter } = inUse
  const list = useId()
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
          <TextInput
            type="search"
            value={typed}
            list={list}
            maxLength={EMAIL_MAX_CHARACTERS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Email, or shell"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <DayFields filters={inUse} />
      </Filters>
      <datalist id={list}>
        {people.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
    </FilterForm>
  )
}

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
