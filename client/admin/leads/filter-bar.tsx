import { type RefObject, useId, useState } from 'react'
import { Button } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { leadKinds, leadStates } from '#contract/lead-query.ts'
import { LEAD_SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { editionLabels, leadKindLabels, leadStateLabels } from './labels.tsx'
import type { FilterKey, FiltersInUse } from './use-lead-query.ts'

type Choice = {
  key: FilterKey
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
const days = [
  { key: 'from', label: 'From (UTC day)' },
  { key: 'to', label: 'To (UTC day)' },
] as const

export function FilterBar({ filters: { typed, setTyped, searchNow, filters, setFilter }, searchRef }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = Object.keys(filters).length
  return (
    <Bar
      role="search"
      aria-label="Leads"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow()
      }}
    >
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
          Filters{count > 0 && ` (${count})`}
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
        {days.map(({ key, label }) => (
          <Field key={key} label={label}>
            <TextInput
              type="date"
              value={filters[key] ?? ''}
              onChange={(event) => setFilter(key, event.target.value)}
            />
          </Field>
        ))}
      </Choices>
    </Bar>
  )
}

type Props = { filters: FiltersInUse; searchRef: RefObject<HTMLInputElement | null> }

const s = createStyled('admin-leads-filter')
export const Bar = s('form')`
  --control: var(--bg);
  display: grid;
  gap: 18px;
  padding: 20px 22px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  ${media.narrow} { padding: 16px; }
`
export const SearchRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  & > :first-child { flex: 1 1 260px; }
`
export const Toggle = s(Button)`
  display: none;
  & > svg { transition: transform var(--fast); }
  &[aria-expanded='true'] > svg { transform: rotate(180deg); }
  ${media.narrow} { display: inline-flex; }
`
export const Choices = s('div')<{ $open: boolean }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(158px, 1fr));
  gap: 14px;
  /* a date input would be 2 px higher */
  & input { height: 50px; }
  ${media.narrow} { display: ${({ $open }) => ($open ? 'grid' : 'none')}; }
`
