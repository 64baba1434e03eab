import { useState } from 'react'
import type { Selection } from '#client/admin/shared/use-selection.ts'
import { formatNumber } from '#client/lib/format-number.ts'
import { Button } from '#client/ui/base/button.tsx'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import type { BulkAction } from '#contract/bulk.ts'
import type { PostCard } from '#contract/posts.ts'
import { Bar } from './post-table.styles.ts'

type Props = {
  /** Of all matching posts, and of those on the page. */
  total: number
  count: number
  isLoading: boolean
  selection: Selection<PostCard>
  onBulk: (action: BulkAction, selection: Selection<PostCard>) => void
}

/** How many posts match, and what can be done with those that are selected. It keeps its height, so that no row moves. */
export function BulkBar({ total, count, isLoading, selection, onBulk }: Props) {
  const [action, setAction] = useState<BulkAction>()
  const chosen = selection.selected.length
  const summary =
    chosen > 0 ? `${chosen} of ${count} selected` : `${formatNumber(total)} ${total === 1 ? 'post' : 'posts'}`
  return (
    <Bar role="group" aria-label="Selected posts">
      <Checkbox
        checked={chosen > 0 && chosen === count}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < count
        }}
        onChange={(event) => selection.toggleAll(event.target.checked)}
      >
        <VisuallyHidden>Select all posts on this page</VisuallyHidden>
      </Checkbox>
      <p role="status">{isLoading ? 'Loading posts...' : summary}</p>
      {chosen > 0 && (
        <>
          <Select
            aria-label="Action"
            value={action ?? ''}
            onChange={(event) => setAction(actions.find(([one]) => one === event.target.value)?.[0])}
          >
            <option value="">Choose an action</option>
            {actions.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Button small disabled={!action} onClick={() => action && onBulk(action, selection)}>
            Apply
          </Button>
        </>
      )}
    </Bar>
  )
}

const actions: readonly (readonly [BulkAction, string])[] = [
  ['publish', 'Publish…'],
  ['unpublish', 'Unpublish…'],
  ['tag', 'Add a tag…'],
  ['untag', 'Remove a tag…'],
  ['category', 'Change category…'],
  ['author', 'Change author…'],
  ['delete', 'Delete…'],
]
