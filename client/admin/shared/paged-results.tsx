import type { ReactNode, Ref } from 'react'
import { Button, TextButton } from '#client/ui/base/button.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { LoadFailed } from './errors.tsx'
import { Clear, Line, Part } from './list.styles.ts'
import type { Page, PagedList } from './use-paged-list.ts'

type Props<Item> = {
  list: PagedList<Item>
  label: string
  item: 'lead' | 'event' | 'image'
  /** Shown while there is nothing at all. */
  hint: string
  /** Absent without filters. */
  onClear: (() => void) | undefined
  /** Makes the list focusable. */
  ref?: Ref<HTMLElement>
  /** Called when there are items. `olderFailure`: why older ones could not be loaded. */
  children: (page: Page<Item>, olderFailure: string | undefined) => ReactNode
}

/** A list with filters, or why it is empty. The number of items is announced to screen readers. */
export function PagedResults<Item>({ list, label, item, hint, onClear, ref, children }: Props<Item>) {
  const { state, coming, load } = list
  const what = `${item}s`
  const loaded = state.status === 'loaded' ? state : undefined
  const count = loaded?.page.items.length ?? 0
  const olderFailure = loaded?.failure?.of === 'older' ? loaded.failure.message : undefined
  return (
    <Part ref={ref} tabIndex={ref ? -1 : undefined} aria-label={label} aria-busy={coming !== undefined}>
      <Line>
        <p role="status">{loaded && (coming === 'list' ? `Loading ${what}...` : countOf(loaded.page, item))}</p>
        {onClear && count > 0 && <TextButton onClick={onClear}>Clear filters</TextButton>}
        {loaded && <TextButton onClick={load}>Refresh</TextButton>}
      </Line>
      {state.status === 'loading' && <Spinner label={`Loading ${what}...`} />}
      {state.status === 'failed' && <LoadFailed message={state.message} onRetry={load} />}
      {loaded && count === 0 && !onClear && <EmptyState title={`No ${what} yet`}>{hint}</EmptyState>}
      {loaded && count === 0 && onClear && (
        <EmptyState title={`No ${what} match`}>
          <Clear variant="outline" onClick={onClear}>
            Clear filters
          </Clear>
        </EmptyState>
      )}
      {loaded?.failure?.of === 'list' && <LoadFailed message={loaded.failure.message} onRetry={load} />}
      {loaded && count > 0 && children(loaded.page, olderFailure)}
    </Part>
  )
}

type OlderProps<Item> = {
  list: PagedList<Item>
  page: Page<Item>
  failure: string | undefined
  /** Called before older items are loaded. */
  onOlder: () => void
}

/** The button for older items, and why they could not be loaded. */
export function ShowOlder<Item>({ list, page: { next }, failure, onOlder }: OlderProps<Item>) {
  if (next === null) return null
  const show = () => {
    onOlder()
    list.older(next)
  }
  if (failure) return <LoadFailed message={failure} onRetry={show} />
  return (
    <Button
      variant="outline"
      busy={list.coming === 'older' ? 'Loading' : undefined}
      disabled={list.coming === 'list'}
      onClick={show}
    >
      Show older
    </Button>
  )
}

/** "12 leads", with a note if there are older ones. */
const countOf = ({ items: { length }, next }: Page<unknown>, item: string) =>
  `${length} ${item}${length === 1 ? '' : 's'}${next === null ? '' : ', and older ones'}`
