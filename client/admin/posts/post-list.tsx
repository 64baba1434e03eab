import { useEffect } from 'react'
import { useFocusOnMore } from '#client/admin/dialogs.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import type { BlogSchedule, PostCard } from '#contract/posts.ts'
import { type PostActions, PostRow } from './post-row.tsx'
import type { ListFilter } from './use-dashboard.ts'

type Props = PostActions & {
  posts: readonly PostCard[]
  total: number
  opening: string | undefined
  onMore: () => Promise<unknown>
  empty: string
}

export function PostList({ posts, total, opening, onMore, empty, ...actions }: Props) {
  const { list, expectMore } = useFocusOnMore<HTMLUListElement>(posts.length, 'button')
  if (posts.length === 0) return <EmptyState title={empty} />
  return (
    <>
      <List ref={list}>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} opening={post.id === opening} {...actions} />
        ))}
      </List>
      {posts.length < total && (
        <More>
          <p>
            {posts.length} of {total} posts
          </p>
          <Button
            variant="outline"
            onClick={() => {
              expectMore()
              onMore()
            }}
          >
            Load more
          </Button>
        </More>
      )}
    </>
  )
}

type ListHeadProps = {
  /** `undefined` if it could not be loaded. */
  schedule: BlogSchedule | undefined
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  /** A post was published or expired. */
  onDue: () => void
}

export function ListHead({ schedule, filter, onFilter, onDue }: ListHeadProps) {
  const next = schedule?.next
  useDue(next?.at, onDue)
  return (
    <Head>
      <p>
        {next && (
          <>
            <Icon name="clock" size={18} /> Next: “{next.title}” {next.what} on{' '}
            <time dateTime={next.at}>{formatDateTime(next.at, 'local')}</time>.
          </>
        )}
      </p>
      <Field label="Show">
        <Select value={filter} onChange={(event) => onFilter(filterOf(event.target.value))}>
          {filters.map((one) => (
            <option key={one} value={one}>
              {labels[one]}
              {schedule && ` (${countOf(schedule, one)})`}
            </option>
          ))}
        </Select>
      </Field>
    </Head>
  )
}

const filters = ['all', 'live', 'draft', 'scheduled', 'expired'] as const
const labels: Record<ListFilter, string> = {
  all: 'All posts',
  live: 'Live',
  draft: 'Drafts',
  scheduled: 'Scheduled',
  expired: 'Expired',
}
const filterOf = (value: string): ListFilter => filters.find((one) => one === value) ?? 'all'

const countOf = ({ counts }: BlogSchedule, filter: ListFilter) =>
  filter === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[filter]

/** setTimeout accepts at most 24.8 days. */
const LONGEST_DELAY_MS = 2 ** 31 - 1
/** The server's clock may be slower. */
const AGAIN_MS = 30_000

function useDue(at: string | undefined, onDue: () => void) {
  useEffect(() => {
    if (at === undefined) return
    const delay = Date.parse(at) - Date.now()
    const timer = setTimeout(onDue, delay > 0 ? Math.min(delay + 500, LONGEST_DELAY_MS) : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [at, onDue])
}

const s = createStyled('admin-post-list')
const List = s('ul')`
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
`
const More = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 16px;
  margin-top: 20px;
  color: var(--text-2);
`
const Head = s('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: end;
  gap: 12px 24px;
  margin-bottom: 18px;
  & > p { flex: 1 1 240px; min-width: 0; padding-bottom: 12px; color: var(--text-2); overflow-wrap: anywhere; }
  & > p > svg { display: inline; margin: -3px 4px 0 0; vertical-align: middle; }
  & > p:empty { display: none; }
  & > div { flex: 0 1 220px; margin-left: auto; }
  ${media.phone} { & > div { flex: 1 1 100%; } }
`
