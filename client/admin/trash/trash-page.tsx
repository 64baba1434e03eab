import { useRef } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { Item, Items } from '#client/admin/shared/list.styles.ts'
import { useListFocus } from '#client/admin/shared/use-list-focus.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Pagination } from '#client/ui/content/pagination.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DeletedPost, Trash } from '#contract/trash.ts'
import { useTrash } from './use-trash.ts'

export default function TrashPage() {
  const { trash, failure, dismiss, ...actions } = useTrash()
  return (
    <AdminPage action={<TextLink to={pagePaths.adminBlog}>All posts</TextLink>}>
      {failure && (
        <Alert key={failure.attempt} onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <QueryView query={trash} label="Loading deleted posts...">
        {(shown) => <DeletedPosts trash={shown} {...actions} />}
      </QueryView>
    </AdminPage>
  )
}

type ListProps = Pick<ReturnType<typeof useTrash>, 'page' | 'restore' | 'restoring'> & { trash: Trash }

function DeletedPosts({ trash, page, restore, restoring }: ListProps) {
  const list = useRef<HTMLElement>(null)
  const shown = trash.kept ? trash.page : page
  // The button that had the focus goes away with its post.
  useListFocus(list, `${shown} ${restoring}`, shown)
  if (!trash.kept) {
    return (
      <EmptyState title="There is no trash">
        {trash.reason} <TextLink to={adminPaths.sitePage}>Start history</TextLink>
      </EmptyState>
    )
  }
  const { posts, total, pages, more } = trash
  return (
    <Part ref={list} tabIndex={-1} aria-label="Deleted posts">
      {total === 0 && (
        <EmptyState title="No deleted posts">Posts that are deleted appear here, and can be restored.</EmptyState>
      )}
      {total > 0 && (
        <>
          <p role="status">
            {shown === page
              ? 'Deleted posts stay in git. A restored post is as it was, with the images beside it.'
              : 'Loading deleted posts...'}
          </p>
          {posts.length === 0 ? (
            <EmptyState title="No posts on this page">
              <TextLink to={pagePaths.adminTrash}>First page</TextLink>
            </EmptyState>
          ) : (
            <Items>
              {posts.map((post) => (
                <Row key={post.id} post={post} isBusy={post.id === restoring} onRestore={() => restore(post)} />
              ))}
            </Items>
          )}
          {more && <p>Posts that were deleted longer ago are not listed here, but they’re still in git.</p>}
          <Pagination
            page={page}
            pages={pages}
            to={(page) => `${pagePaths.adminTrash}?page=${page}`}
            label="Pages of deleted posts"
          />
        </>
      )}
    </Part>
  )
}

const before: Record<NonNullable<DeletedPost['state']>, string> = {
  live: 'Was public: visitors see it again once it is restored.',
  scheduled: 'Was scheduled: it appears on its date.',
  draft: 'Was a draft: visitors can’t see it.',
  expired: 'Has expired: visitors can’t see it.',
}

type RowProps = { post: DeletedPost; isBusy: boolean; onRestore: () => void }

function Row({ post: { title, at, author, state, problem }, isBusy, onRestore }: RowProps) {
  return (
    <Item>
      <div>
        <h2 dir="auto">{title}</h2>
        <p>
          Deleted by <span>{author}</span> on <time dateTime={at}>{formatDateTime(at, 'local')}</time>.{' '}
          <span>{state === null ? `It can’t be restored here: ${problem}` : before[state]}</span>
        </p>
      </div>
      {state !== null && (
        <Button
          variant="outline"
          small
          busy={isBusy ? 'Restoring' : undefined}
          onClick={onRestore}
          aria-label={`Restore ${title}`}
        >
          Restore
        </Button>
      )}
    </Item>
  )
}

const s = createStyled('admin-trash')
const Part = s('section')`
  display: grid;
  gap: 18px;
  outline: none;
  & > p { color: var(--text-2); }
`
