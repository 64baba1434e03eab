import { Container } from '#client/ui/container.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { PageHead } from '#client/ui/content/page-head.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { BackToBlog } from './back-to-blog.tsx'

const s = createStyled('not-found')
const Rest = s(Container)`
  padding-bottom: var(--s-section);
`

/** An address under `/blog` with nothing behind it (decision 5); `what` is the post, category, tag or page that it names. */
export const NotFound = ({ what }: { what: string }) => (
  <>
    <PageHead>
      <h1>This {what.toLowerCase()} could not be found</h1>
    </PageHead>
    <Rest>
      <EmptyState title="It may have been renamed or taken down.">
        <BackToBlog />
      </EmptyState>
    </Rest>
  </>
)
