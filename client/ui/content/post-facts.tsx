import { formatDate } from '#client/lib/dates.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { Chip, Chips } from './chip.tsx'

/** Links to the category and the tags of a post. On a card, they are above the link that covers the card. */
export function PostChips({ post: { category, tags } }: { post: Pick<PostCard, 'category' | 'tags'> }) {
  if (!category && tags.length === 0) return null
  return (
    <TermChips>
      {category && (
        <Chip kind="category" to={pagePaths.category(category.id)}>
          {category.name}
        </Chip>
      )}
      {tags.map(({ id, name }) => (
        <Chip key={id} kind="tag" to={pagePaths.tag(id)}>
          {name}
        </Chip>
      ))}
    </TermChips>
  )
}

export const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatDate(date)}</time>

const s = createStyled('post-facts')
const TermChips = s(Chips)`
  position: relative;
  z-index: 1;
  margin-bottom: 16px;
`
