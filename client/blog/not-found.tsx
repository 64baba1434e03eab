import type { DocumentHead } from '#client/lib/page-types.ts'
import { Container, PageHead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import type { SiteInfo } from '#contract/site.ts'
import { BackToBlog } from './blog-links.tsx'

/** The head of a URL under `/blog` without content. */
export const missingHead = (what: string, { name, description }: SiteInfo): DocumentHead => ({
  title: `${what} not found | ${name}`,
  description,
  noindex: true,
  status: 404,
})

/** A URL under `/blog` without content; `what` is the post, category, tag or page. */
export const NotFound = ({ what }: { what: string }) => (
  <>
    <PageHead>
      <h1>{`This ${what.toLowerCase()} could not be found`}</h1>
    </PageHead>
    <Rest>
      <EmptyState title="It may have been renamed or taken down.">
        <BackToBlog />
      </EmptyState>
    </Rest>
  </>
)

const s = createStyled('not-found')
const Rest = s(Container)`
  padding-bottom: var(--s-section);
`
