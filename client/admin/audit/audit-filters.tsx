import { type RefObject, useId } from 'react'
import { Bar } from '#client/admin/leads/filter-bar.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { eventChoices } from './event-names.ts'
import type { AuditFilters } from './use-audit-filters.ts'

const days = [
  { key: 'from', label: 'From (UTC day)' },
  { key: 'to', label: 'To (UTC day)' },
] as const

type Props = {
  filters: AuditFilters
  /** Suggested, because the log has them. */
  people: readonly string[]
  firstRef: RefObject<HTMLSelectElement | null>
}

export function AuditFilterBar({ filters: { query, typed, setTyped, searchNow, setFilter }, people, firstRef }: Props) {
  const list = useId()
  return (
    <Bar
      role="search"
      aria-label="Audit log"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow()
      }}
    >
      <Filters>
        <Field label="Event">
          <Select ref={firstRef} value={query.event ?? ''} onChange={(event) => setFilter('event', event.target.value)}>
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
        {days.map(({ key, label }) => (
          <Field key={key} label={label}>
            <TextInput type="date" value={query[key] ?? ''} onChange={(event) => setFilter(key, event.target.value)} />
          </Field>
        ))}
      </Filters>
      <datalist id={list}>
        {people.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
    </Bar>
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
