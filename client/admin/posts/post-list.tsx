import { type RefObject, useEffect, useRef } from 'react'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { PostCard } from '#contract/posts.ts'
import { PostRow } from './post-row.tsx'

type Props = {
  posts: readonly PostCard[]
  total: number
  /** The post that is being opened in the editor. */
  opening: string | undefined
  onEdit: (post: PostCard) => void
  onHistory: (post: PostCard) => void
  onDelete: (post: PostCard) => void
  onPreview: (post: PostCard) => void
  onMore: () => Promise<unknown>
  /** Text of an empty list. */
  empty: string
}

/** All posts, newest first. */
export function PostList({ posts, total, opening, onEdit, onHistory, onDelete, onPreview, onMore, empty }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const expectMore = useFocusOnMore(list, posts.length)
  if (posts.length === 0) return <EmptyState title={empty} />
  return (
    <>
      <List ref={list}>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            opening={post.id === opening}
            onEdit={() => onEdit(post)}
            onHistory={() => onHistory(post)}
            onDelete={() => onDelete(post)}
            onPreview={() => onPreview(post)}
          />
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

/** The button may disappear with the last page: the focus moves to the first new post. */
function useFocusOnMore(list: RefObject<HTMLUListElement | null>, count: number): () => void {
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current === undefined || count <= before.current) return
    list.current?.children[before.current]?.querySelector('button')?.focus()
    before.current = undefined
  }, [list, count])
  return () => {
    before.current = count
  }
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
