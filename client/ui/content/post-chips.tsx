import { createStyled } from '#client/ui/create-styled.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { Chip, Chips } from './chip.tsx'

const s = createStyled('post-chips')
/** Above the link that covers a card. */
const Row = s(Chips)`
  position: relative;
  z-index: 1;
  margin-bottom: 16px;
`

/** The category and the tags of a post, each leading to its page. Nothing where a post has neither. */
export function PostChips({ post: { category, tags } }: { post: Pick<PostCard, 'category' | 'tags'> }) {
  if (!category && tags.length === 0) return null
  return (
    <Row>
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
    </Row>
  )
}
