import type { RefObject } from 'react'
import { FilterForm } from '#client/admin/shared/filter-form.tsx'
import { type FiltersInUse, useListFilters } from '#client/admin/shared/use-list-filters.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { MediaQuerySchema } from '#contract/media.ts'

const inUrl = { use: MediaQuerySchema.entries.use }
type MediaFilters = FiltersInUse<'use'>

export const useMediaFilters = (): MediaFilters => useListFilters(inUrl, 'q')

type Props = { filters: MediaFilters; searchRef: RefObject<HTMLInputElement | null> }

export function MediaFilterBar({ filters: inUse, searchRef }: Props) {
  const { filters, setFilter, typed, setTyped } = inUse
  return (
    <FilterForm label="Images" filters={inUse}>
      <Filters>
        <Field label="Search">
          <TextInput
            ref={searchRef}
            type="search"
            placeholder="File name, description or title of a post"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Field label="Use">
          <Select value={filters.use ?? ''} onChange={({ target }) => setFilter('use', target.value)}>
            <option value="">All images</option>
            <option value="used">Used</option>
            <option value="unused">Unused</option>
          </Select>
        </Field>
      </Filters>
    </FilterForm>
  )
}

const s = createStyled('media-filters')
const Filters = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 220px;
  gap: 14px;
  & :is(input, select) { height: 50px; }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
