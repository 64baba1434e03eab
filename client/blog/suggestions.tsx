import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { PostGrid } from '#client/ui/content/post-grid.tsx'
import { SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'

/** What a page that was not found offers: the search, whose result is another document, and the newest posts. */
export default function Suggestions({ posts }: { posts: readonly PostCard[] }) {
  return (
    <SuggestionsContainer>
      {/* biome-ignore lint/a11y/useSemanticElements: the supported browsers of early 2023 have no `search` element */}
      <form role="search" action={pagePaths.blog}>
        <input
          type="search"
          name="q"
          maxLength={SEARCH_MAX_CHARACTERS}
          aria-label="Search posts"
          placeholder="Search posts"
        />
        <Button type="submit" variant="outline" small aria-label="Search">
          <Icon name="search" />
        </Button>
      </form>
      {posts.length > 0 && (
        <>
          <h2>Newest posts</h2>
          <PostGrid posts={posts} />
        </>
      )}
    </SuggestionsContainer>
  )
}

const s = createStyled('suggestions')
/** The field looks like that of the list, which is in another chunk: a shared one would be a request more for every list. */
const SuggestionsContainer = s(Container)`
  padding-bottom: var(--s-section);
  & > form { display: flex; gap: 8px; max-width: 480px; min-height: 48px; }
  & input {
    flex: 1;
    min-width: 0;
    padding: 0 14px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-md);
    background: var(--surface);
  }
  & > h2 { margin: 48px 0 24px; }
`
