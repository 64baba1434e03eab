import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'

/** `by` and the name of a post's author, linked to the author's page where there is one. Nothing without an author. */
export const AuthorName = ({ post: { author, author_id } }: { post: Pick<PostCard, 'author' | 'author_id'> }) =>
  author && (
    <Name>
      {'by '}
      {author_id ? (
        <Link rel="author" to={pagePaths.author(author_id)}>
          {author}
        </Link>
      ) : (
        author
      )}
    </Name>
  )

const s = createStyled('author-name')
/** On a card, its link is above the link that covers the card. */
const Name = s('span')`
  & a { position: relative; z-index: 1; display: inline-block; padding-block: 3px; color: var(--primary-ink); text-underline-offset: 4px; }
`
