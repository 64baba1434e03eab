import type { PostQuery } from '#client/admin/posts/state/use-post-query.ts'
import { type Selection, useSelection } from '#client/admin/shared/use-selection.ts'
import { DASHBOARD_PAGE_POSTS } from '#client/api/posts.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Pagination } from '#client/ui/content/pagination.tsx'
import type { BulkAction } from '#contract/bulk.ts'
import { type PostSort, usualOrder } from '#contract/post-list.ts'
import type { PostCard } from '#contract/posts.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type PostActions, PostRow } from './post-row.tsx'
import { Body, Frame, SortButton, Table, Titles } from './post-table.styles.ts'

type Props = PostActions & {
  posts: readonly PostCard[]
  total: number
  isLoading: boolean
  opening: string | undefined
  inUse: PostQuery
  onBulk: (action: BulkAction, selection: Selection<PostCard>) => void
}

/** One page of the list of posts; on phones its rows are cards. */
export function PostTable({ posts, total, isLoading, opening, inUse, onBulk, ...actions }: Props) {
  const selection = useSelection(posts)
  const pages = Math.ceil(total / DASHBOARD_PAGE_POSTS)
  const { query, isFiltered, clear, pageUrl, change } = inUse
  if (total === 0 && isFiltered)
    return (
      <EmptyState title="No such posts">
        <Clear variant="outline" onClick={clear}>
          Clear filters
        </Clear>
      </EmptyState>
    )
  if (total === 0) return <EmptyState title="No blog posts yet" />
  return (
    <Frame aria-busy={isLoading}>
      <BulkBar total={total} count={posts.length} isLoading={isLoading} selection={selection} onBulk={onBulk} />
      {posts.length === 0 ? (
        <EmptyState title="No posts on this page">
          <TextLink to={pageUrl(1)}>First page</TextLink>
        </EmptyState>
      ) : (
        <Table role="table" aria-label="Posts">
          <Titles role="rowgroup">
            <tr>
              <td />
              {columns.map(({ label, sort }) => (
                <th key={label} scope="col" aria-sort={sort && sortOf(sort, query)}>
                  {sort ? (
                    <SortButton onClick={() => change(nextOrder(sort, query))}>
                      {label}
                      <span aria-hidden="true">{signs[sortOf(sort, query) ?? 'none']}</span>
                    </SortButton>
                  ) : (
                    label
                  )}
                </th>
              ))}
            </tr>
          </Titles>
          <Body role="rowgroup">
            {posts.map((post) => (
              <PostRow
                key={post.id}
                post={post}
                opening={post.id === opening}
                selected={selection.has(post.id)}
                onSelect={(event) => selection.toggle(post.id, event)}
                {...actions}
              />
            ))}
          </Body>
        </Table>
      )}
      <Pages>
        <Pagination page={Number(query.page ?? 1)} pages={pages} to={pageUrl} label="Pages of posts" />
      </Pages>
    </Frame>
  )
}

const columns: readonly { label: string; sort?: PostSort }[] = [
  { label: 'Title', sort: 'title' },
  { label: 'State', sort: 'state' },
  { label: 'Category, tags' },
  { label: 'Author', sort: 'author' },
  { label: 'Date', sort: 'date' },
  { label: 'Updated', sort: 'updated' },
  { label: 'Words', sort: 'words' },
]
const signs = { ascending: ' ↑', descending: ' ↓', none: '' } as const

/** Without a search and an order, the newest come first. */
function sortOf(sort: PostSort, { sort: by, order, q }: PostQuery['query']): 'ascending' | 'descending' | undefined {
  const current = by ?? (q ? undefined : 'date')
  if (current !== sort) return undefined
  return (order ?? usualOrder(sort)) === 'asc' ? 'ascending' : 'descending'
}

/** The usual order first, then the other one. */
function nextOrder(sort: PostSort, query: PostQuery['query']) {
  const usual = usualOrder(sort)
  const isUsual = sortOf(sort, query) === (usual === 'asc' ? 'ascending' : 'descending')
  return { sort, order: isUsual ? (usual === 'asc' ? 'desc' : 'asc') : usual }
}

const s = createStyled('admin-post-list')
const Clear = s(Button)`
  margin-top: 14px;
`
const Pages = s('div')`
  margin-block: 20px;
`
