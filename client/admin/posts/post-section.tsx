import { useRef } from 'react'
import type { Lists } from '#client/admin/posts/state/use-lists.ts'
import { useListFocus } from '#client/admin/shared/use-list-focus.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import type { BulkAction } from '#contract/bulk.ts'
import type { PostCard } from '#contract/posts.ts'
import { PostFilters } from './post-filters.tsx'
import { PostTable } from './post-table.tsx'
import { ScheduleLine } from './schedule-line.tsx'
import type { Dashboard } from './use-dashboard.ts'
import { useListScroll } from './use-list-scroll.ts'

type Props = {
  dashboard: Dashboard
  lists: Lists
  onBulk: (action: BulkAction, selected: readonly PostCard[]) => void
  onHistory: (post: PostCard) => void
  onDelete: (post: PostCard) => void
}

/** The list of posts, with what narrows it and what is due next. */
export function PostSection({ dashboard, lists, onBulk, ...actions }: Props) {
  const { inUse, isLoading, opening } = dashboard
  const list = useRef<HTMLElement>(null)
  useListFocus(list, lists.shown, lists.page)
  useListScroll()
  return (
    <>
      <ScheduleLine next={lists.schedule?.next} onDue={dashboard.reload} />
      <PostFilters inUse={inUse} lists={lists} />
      <List ref={list} tabIndex={-1} aria-label="List of posts">
        <PostTable
          key={lists.shown}
          posts={lists.posts}
          total={lists.total}
          inUse={inUse}
          isLoading={isLoading}
          opening={opening}
          onBulk={(action, { selected }) => onBulk(action, selected)}
          onEdit={dashboard.edit}
          onPreview={dashboard.copyPreview}
          onDuplicate={dashboard.duplicatePost}
          {...actions}
        />
      </List>
    </>
  )
}

const s = createStyled('admin-post-section')
const List = s('section')`
  outline: none;
`
