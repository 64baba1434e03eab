import { ButtonLink } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'
import { FeedLink } from './blog-links.tsx'

type Props = {
  categories: readonly Term[]
  /** The path of the list that is shown; none for search results. */
  current?: string | undefined
}

/** Links to the lists of all posts and of each category, in one row, and to the feed of the list. */
export function CategoryBar({ categories, current }: Props) {
  const link = (to: string, name: string) => (
    <li key={to}>
      <ButtonLink small variant="outline" to={to} {...(to === current && { 'aria-current': 'page', ref: scrollTo })}>
        {name}
      </ButtonLink>
    </li>
  )
  return (
    <Bar>
      {categories.length > 0 && (
        <nav aria-label="Categories">
          <List>
            {link(pagePaths.blog, 'All posts')}
            {categories.map(({ id, name }) => link(pagePaths.category(id), name))}
          </List>
        </nav>
      )}
      <FeedLink of={current ?? pagePaths.blog} label="Feed" />
    </Bar>
  )
}

/** With the link before it in view, too. */
const scrollTo = (link: HTMLAnchorElement | null) =>
  link?.closest('ul')?.scrollTo(link.offsetLeft - link.offsetWidth, 0)

const s = createStyled('category-bar')
const Bar = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 28px;
  & > nav { flex: 1; min-width: 0; }
  ${media.narrow} { & > nav { flex: none; width: 100vw; margin-inline: calc(-1 * var(--s-gutter)); } }
`
/** Scrolls where it is too long, on phones from edge to edge; what is beyond fades out. */
const List = s('ul')`
  position: relative;
  display: flex;
  gap: 8px;
  overflow-x: auto;
  scrollbar-width: thin;
  ${media.narrow} { padding-left: var(--s-gutter); }
  & a { border-radius: var(--r-pill); color: var(--text-2); white-space: nowrap; }
  & a:focus-visible { outline-offset: -3px; }
  & [aria-current] { background: var(--primary-soft); box-shadow: none; color: var(--primary-ink); }
  &::after {
    content: '';
    position: sticky;
    right: 0;
    flex: none;
    width: 40px;
    background: linear-gradient(90deg, transparent, var(--bg));
    pointer-events: none;
  }
`
