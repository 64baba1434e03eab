import type { BulkAction } from '#contract/bulk.ts'
import type { PostCard } from '#contract/posts.ts'
import { PostFilters } from './post-filters.tsx'
import { PostTable } from './post-table.tsx'
import { ScheduleLine } from './schedule-line.tsx'
import type { Board } from './use-dashboard.ts'
import type { Lists } from './use-lists.ts'

type Props = {
  board: Board
  lists: Lists
  onBulk: (action: BulkAction, selected: readonly PostCard[]) => void
  onHistory: (post: PostCard) => void
  onDelete: (post: PostCard) => void
}

/** The list of posts, with what narrows it and what is due next. */
export function PostSection({ board, lists, onBulk, ...actions }: Props) {
  const { inUse, isLoading, opening } = board
  return (
    <>
      <ScheduleLine next={lists.schedule?.next} onDue={board.reload} />
      <PostFilters inUse={inUse} lists={lists} />
      <PostTable
        key={lists.shown}
        posts={lists.posts}
        total={lists.total}
        {...{ inUse, isLoading, opening }}
        onBulk={(action, { selected }) => onBulk(action, selected)}
        onEdit={board.edit}
        onPreview={board.copyPreview}
        {...actions}
      />
    </>
  )
}
