import { type RefObject, useId, useState } from 'react'
import { DayFields, FilterForm } from '#client/admin/shared/filter-form.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { leadKinds, leadStates } from '#contract/lead-query.ts'
import { LEAD_SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { editionLabels, leadKindLabels, leadStateLabels } from './labels.tsx'
import type { LeadFilterKey, LeadFilters } from './use-lead-query.ts'

type Choice = {
  key: LeadFilterKey
  label: string
  any: string
  options: readonly (readonly [value: string, name: string])[]
}

const kinds = leadKinds.map((kind) => [kind, `${leadKindLabels[kind]}s`] as const)
const states = leadStates.map((state) => [state, leadStateLabels[state]] as const)
const editions = editionLabels.map(({ plan, name }) => [plan, name] as const)

const choices: readonly Choice[] = [
  { key: 'kind', label: 'Kind', any: 'All kinds', options: kinds },
  { key: 'state', label: 'State', any: 'All states', options: states },
  { key: 'plan', label: 'Edition', any: 'All editions', options: editions },
  {
    key: 'marked',
    label: 'Warnings',
    any: 'All',
    options: Object.entries({ yes: 'With a warning', no: 'Without one' }),
  },
  { key: 'read', label: 'Read', any: 'All', options: Object.entries({ no: 'Unread', yes: 'Read' }) },
]

export function FilterBar({ filters: inUse, searchRef }: Props) {
  const { typed, setTyped, filters, setFilter } = inUse
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = Object.keys(filters).length
  return (
    <FilterForm label="Leads" filters={inUse}>
      <SearchRow>
        <Field label="Search">
          <TextInput
            ref={searchRef}
            type="search"
            value={typed}
            maxLength={LEAD_SEARCH_MAX_CHARACTERS}
            autoComplete="off"
            placeholder="Name, company, email, message"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Toggle variant="outline" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          Filters<span>{count > 0 && ` (${count})`}</span>
          <Icon name="chevron-down" />
        </Toggle>
      </SearchRow>
      <Choices id={id} $open={open}>
        {choices.map(({ key, label, any, options }) => (
          <Field key={key} label={label}>
            <Select value={filters[key] ?? ''} onChange={(event) => setFilter(key, event.target.value)}>
              <option value="">{any}</option>
              {options.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
        <DayFields filters={inUse} />
      </Choices>
    </FilterForm>
  )
}

type Props = { filters: LeadFilters; searchRef: RefObject<HTMLInputElement | null> }

const s = createStyled('admin-leads-filter')
const SearchRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  & > :first-child { flex: 1 1 260px; }
`
const Toggle = s(Button)`
  display: none;
  & > svg { transition: transform var(--fast); }
  &[aria-expanded='true'] > svg { transform: rotate(180deg); }
  ${media.narrow} { display: inline-flex; }
`
const Choices = s('div')<{ $open: boolean }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(158px, 1fr));
  gap: 14px;
  /* a date input would be 2 px higher */
  & input { height: 50px; }
  ${media.narrow} { display: ${({ $open }) => ($open ? 'grid' : 'none')}; }
`
