import type { DocumentHead } from '#client/lib/page-types.ts'
import { Lead, PageHead } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import type { PostCard } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import { BackToBlog } from './blog-links.tsx'

/** The head of a URL under `/blog` without content. */
export const missingHead = (what: string, { name, description }: SiteInfo): DocumentHead => ({
  title: `${what} not found | ${name}`,
  description,
  noindex: true,
  status: 404,
})

const Suggestions = lazyPart(() => import('./suggestions.tsx'))
/** For pages that may not be found. */
export const loadSuggestions = Suggestions.load

type Props = { what: string; newest?: readonly PostCard[] | undefined }

/** A URL under `/blog` without content; `what` is the post, category, tag or page. */
export const NotFound = ({ what, newest = [] }: Props) => (
  <>
    <PageHead>
      <BackToBlog />
      <h1>{`This ${what.toLowerCase()} could not be found`}</h1>
      <Lead>It may have been renamed or taken down.</Lead>
    </PageHead>
    <Suggestions posts={newest} />
  </>
)
