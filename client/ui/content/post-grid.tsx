import { createStyled, media } from '#client/ui/base/styles.ts'
import type { PostCard as Post } from '#contract/posts.ts'
import { type CardSize, PostCard } from './post-card.tsx'

/** Cards of posts in rows without holes. `lead`: the first card is as wide as the grid. */
export function PostGrid({ posts, lead = false }: { posts: readonly Post[]; lead?: boolean }) {
  const sizes = cardSizes(posts.length, lead)
  return (
    <Grid>
      {posts.map((post, index) => (
        <PostCard key={post.id} post={post} size={sizes[index]} />
      ))}
    </Grid>
  )
}

/** The sizes of cards in rows of three, after rows of two where a row would have a hole. */
export function cardSizes(count: number, lead: boolean): CardSize[] {
  const rest = lead || count === 1 ? count - 1 : count
  // Rows of three leave one or two cards over: four or two are in rows of two.
  const halves = rest > 1 ? ([0, 4, 2][rest % 3] ?? 0) : 0
  return Array.from({ length: count }, (_, index) => {
    const at = index - count + rest
    if (at < 0 || rest === 1) return 'row'
    if (at < halves) return 'half'
    return 'third'
  })
}

const s = createStyled('post-grid')
const Grid = s('div')`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 24px;
  & + p { margin-top: 16px; }
  & > [data-size] { grid-column: span 2; }
  & > [data-size='half'] { grid-column: span 3; }
  & > [data-size='row'] { grid-column: 1 / -1; }
  ${media.phone} { & > [data-size] { grid-column: 1 / -1; } }
`
