import type { ReactNode, Ref } from 'react'
import { Button, TextButton } from '#client/ui/base/button.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { LoadFailed } from './errors.tsx'
import { Clear, Line, Part } from './list.styles.ts'
import type { PagedList } from './use-paged-list.ts'

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
  /** Called when there are items. */
  children: (items: readonly Item[]) => ReactNode
}

/** A list with filters, or why it is empty. The number of items is announced to screen readers. */
export function PagedResults<Item>({ list, label, item, hint, onClear, ref, children }: Props<Item>) {
  const { items, hasOlder, isPending, coming, failure, load } = list
  const what = `${item}s`
  const count = items?.length ?? 0
  return (
    <Part ref={ref} tabIndex={ref ? -1 : undefined} aria-label={label} aria-busy={coming !== undefined}>
      <Line>
        <p role="status">{items && (coming === 'list' ? `Loading ${what}...` : countOf(count, hasOlder, item))}</p>
        {onClear && count > 0 && <TextButton onClick={onClear}>Clear filters</TextButton>}
        {items && <TextButton onClick={load}>Refresh</TextButton>}
      </Line>
      {isPending && <Spinner label={`Loading ${what}...`} />}
      {items && count === 0 && !onClear && <EmptyState title={`No ${what} yet`}>{hint}</EmptyState>}
      {items && count === 0 && onClear && (
        <EmptyState title={`No ${what} match`}>
          <Clear variant="outline" onClick={onClear}>
            Clear filters
          </Clear>
        </EmptyState>
      )}
      {failure && <LoadFailed message={failure} onRetry={load} />}
      {items && count > 0 && children(items)}
    </Part>
  )
}

/** The button for older items, and why they could not be loaded. `onOlder` is called before. */
export function ShowOlder<Item>({ list, onOlder }: { list: PagedList<Item>; onOlder: () => void }) {
  const { hasOlder, olderFailure, coming, older } = list
  if (!hasOlder) return null
  const show = () => {
    onOlder()
    older()
  }
  if (olderFailure) return <LoadFailed message={olderFailure} onRetry={show} />
  return (
    <Button
      variant="outline"
      busy={coming === 'older' ? 'Loading' : undefined}
      disabled={coming === 'list'}
      onClick={show}
    >
      Show older
    </Button>
  )
}

/** "12 leads", with a note if there are older ones. */
const countOf = (count: number, hasOlder: boolean, item: string) =>
  `${count} ${item}${count === 1 ? '' : 's'}${hasOlder ? ', and older ones' : ''}`
