import { useId, useState } from 'react'
import type { Lists } from '#client/admin/posts/state/use-lists.ts'
import { type PostQuery, type QueryKey, useTyped } from '#client/admin/posts/state/use-post-query.ts'
import { FilterForm } from '#client/admin/shared/filter-form.tsx'
import { formatNumber } from '#client/lib/format-number.ts'
import { TextButton } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import type { PostState } from '#contract/post-form.ts'
import { usualOrder } from '#contract/post-list.ts'
import type { BlogSchedule, Term } from '#contract/posts.ts'

type Props = { inUse: PostQuery; lists: Pick<Lists, 'schedule' | 'categories' | 'tags' | 'authors'> }

/** Search, filters and order of the list of posts. They apply at once, typed words after a pause or by Enter. */
export function PostFilters({ inUse, lists }: Props) {
  const { query, change, clear, isFiltered } = inUse
  const search = useTyped(query.q ?? '', (q) => change({ q }, true))
  const author = useTyped(query.author ?? '', (author) => change({ author }, true))
  const authors = useId()
  const set = (key: QueryKey) => (event: { target: { value: string } }) => change({ [key]: event.target.value })
  const rare = [query.tag, query.author, query.from, query.to]
  const [isOpen, setOpen] = useState(rare.some(Boolean))
  const searchNow = () => [search, author].forEach((field) => void field.applyNow())
  return (
    <FilterForm label="Posts" filters={{ searchNow }}>
      <FilterFields data-open={isOpen || undefined}>
        <Field label="Search">
          <TextInput
            type="search"
            maxLength={200}
            value={search.typed}
            onChange={(event) => search.setTyped(event.target.value)}
          />
        </Field>
        <div data-wide="">
          <Field label="Show">
            <Select value={query.state ?? ''} onChange={set('state')}>
              {states.map(([value, label]) => (
                <option
                  key={value}
                  value={value}
                >{`${label}${lists.schedule ? ` (${formatNumber(countOf(lists.schedule, value))})` : ''}`}</option>
              ))}
            </Select>
          </Field>
        </div>
        <div data-wide="">
          <Field label="Category">
            <TermSelect
              all="All categories"
              terms={lists.categories}
              value={query.category}
              onChange={set('category')}
            />
          </Field>
        </div>
        <div data-rare="">
          <Field label="Tag">
            <TermSelect all="All tags" terms={lists.tags} value={query.tag} onChange={set('tag')} />
          </Field>
        </div>
        <div data-rare="">
          <Field label="Author">
            <TextInput
              list={authors}
              maxLength={100}
              autoComplete="off"
              value={author.typed}
              onChange={(event) => author.setTyped(event.target.value)}
            />
          </Field>
        </div>
        <datalist id={authors}>
          {lists.authors.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <div data-rare="">
          <Field label="From (UTC day)">
            <DateInput type="date" value={query.from ?? ''} onChange={set('from')} />
          </Field>
        </div>
        <div data-rare="">
          <Field label="To (UTC day)">
            <DateInput type="date" value={query.to ?? ''} onChange={set('to')} />
          </Field>
        </div>
        <div data-wide="">
          <Field label="Sort">
            <Select
              value={orderOf(query)}
              onChange={(event) => change(orders.get(event.target.value)?.query ?? NO_ORDER)}
            >
              {query.q && <option value="">Best match</option>}
              {[...orders].map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <More aria-expanded={isOpen} onClick={() => setOpen((before) => !before)}>
          {isOpen ? 'Fewer filters' : 'More filters'}
        </More>
      </FilterFields>
      {isFiltered && <Clear onClick={clear}>Clear filters</Clear>}
    </FilterForm>
  )
}

type TermSelectProps = {
  all: string
  terms: readonly Term[]
  value: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** A term of the URL that does not exist is shown too: it is why nothing matches. */
const TermSelect = ({ all, terms, value = '', onChange }: TermSelectProps) => (
  <Select value={value} onChange={onChange}>
    <option value="">{all}</option>
    {value && !terms.some(({ id }) => id === value) && <option value={value}>{value}</option>}
    {terms.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
)

const states: readonly (readonly [PostState | '', string])[] = [
  ['', 'All posts'],
  ['live', 'Live'],
  ['draft', 'Drafts'],
  ['scheduled', 'Scheduled'],
  ['expired', 'Expired'],
]

const countOf = ({ counts }: BlogSchedule, state: PostState | '') =>
  state === '' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[state]

const NO_ORDER = { sort: '', order: '' }
const order = (label: string, sort: string, order: string) =>
  [`${sort}-${order}`, { label, query: { sort, order } }] as const
const orders: ReadonlyMap<string, { label: string; query: { sort: string; order: string } }> = new Map([
  order('Newest first', 'date', 'desc'),
  order('Oldest first', 'date', 'asc'),
  order('Latest update first', 'updated', 'desc'),
  order('Earliest update first', 'updated', 'asc'),
  order('Title, A to Z', 'title', 'asc'),
  order('Title, Z to A', 'title', 'desc'),
  order('Author, A to Z', 'author', 'asc'),
  order('Author, Z to A', 'author', 'desc'),
  order('State, drafts first', 'state', 'asc'),
  order('State, drafts last', 'state', 'desc'),
  order('Most words first', 'words', 'desc'),
  order('Fewest words first', 'words', 'asc'),
])
/** Without one, search results are sorted by how well they match. */
const orderOf = ({ sort, order, q }: PostQuery['query']) =>
  sort || order ? `${sort ?? 'date'}-${order ?? usualOrder(sort)}` : q ? '' : 'date-desc'

const s = createStyled('admin-post-filters')
/** One row until more is asked for; on phones the search and the button. */
const FilterFields = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1.6fr) repeat(3, minmax(0, 1fr)) auto;
  gap: 14px;
  align-items: end;
  /* a select or a date input would be 2 px higher */
  & :is(input, select) { height: 50px; }
  &:not([data-open]) > [data-rare] { display: none; }
  & > button { order: 1; }
  & > [data-rare] { order: 2; }
  ${media.narrow} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    &:not([data-open]) > [data-wide] { display: none; }
    & > [data-wide] { order: 2; }
    & input[type='date'] { padding-inline: 8px; }
  }
`
const More = s(TextButton)`
  min-height: 50px;
`
const Clear = s(TextButton)`
  justify-self: start;
`
