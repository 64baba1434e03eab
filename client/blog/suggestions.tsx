import { Container } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { PostGrid } from '#client/ui/content/post-grid.tsx'
import type { PostCard } from '#contract/posts.ts'
import { SearchForm } from './search-form.tsx'

/** What a page that was not found offers: the search, and the newest posts. */
export default function Suggestions({ posts }: { posts: readonly PostCard[] }) {
  return (
    <Box>
      <SearchForm />
      {posts.length > 0 && (
        <>
          <h2>Newest posts</h2>
          <PostGrid posts={posts} />
        </>
      )}
    </Box>
  )
}

const s = createStyled('suggestions')
const Box = s(Container)`
  padding-bottom: var(--s-section);
  & > form { max-width: 480px; min-height: 48px; }
  & > h2 { margin: 48px 0 24px; }
`
